#include <algorithm>
#include <cmath>

#include "taut/average.hpp"

namespace taut {

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

// The level of the error; levels_.size() where none is long enough.
std::size_t BlockAverage::chosen() const {
  const double first = error_at(0);
  for (std::size_t level = 0; level < levels_.size() && levels_[level].count > 1; ++level) {
    const double length = std::ldexp(1.0, static_cast<int>(level)), ratio = first > 0.0 ? error_at(level) / first : 1.0;
    if (length * length * length > 2.0 * static_cast<double>(count()) * ratio * ratio * ratio * ratio) return level;
  }
  return levels_.size();
}

bool BlockAverage::converged() const { return chosen() < levels_.size(); }

// Without a length that is enough, the largest that any length gives.
double BlockAverage::error() const {
  if (converged()) return error_at(chosen());
  double largest = 0.0;
  for (std::size_t level = 0; level < levels_.size(); ++level) largest = std::max(largest, error_at(level));
  return largest;
}

// Errors are as of so many independent values: e_B^2 / e_1^2 = 2 tau.
double BlockAverage::correlation_time() const {
  const double first = error_at(0), ratio = first > 0.0 ? error() / first : 1.0;
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
