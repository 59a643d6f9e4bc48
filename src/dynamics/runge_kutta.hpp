// Explicit Runge-Kutta methods as tableaux: for y' = f(t, y) and a step h,
//   Y_i = y + h sum_j a_ij f(t + c_j h, Y_j),  j < i        y' = y + h sum_i b_i f(t + c_i h, Y_i)
#pragma once

#include <span>

namespace taut {

struct RungeKutta {
  int order;
  std::span<const double> weights;  // b
  std::span<const double> nodes;    // c
  std::span<const double> below;    // a, row by row below the diagonal

  std::size_t stages() const { return weights.size(); }
  std::span<const double> row(std::size_t stage) const { return below.subspan(stage * (stage - 1) / 2, stage); }
};

// The one of order 2, 4 or 8; that of order 4 for any other number.
const RungeKutta& runge_kutta(int order);

}  // namespace taut
