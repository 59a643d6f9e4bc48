// Averages with honest errors. Nothing grows with the number of values.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace taut {

// Mean of a series whose values hang together in time, and its standard error by blocking [flyvbjerg1989]: averages of
// neighbours, again and again, until the error no longer depends on the length B of the blocks. That is taken to be the
// first with B^3 > 2 N (e_B / e_1)^4 for N values [lee2011]. The error is widened for the number of blocks it comes
// from (Student): twice the error covers 95 %.
class BlockAverage {
 public:
  void add(double value);
  // Another series of the same quantity that has nothing to do with this one. Both end: a block that is not full counts
  // for the lengths below it only.
  void merge(const BlockAverage& other);

  std::int64_t count() const { return levels_[0].count; }
  double mean() const { return levels_[0].mean; }
  double variance() const;  // of single values
  double minimum() const { return minimum_; }
  double maximum() const { return maximum_; }
  double error() const;             // of the mean; zero for fewer than two values
  double correlation_time() const;  // integrated, in values: 1/2 + sum of autocorrelations; 1/2 where there are none
  // Whether the series holds 16 blocks of such a length. With fewer, the length itself is guessed from what scatters,
  // and series that happen to scatter little look long enough: the error is too small then, however it is widened.
  bool converged() const;

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
  double widened_at(std::size_t level) const;
  bool is_long_enough(std::size_t level) const;
  std::size_t chosen() const;

  std::array<Level, 40> levels_ = {};
  double minimum_ = 0.0, maximum_ = 0.0;
};

}  // namespace taut
