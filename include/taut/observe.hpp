// Measurements of a run while it goes on: distances, angles, sizes and formulas of positions, with means, honest errors
// and histograms. Nothing grows with the length of the run, and a continued one gives the same bits.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "taut/error.hpp"
#include "taut/formula.hpp"
#include "taut/model.hpp"
#include "taut/vec.hpp"

namespace taut {

// Mean of a series whose values hang together in time, and its standard error by blocking [flyvbjerg1989]: averages of
// neighbours, again and again, until the error no longer depends on the length B of the blocks. That is taken to be the
// first with B^3 > 2 N (e_B / e_1)^4 for N values [lee2011].
class BlockAverage {
 public:
  void add(double value);

  std::int64_t count() const { return levels_[0].count; }
  double mean() const { return levels_[0].mean; }
  double variance() const;  // of single values
  double minimum() const { return minimum_; }
  double maximum() const { return maximum_; }
  double error() const;             // of the mean; zero for fewer than two values
  double correlation_time() const;  // integrated, in values: 1/2 + sum of autocorrelations; 1/2 where there are none
  bool converged() const;           // whether there was such a length; the error is too small otherwise

  static constexpr std::size_t saved_size = 2 + 40 * 5;
  void save(std::vector<double>& to) const;
  void restore(std::span<const double> from);

 private:
  struct Level {
    std::int64_t count = 0;
    double mean = 0.0, spread = 0.0;      // of block means [welford1962]
    double pending = 0.0, waiting = 0.0;  // the first half of a block of the next level, and whether there is one
  };
  double error_at(std::size_t level) const;
  std::size_t chosen() const;

  std::array<Level, 40> levels_ = {};
  double minimum_ = 0.0, maximum_ = 0.0;
};

enum class MeasureKind : std::uint8_t { distance, squared_distance, gyration, angle, cosine, dihedral, formula };

struct MeasureSpec {
  struct Bins {
    double low, high;
    int count;
  };
  std::string name;
  MeasureKind kind = MeasureKind::distance;
  std::vector<int> on;  // two particles of a distance, three of an angle, four of a dihedral; any number otherwise
  std::string formula = {};
  Parameters parameters = {};
  std::int64_t every = 1;  // steps
  std::optional<Bins> histogram = {};
  std::string origin = {};
};

struct Measurement {
  std::string name;
  std::int64_t samples = 0;
  double mean = 0.0, error = 0.0, deviation = 0.0, minimum = 0.0, maximum = 0.0;
  double correlation_time = 0.0;  // integrated, in the time of the run
  bool converged = false;         // whether the error is to be trusted
  std::optional<MeasureSpec::Bins> bins = {};
  std::vector<std::int64_t> counts = {};  // below, bins, above
};

class Measurements {
 public:
  static Expected<Measurements> make(const Model& model, const std::vector<MeasureSpec>& specs);

  bool empty() const { return items_.empty(); }
  std::vector<std::string> names() const;
  bool due(std::int64_t step) const;
  std::int64_t next(std::int64_t step) const;  // the first step after this one at which something is due
  // Values of what is due at this step, nothing for the others; they live until the next call.
  const std::vector<std::optional<double>>& take(std::int64_t step, double time, std::span<const Vec3> position);
  std::vector<Measurement> results(double step) const;  // of this length in time

  std::vector<double> memory() const;
  bool restore(std::span<const double> memory);

 private:
  struct Item {
    MeasureSpec spec;
    std::optional<Formula> formula;
    BlockAverage average;
    std::vector<std::int64_t> counts;
  };
  double value(const Item& item, double time, std::span<const Vec3> position);

  std::vector<double> masses_;
  std::vector<Item> items_;
  std::vector<std::optional<double>> values_;
  std::vector<double> variables_, scratch_;
};

}  // namespace taut
