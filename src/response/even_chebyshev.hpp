// Even functions on [-1, 1] by their values at the positive zeros of the Chebyshev polynomial T_2n,
// x_a = cos((2 a + 1) pi / 4 n), a = 0 ... n - 1.
#pragma once

#include <span>
#include <vector>

namespace taut {

class EvenChebyshev {
 public:
  explicit EvenChebyshev(int size);

  int size() const { return static_cast<int>(points_.size()); }
  std::span<const double> points() const { return points_; }
  // Weights on the points under which T_0, T_2, ..., T_2n-2, and with them all even polynomials of lower degree,
  // average to these moments.
  std::vector<double> weights(std::span<const double> moments) const;

 private:
  std::vector<double> points_;
  std::vector<double> transform_;  // by moment, then point
};

}  // namespace taut
