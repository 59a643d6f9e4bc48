// Averages over the angle theta of a free joint, cos(theta) = c uniform in space, theta uniform in the plane, as sums.
// With c = tanh(xi) / tanh(X) the average of an even function f(xi) is
//   space  coth(X) int_0^X f / cosh^2(xi) dxi
//   plane  (2/pi) cosh(X) int_0^X f / (cosh(xi) sqrt(sinh(X - xi) sinh(X + xi))) dxi,
// analytic for |Im xi| < pi/2 but for the root at X: Gauss-Legendre and Gauss-Chebyshev sums converge geometrically.
#pragma once

#include <vector>

namespace taut {

class JointRule {
 public:
  JointRule(int dimension, int size);

  int size() const { return static_cast<int>(abscissae_.size()); }
  double abscissa(int q) const { return abscissae_[static_cast<std::size_t>(q)]; }  // xi / X
  double weight(int q, double X) const;  // but for a factor that makes their sum over q one

 private:
  int dimension_;
  std::vector<double> abscissae_, weights_;  // the positive half of a rule for [-1, 1]
};

}  // namespace taut
