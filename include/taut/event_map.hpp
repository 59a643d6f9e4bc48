// The time to the first of some events over a grid of starts. All starts are copies of one system, stepped together in
// lanes; a copy that had its event is dropped.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "taut/crossing.hpp"
#include "taut/error.hpp"
#include "taut/forces.hpp"
#include "taut/integrate.hpp"
#include "taut/model.hpp"

namespace taut {

struct MapAxis {
  std::string name;  // of the parameter in the formulas of the starts
  double from, to;
  std::string label = {};
  std::string key = {};  // or the key of a scenario: every start has a system of its own, see study.hpp
};

struct MapSpec {
  MapAxis x, y;
  std::vector<StartSpec> starts;
  std::vector<CrossingSpec> events;
  std::string possible =
      {};  // a formula of the start: where it is not positive no event is possible, and none looked for
  Parameters parameters = {};
  std::string title = "time to the first event";
  std::string origin = {};
};

// What a map holds besides times.
constexpr double no_event = std::numeric_limits<double>::infinity();  // within the time
constexpr double no_start = -1.0;                                     // an event is impossible
constexpr double not_known = -2.0;                                    // the motion could not be computed

class EventMap {
 public:
  // The model of one copy and its forces.
  static Expected<EventMap> make(const Model& model, const ForceSpecs& forces, const SolverOptions& solver,
                                 const IntegratorOptions& integrator, const MapSpec& spec, std::size_t columns,
                                 std::size_t rows, std::int64_t steps);

  std::size_t pixels() const { return columns_ * rows_; }
  std::size_t batches() const;
  // Is shown the state of each copy at its start, every few steps, and at its event or its end.
  using Watch = std::function<void(std::size_t pixel, const State& state)>;
  // Computes some pixels of `times`, by rows from the lowest y, each at the middle of its cell. Batches may run on
  // several threads; none looks at what another does. False: it was stopped.
  bool run(std::size_t batch, std::span<double> times, const std::atomic<bool>* stop = nullptr,
           const Watch& watch = {}) const;
  std::array<double, 2> parameters(std::size_t pixel) const;
  std::size_t pixels_of(std::size_t batch) const;
  std::size_t first_pixel_of(std::size_t batch) const;

 private:
  struct Batch;
  EventMap(const Model& model, StartFamily family) : model_(model), family_(std::move(family)) {}

  Model model_;
  StartFamily family_;
  ForceSpecs forces_;
  SolverOptions solver_;
  IntegratorOptions integrator_;
  MapSpec spec_;
  std::size_t columns_ = 0, rows_ = 0;
  std::int64_t steps_ = 0;
  std::vector<Crossing> events_;
  std::vector<StateFormula> possible_;  // none or one
};

}  // namespace taut
