// Averages along a run.
#pragma once

#include <cmath>
#include <vector>

namespace taut::test {

// Mean of numbers along a run, and its standard error from means of blocks.
class Series {
 public:
  void add(double x) { values_.push_back(x); }
  double mean() const { return mean_of(0, values_.size()); }
  double error() const {
    constexpr std::size_t blocks = 20;
    double squares = 0.0;
    for (std::size_t b = 0; b < blocks; ++b) {
      const double off = mean_of(values_.size() * b / blocks, values_.size() * (b + 1) / blocks) - mean();
      squares += off * off;
    }
    return std::sqrt(squares / (blocks * (blocks - 1)));
  }

  double deviation() const {  // standard, of the numbers
    const double middle = mean();
    double squares = 0.0;
    for (const double x : values_) squares += (x - middle) * (x - middle);
    return std::sqrt(squares / static_cast<double>(values_.size()));
  }
  double change() const {  // from the first half to the second
    const std::size_t middle = values_.size() / 2;
    return mean_of(middle, values_.size()) - mean_of(0, middle);
  }

 private:
  double mean_of(std::size_t begin, std::size_t end) const {
    double sum = 0.0;
    for (std::size_t k = begin; k < end; ++k) sum += values_[k];
    return sum / static_cast<double>(end - begin);
  }
  std::vector<double> values_;
};

inline constexpr double far_off = 4.5;  // standard errors, of which 20 blocks give an estimate only

}  // namespace taut::test
