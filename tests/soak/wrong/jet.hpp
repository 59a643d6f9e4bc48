// A number with its first and second derivative along one direction: enough for gradients of constraints (one pass per
// coordinate) and for their accelerations, without any formula being differentiated by hand or by the program itself.
#pragma once

#include <cmath>

namespace taut::soak {

struct Jet {
  double v = 0.0, d = 0.0, s = 0.0;  // value, first and second derivative
  Jet() = default;
  Jet(double value) : v(value) {}  // a constant
  Jet(double value, double first, double second) : v(value), d(first), s(second) {}
};

// f(a) from the value and derivatives of f at a.v.
inline Jet chain(const Jet& a, double f, double f1, double f2) { return {f, f1 * a.d, f2 * a.d * a.d + f1 * a.s}; }

inline Jet operator+(const Jet& a, const Jet& b) { return {a.v + b.v, a.d + b.d, a.s + b.s}; }
inline Jet operator-(const Jet& a, const Jet& b) { return {a.v - b.v, a.d - b.d, a.s - b.s}; }
inline Jet operator-(const Jet& a) { return {-a.v, -a.d, -a.s}; }
inline Jet operator*(const Jet& a, const Jet& b) {
  return {a.v * b.v, a.d * b.v + a.v * b.d, a.s * b.v + 2.0 * a.d * b.d + a.v * b.s};
}
inline Jet inverse(const Jet& a) { return chain(a, 1.0 / a.v, -1.0 / (a.v * a.v), 2.0 / (a.v * a.v * a.v)); }
inline Jet operator/(const Jet& a, const Jet& b) { return a * inverse(b); }
inline Jet sin(const Jet& a) { return chain(a, std::sin(a.v), std::cos(a.v), -std::sin(a.v)); }
inline Jet cos(const Jet& a) { return chain(a, std::cos(a.v), -std::sin(a.v), -std::cos(a.v)); }
inline Jet sqrt(const Jet& a) {
  const double root = std::sqrt(a.v);
  return chain(a, root, 0.5 / root, -0.25 / (root * a.v));
}
inline Jet square(const Jet& a) { return a * a; }
inline Jet cube(const Jet& a) { return a * a * a; }

}  // namespace taut::soak
