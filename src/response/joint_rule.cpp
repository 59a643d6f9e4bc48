#include "response/joint_rule.hpp"

#include <cmath>
#include <numbers>

namespace taut {
namespace {

struct Legendre {
  double value, derivative;
};

// P_n and its derivative by the three-term recurrence, |x| < 1.
Legendre legendre(int n, double x) {
  double before = 1.0, value = x;
  for (int k = 2; k <= n; ++k) {
    const double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
    before = value;
    value = next;
  }
  return {value, n * (before - x * value) / ((1.0 - x) * (1.0 + x))};
}

// The zero of P_n nearest to this guess: Newton's steps are below rounding after five from the guess used.
double legendre_zero(int n, double x) {
  for (int step = 0; step < 6; ++step) {
    const Legendre p = legendre(n, x);
    x -= p.value / p.derivative;
  }
  return x;
}

}  // namespace

JointRule::JointRule(int dimension, int size) : dimension_(dimension) {
  const int all = 2 * size;
  for (int q = 0; q < size; ++q) {
    if (dimension == 2) {
      abscissae_.push_back(std::cos((2 * q + 1) * std::numbers::pi / (2 * all)));
      weights_.push_back(1.0 / size);
    } else {
      const double x = legendre_zero(all, std::cos((q + 0.75) * std::numbers::pi / (all + 0.5)));
      const double slope = legendre(all, x).derivative;
      abscissae_.push_back(x);
      weights_.push_back(2.0 / ((1.0 - x) * (1.0 + x) * slope * slope));
    }
  }
}

double JointRule::weight(int q, double X) const {
  const double xi = abscissa(q) * X;
  const double w = weights_[static_cast<std::size_t>(q)], secant = 1.0 / std::cosh(xi);
  if (dimension_ == 3) return w * secant * secant;
  const double below = X - xi, above = X + xi;  // Gauss-Chebyshev takes care of 1 / sqrt(below * above)
  return w * secant * std::sqrt(below / std::sinh(below) * (above / std::sinh(above)));
}

}  // namespace taut
