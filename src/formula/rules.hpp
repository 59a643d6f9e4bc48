// The mathematics of each operation, once: value, first and second partial derivatives with respect to its operands.
//   r = f(a, b)     slopes: f_a, f_b     curvatures: f_aa, f_ab, f_bb
// c is the instruction's constant (an exponent). Derivatives take r from the forward sweep where that spares a call.
// At kinks: abs' = sgn with sgn(0) = 0; sgn' = floor' = 0; min and max follow the chosen operand, the first on a tie.
#pragma once

#include <cmath>
#include <numbers>

#include "formula/operation.hpp"

namespace taut::formula {

struct Slopes {
  double a = 0.0;
  double b = 0.0;
};

struct Curvatures {
  double aa = 0.0;
  double ab = 0.0;
  double bb = 0.0;
};

inline double sign(double a) noexcept { return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : a; }  // keeps NaN

// Whether min or max is its second operand. NaN is chosen from either side, so that it is never lost.
inline bool chooses_second(Operation op, double a, double b) noexcept {
  return std::isnan(b) || (op == Operation::min ? b < a : b > a);
}

// d/da a^p and d²/da² a^p: an exponent that differentiates away must not meet the infinity of 0^-1.
inline double power_slope(double a, double p) noexcept { return p == 0.0 ? 0.0 : p * std::pow(a, p - 1.0); }
inline double power_curvature(double a, double p) noexcept {
  const double factor = p * (p - 1.0);
  return factor == 0.0 ? 0.0 : factor * std::pow(a, p - 2.0);
}

// a^p · log(a)^k tends to 0 with a for p > 0, where 0 · ∞ would be NaN.
inline double power_times_log(double a, double p, double power, double factor) noexcept {
  return a == 0.0 && p > 0.0 ? 0.0 : power * factor;
}

[[gnu::always_inline]] inline double value(Operation op, double a, double b, double c) noexcept {
  switch (op) {
    case Operation::constant:
    case Operation::variable:
      return a;
    case Operation::negate:
      return -a;
    case Operation::sqrt:
      return std::sqrt(a);
    case Operation::cbrt:
      return std::cbrt(a);
    case Operation::exp:
      return std::exp(a);
    case Operation::log:
      return std::log(a);
    case Operation::log10:
      return std::log10(a);
    case Operation::sin:
      return std::sin(a);
    case Operation::cos:
      return std::cos(a);
    case Operation::tan:
      return std::tan(a);
    case Operation::asin:
      return std::asin(a);
    case Operation::acos:
      return std::acos(a);
    case Operation::atan:
      return std::atan(a);
    case Operation::sinh:
      return std::sinh(a);
    case Operation::cosh:
      return std::cosh(a);
    case Operation::tanh:
      return std::tanh(a);
    case Operation::abs:
      return std::abs(a);
    case Operation::sgn:
      return sign(a);
    case Operation::floor:
      return std::floor(a);
    case Operation::constant_power:
      return std::pow(a, c);
    case Operation::add:
      return a + b;
    case Operation::subtract:
      return a - b;
    case Operation::multiply:
      return a * b;
    case Operation::divide:
      return a / b;
    case Operation::power:
      return std::pow(a, b);
    case Operation::atan2:
      return std::atan2(a, b);
    case Operation::hypot:
      return std::hypot(a, b);
    case Operation::min:
    case Operation::max:
      return chooses_second(op, a, b) ? b : a;
  }
  return a;
}

inline double arcsine_slope(double a) noexcept { return 1.0 / std::sqrt((1.0 - a) * (1.0 + a)); }
inline double tanh_slope(double a) noexcept {  // 1 - tanh² would cancel for large a
  const double c = std::cosh(a);
  return 1.0 / c / c;
}
inline Slopes arctangent_slopes(double a, double b) noexcept {
  const double h = std::hypot(a, b);
  return {b / h / h, -a / h / h};
}
inline Slopes power_slopes(double a, double b, double r) noexcept {
  return {power_slope(a, b), power_times_log(a, b, r, std::log(a))};
}

[[gnu::always_inline]] inline Slopes slopes(Operation op, double a, double b, double c, double r) noexcept {
  switch (op) {
    case Operation::constant:
    case Operation::variable:
      return {};
    case Operation::negate:
      return {-1.0};
    case Operation::sqrt:
      return {0.5 / r};
    case Operation::cbrt:
      return {1.0 / (3.0 * r * r)};
    case Operation::exp:
      return {r};
    case Operation::log:
      return {1.0 / a};
    case Operation::log10:
      return {1.0 / (a * std::numbers::ln10)};
    case Operation::sin:
      return {std::cos(a)};
    case Operation::cos:
      return {-std::sin(a)};
    case Operation::tan:
      return {1.0 + r * r};
    case Operation::asin:
      return {arcsine_slope(a)};
    case Operation::acos:
      return {-arcsine_slope(a)};
    case Operation::atan:
      return {1.0 / (1.0 + a * a)};
    case Operation::sinh:
      return {std::cosh(a)};
    case Operation::cosh:
      return {std::sinh(a)};
    case Operation::tanh:
      return {tanh_slope(a)};
    case Operation::abs:
      return {sign(a)};
    case Operation::sgn:
    case Operation::floor:
      return {0.0};
    case Operation::constant_power:
      return {power_slope(a, c)};
    case Operation::add:
      return {1.0, 1.0};
    case Operation::subtract:
      return {1.0, -1.0};
    case Operation::multiply:
      return {b, a};
    case Operation::divide:
      return {1.0 / b, -r / b};
    case Operation::power:
      return power_slopes(a, b, r);
    case Operation::atan2:
      return arctangent_slopes(a, b);
    case Operation::hypot:
      return {a / r, b / r};
    case Operation::min:
    case Operation::max:
      return chooses_second(op, a, b) ? Slopes{0.0, 1.0} : Slopes{1.0, 0.0};
  }
  return {};
}

inline double arcsine_curvature(double a) noexcept {
  const double slope = arcsine_slope(a);
  return a * slope * slope * slope;
}
inline double arctangent_curvature(double a) noexcept {
  const double slope = 1.0 / (1.0 + a * a);
  return -2.0 * a * slope * slope;
}
inline Curvatures arctangent_curvatures(double a, double b) noexcept {
  const auto [da, db] = arctangent_slopes(a, b);
  return {2.0 * da * db, db * db - da * da, -2.0 * da * db};
}
inline Curvatures hypot_curvatures(double a, double b, double r) noexcept {
  const double u = a / r;
  const double v = b / r;
  return {v * v / r, -u * v / r, u * u / r};
}
inline Curvatures power_curvatures(double a, double b, double r) noexcept {
  const double log_a = std::log(a);
  return {power_curvature(a, b), power_times_log(a, b - 1.0, std::pow(a, b - 1.0), 1.0 + b * log_a),
          power_times_log(a, b, r, log_a * log_a)};
}

[[gnu::always_inline]] inline Curvatures curvatures(Operation op, double a, double b, double c, double r) noexcept {
  switch (op) {
    case Operation::sqrt:
      return {-0.25 / (a * r)};
    case Operation::cbrt:
      return {-2.0 / (9.0 * a * r * r)};
    case Operation::exp:
      return {r};
    case Operation::log:
      return {-1.0 / (a * a)};
    case Operation::log10:
      return {-1.0 / (a * a * std::numbers::ln10)};
    case Operation::sin:
    case Operation::cos:
      return {-r};
    case Operation::tan:
      return {2.0 * r * (1.0 + r * r)};
    case Operation::asin:
      return {arcsine_curvature(a)};
    case Operation::acos:
      return {-arcsine_curvature(a)};
    case Operation::atan:
      return {arctangent_curvature(a)};
    case Operation::sinh:
    case Operation::cosh:
      return {r};
    case Operation::tanh:
      return {-2.0 * r * tanh_slope(a)};
    case Operation::constant_power:
      return {power_curvature(a, c)};
    case Operation::multiply:
      return {0.0, 1.0, 0.0};
    case Operation::divide:
      return {0.0, -1.0 / (b * b), 2.0 * r / (b * b)};
    case Operation::power:
      return power_curvatures(a, b, r);
    case Operation::atan2:
      return arctangent_curvatures(a, b);
    case Operation::hypot:
      return hypot_curvatures(a, b, r);
    default:
      return {};  // linear, piecewise linear or a leaf
  }
}

}  // namespace taut::formula
