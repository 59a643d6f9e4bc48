// The order of convergence, fitted over several step sizes.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace taut::test {

// Slope of the line that fits y(x) best.
inline double slope(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double mean_x = 0.0, mean_y = 0.0, xx = 0.0, xy = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) mean_x += x[k] / n, mean_y += y[k] / n;
  for (std::size_t k = 0; k < x.size(); ++k) {
    xx += (x[k] - mean_x) * (x[k] - mean_x);
    xy += (x[k] - mean_x) * (y[k] - mean_y);
  }
  return xy / xx;
}

// p of error ~ h^p.
inline double order_of(const std::vector<double>& steps, const std::vector<double>& errors) {
  std::vector<double> x, y;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    x.push_back(std::log(steps[k]));
    y.push_back(std::log(errors[k]));
  }
  return slope(x, y);
}

}  // namespace taut::test
