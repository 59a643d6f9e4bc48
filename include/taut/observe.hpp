// Measurements of a run while it goes on: distances, angles, sizes and formulas of the state, with means, honest errors
// and histograms, and functions of the lag. Next to nothing grows with the length of the run, and a continued one gives
// the same bits.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "taut/average.hpp"
#include "taut/crossing.hpp"
#include "taut/error.hpp"
#include "taut/forces.hpp"
#include "taut/formula.hpp"
#include "taut/lags.hpp"
#include "taut/model.hpp"
#include "taut/state.hpp"

namespace taut {

enum class MeasureKind : std::uint8_t {
  distance,
  squared_distance,
  gyration,
  angle,
  cosine,
  dihedral,
  formula,
  // Functions of the lag alone, of walkers: particles, or centres of mass of molecules.
  mean_square_displacement,
  velocity_autocorrelation,
  vector_autocorrelation,  // of the vector from the first to the last particle, or of a list of formulas
};

// Whose displacements and velocities are followed. Molecules are what constraints and springs join.
enum class Walkers : std::uint8_t { particles, molecules };
// Whether the motion of the centre of mass of all particles is taken off.
enum class Drift : std::uint8_t { keep, remove };

// A function of the lag. Times are those of the run.
struct LagSpec {
  std::optional<double> longest = {};             // lag; a tenth of the run when absent
  std::optional<std::array<double, 2>> fit = {};  // lags of a diffusion coefficient; from a tenth of the longest on
};

struct MeasureSpec {
  struct Bins {
    double low, high;
    int count;
  };
  std::string name;
  MeasureKind kind = MeasureKind::distance;
  std::vector<int> on;  // two particles of a distance, three of an angle, four of a dihedral; any number otherwise
  // Where each of several molecules ends among them: the number is the mean over molecules, the histogram counts each,
  // and each is a walker of vectors from end to end. Empty: all are one.
  std::vector<std::size_t> molecule_ends = {};
  std::vector<std::string> formulas = {};  // one, or up to three components of a vector
  Parameters parameters = {};
  std::int64_t every = 1;  // steps
  std::optional<Bins> histogram = {};
  std::optional<LagSpec> lags = {};  // the autocorrelation of a number; always there for functions of the lag
  Walkers walkers = Walkers::particles;
  Drift drift = Drift::keep;
  std::string origin = {};
};
bool is_function_of_lag(MeasureKind kind);

struct Measurement {
  std::string name;
  std::int64_t samples = 0;
  double mean = 0.0, error = 0.0, deviation = 0.0, minimum = 0.0, maximum = 0.0;
  double correlation_time = 0.0;  // integrated, in the time of the run
  bool converged = false;         // whether the error is to be trusted
  std::optional<MeasureSpec::Bins> bins = {};
  std::vector<std::int64_t> counts = {};  // below, bins, above
  std::int64_t counted = 0;               // all of them: one a sample and molecule
};

// A function of the lag at the end of a run.
struct LagFunction {
  std::string name;
  LagKind kind = LagKind::product;
  std::size_t walkers = 0;
  std::int64_t samples = 0;
  std::vector<double> lags;  // times
  std::vector<LagEstimate> values;
  std::vector<std::int64_t> origins;
  std::optional<DiffusionFit> diffusion;  // of displacements
  std::optional<LagIntegral> integral;    // of autocorrelations
  std::optional<LagEstimate> green_kubo;  // of velocities: the integral over the dimension, a diffusion coefficient
};

class Measurements {
 public:
  // Of steps of this length. Springs join molecules as constraints do.
  static Expected<Measurements> make(const Model& model, const std::vector<MeasureSpec>& specs, double step,
                                     const std::vector<SpringSpec>& springs = {});

  bool empty() const { return items_.empty(); }
  std::vector<std::string> names() const;  // of numbers
  bool due(std::int64_t step) const;
  std::int64_t next(std::int64_t step) const;  // the first step after this one at which something is due
  // The numbers that are due at this step, nothing for the others; they live until the next call.
  const std::vector<std::optional<double>>& take(const State& state);
  const std::string& lost() const { return lost_; }  // the name of one that was not a number then; empty: all were
  std::vector<Measurement> results() const;
  std::vector<LagFunction> functions() const;

  std::vector<double> memory() const;
  bool restore(std::span<const double> memory);

 private:
  struct Item {
    MeasureSpec spec;
    std::vector<StateFormula> formulas;
    BlockAverage average;
    std::vector<std::int64_t> counts;
    std::vector<std::vector<int>> walkers;  // particles of each
    std::optional<LagCorrelator> lags;
  };
  std::optional<Error> add(const Model& model, const MeasureSpec& spec, const std::vector<SpringSpec>& springs);
  void follow(const Model& model, const std::vector<SpringSpec>& springs, Item& item) const;
  double value(const Item& item, std::span<const int> on, const State& state) const;
  double mean_value(Item& item, const State& state) const;  // over molecules; counts each in the histogram
  void sample(const Item& item, const State& state);
  LagFunction function(const Item& item) const;

  int dimension_ = 3;
  double step_ = 1.0;
  std::vector<double> masses_, moving_masses_;  // a fixed particle weighs one, or nothing
  std::vector<Item> items_;
  std::vector<std::optional<double>> values_;
  std::vector<Vec3> sample_;
  std::string lost_;
};

}  // namespace taut
