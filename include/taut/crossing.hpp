// Formulas of the state, where they pass through zero, and families of starts given by formulas.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "taut/error.hpp"
#include "taut/flow.hpp"
#include "taut/formula.hpp"

namespace taut {

// A formula of positions, velocities and time: x1, y1, z1 and vx1, vy1, vz1 belong to the first of some particles, x2
// ... to the second; of a single one also x, y, z, vx, vy, vz; t.
class StateFormula {
 public:
  // The error has this key.
  static Expected<StateFormula> make(const Model& model, std::span<const int> on, const std::string& text,
                                     const Parameters& parameters, const std::string& key);

  // Of the copy whose particles are numbered from `first`, see Model::repeated.
  double value(const State& state, std::size_t first = 0) const;
  // The same in loops, with memory for `memory_size()` numbers.
  double value(const State& state, std::size_t first, double* memory) const;
  std::size_t memory_size() const { return memory_; }

 private:
  struct Read {  // a variable that the formula depends on
    std::size_t variable, particle;
    int axis;
    bool is_velocity;
  };
  explicit StateFormula(Formula formula) : formula_(std::move(formula)) {}

  Formula formula_;
  std::vector<Read> reads_;
  std::size_t variables_ = 0, memory_ = 0;  // numbers of them, and that an evaluation needs
};

enum class CrossingDirection { up, down, both };

struct CrossingSpec {
  std::vector<int> on;   // particles, in the order of their numbers in formulas
  std::string crossing;  // is zero there
  CrossingDirection direction = CrossingDirection::up;
  std::string where = {};  // only where this is positive; empty: everywhere
  Parameters parameters = {};
  std::string origin = {};
};

class Crossing {
 public:
  static Expected<Crossing> make(const Model& model, const CrossingSpec& spec);

  double value(const State& state, std::size_t first = 0) const { return value_.value(state, first); }
  double value(const State& state, std::size_t first, double* memory) const {
    return value_.value(state, first, memory);
  }
  std::size_t memory_size() const { return value_.memory_size(); }
  bool passes(double before, double after) const {
    const bool up = before < 0.0 && after >= 0.0, down = before > 0.0 && after <= 0.0;
    return (up && direction_ != CrossingDirection::down) || (down && direction_ != CrossingDirection::up);
  }
  bool counts(const State& state, std::size_t first = 0) const {
    return where_.empty() || where_[0].value(state, first) > 0.0;
  }

 private:
  Crossing(StateFormula value, CrossingDirection direction) : value_(std::move(value)), direction_(direction) {}

  StateFormula value_;
  CrossingDirection direction_;
  std::vector<StateFormula> where_;  // none or one
};

// Follows a trajectory and finds where it crosses, to rounding: the step that passes through is repeated with other
// lengths until the formula is zero at its end.
class SectionFinder {
 public:
  static Expected<SectionFinder> make(const Model& model, const ForceField& forces, const Plan& plan,
                                      const IntegratorOptions& integrator, Crossing crossing);

  SolveReport start(const State& state);  // on the constraints
  // So many steps; `found` is called with every state at a crossing. Empty, or why a step failed.
  std::string advance(std::int64_t steps, const std::function<void(const State&)>& found);
  // Enough to go on bit for bit; false: it is the memory of something else.
  std::vector<double> memory() const;
  bool resume(std::span<const double> memory);

  const State& state() const { return state_; }
  // Where the formula changed its sign without passing through zero, as an angle at its end does.
  std::int64_t jumps() const { return jumps_; }

 private:
  SectionFinder(Flow flow, Crossing crossing, double step)
      : flow_(std::move(flow)), crossing_(std::move(crossing)), step_(step) {}
  std::string look(double before, double after, const std::function<void(const State&)>& found);
  std::string part_of_step(double length);

  Flow flow_;
  Crossing crossing_;
  double step_, start_time_ = 0.0;
  State state_, before_, part_;  // now, a step ago, and on the way
  std::int64_t jumps_ = 0;
};

// Where a particle of a family starts, as formulas of the family's parameters; empty: as in the model.
struct StartSpec {
  int particle;
  std::array<std::string, 3> position = {}, velocity = {};
  std::string origin = {};
};

// A parameter that starts vary with: `count` values, the first and the last at the ends.
struct FamilySpec {
  std::string name;
  double from = 0.0, to = 1.0;
  int count = 1;
};

// A surface of section, what is plotted on it, and the starts of a portrait.
struct SectionSpec {
  CrossingSpec crossing;
  std::array<std::string, 2> plot, labels;
  FamilySpec vary = {};  // without a name: one start, that of the scenario
  std::vector<StartSpec> starts = {};
};

class StartFamily {
 public:
  // `names` of the parameters that vary.
  static Expected<StartFamily> make(const Model& model, const std::vector<std::string>& names,
                                    const std::vector<StartSpec>& starts, const Parameters& parameters);

  // The model's start with what the formulas say.
  State at(std::span<const double> parameters) const;

 private:
  struct Coordinate {
    std::size_t particle;
    int axis;
    bool is_velocity;
    Formula formula;
  };
  State start_;
  std::vector<Coordinate> coordinates_;
};

}  // namespace taut
