#include <algorithm>
#include <cmath>

#include "base/student.hpp"
#include "taut/average.hpp"

namespace taut {
namespace {

constexpr std::int64_t trusted_blocks = 16;  // tests/statistical/coverage_test.cpp shows what fewer would do
constexpr std::int64_t fewest_blocks = 4;    // that are looked at where no length is long enough

}  // namespace

void BlockAverage::add(double value) {
  minimum_ = count() == 0 ? value : std::min(minimum_, value);
  maximum_ = count() == 0 ? value : std::max(maximum_, value);
  for (Level& level : levels_) {
    ++level.count;
    const double difference = value - level.mean;
    level.mean += difference / static_cast<double>(level.count);
    level.spread += difference * (value - level.mean);
    if (level.waiting == 0.0) {
      level.pending = value;
      level.waiting = 1.0;
      return;
    }
    value = 0.5 * (level.pending + value);
    level.waiting = 0.0;
  }
}

// Means and spreads of two parts make those of the whole [chan1983].
void BlockAverage::merge(const BlockAverage& other) {
  if (other.count() == 0) return;
  minimum_ = count() == 0 ? other.minimum_ : std::min(minimum_, other.minimum_);
  maximum_ = count() == 0 ? other.maximum_ : std::max(maximum_, other.maximum_);
  for (std::size_t k = 0; k < levels_.size(); ++k) {
    Level& level = levels_[k];
    const Level& more = other.levels_[k];
    level.waiting = 0.0;
    if (more.count == 0) continue;
    const auto a = static_cast<double>(level.count), b = static_cast<double>(more.count);
    const double difference = more.mean - level.mean;
    level.count += more.count;
    level.mean += difference * b / (a + b);
    level.spread += more.spread + difference * difference * a * b / (a + b);
  }
}

double BlockAverage::variance() const {
  return count() > 1 ? levels_[0].spread / static_cast<double>(count() - 1) : 0.0;
}

double BlockAverage::error_at(std::size_t level) const {
  const auto n = static_cast<double>(levels_[level].count);
  return n > 1.0 ? std::sqrt(levels_[level].spread / (n * (n - 1.0))) : 0.0;
}

// Student's, of this number of blocks.
double BlockAverage::widened_at(std::size_t level) const {
  const std::int64_t blocks = levels_[level].count;
  return blocks > 1 ? error_at(level) * student_factor(static_cast<double>(blocks - 1)) : 0.0;
}

// [lee2011]. A number that is not finite is never long enough.
bool BlockAverage::is_long_enough(std::size_t level) const {
  const double length = std::ldexp(1.0, static_cast<int>(level)), first = error_at(0);
  const double ratio = first > 0.0 ? error_at(level) / first : 1.0;
  return std::isfinite(mean()) && length * length * length > 2.0 * static_cast<double>(count()) * std::pow(ratio, 4);
}

// The level of the error. Where no length is long enough, that of the largest error.
std::size_t BlockAverage::chosen() const {
  std::size_t largest = 0;
  for (std::size_t level = 0; level < levels_.size() && levels_[level].count >= fewest_blocks; ++level) {
    if (is_long_enough(level)) return level;
    if (widened_at(level) > widened_at(largest)) largest = level;
  }
  return largest;
}

bool BlockAverage::converged() const {
  const std::size_t level = chosen();
  return levels_[level].count >= trusted_blocks && is_long_enough(level);
}

double BlockAverage::error() const { return widened_at(chosen()); }

// Errors are as of so many independent values: e_B^2 / e_1^2 = 2 tau.
double BlockAverage::correlation_time() const {
  const double first = error_at(0), ratio = first > 0.0 ? error_at(chosen()) / first : 1.0;
  return std::max(0.5, 0.5 * ratio * ratio);
}

void BlockAverage::save(std::vector<double>& to) const {
  to.insert(to.end(), {minimum_, maximum_});
  for (const Level& level : levels_)
    to.insert(to.end(), {static_cast<double>(level.count), level.mean, level.spread, level.pending, level.waiting});
}

void BlockAverage::restore(std::span<const double> from) {
  minimum_ = from[0];
  maximum_ = from[1];
  for (std::size_t k = 0; k < levels_.size(); ++k) {
    const double* const at = &from[2 + 5 * k];
    levels_[k] = {static_cast<std::int64_t>(at[0]), at[1], at[2], at[3], at[4]};
  }
}

}  // namespace taut
