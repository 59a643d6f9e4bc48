// Random directions from counter-based numbers, with arithmetic that gives the same bits everywhere: no sine or cosine
// of a system's library.
#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "base/philox.hpp"
#include "taut/vec.hpp"

namespace taut {

struct CirclePoint {
  double cosine, sine;
};

// Powers of y = x^2: sin x / x from y^0 on, cos x from y^1 on.
struct CircleSeries {
  double sine[8], cosine[8];
};
constexpr CircleSeries make_circle_series() {
  CircleSeries series = {};
  double term = 1.0;  // +-1 / k!
  for (int k = 0; k < 8; ++k) {
    series.sine[k] = term / (2.0 * k + 1.0);
    term /= -(2.0 * k + 1.0) * (2.0 * k + 2.0);
    series.cosine[k] = term;
  }
  return series;
}
inline constexpr CircleSeries circle_series = make_circle_series();

// The point at this part of a full turn, between 0 and 1: quarter turns apart, and the series of both functions up to
// an eighth of a turn, where the first terms left out are below 1e-16.
inline CirclePoint circle_point(double turn) {
  const double quarters = std::floor(4.0 * turn + 0.5);
  const double x = 2.0 * std::numbers::pi * (turn - 0.25 * quarters), y = x * x;
  double sine = 0.0, cosine = 0.0;
  for (int k = 8; k-- > 0;) {
    sine = sine * y + circle_series.sine[k];
    cosine = cosine * y + circle_series.cosine[k];
  }
  sine *= x;
  cosine = cosine * y + 1.0;
  switch (static_cast<int>(quarters) & 3) {
    case 0:
      return {cosine, sine};
    case 1:
      return {-sine, cosine};
    case 2:
      return {-cosine, -sine};
    default:
      return {sine, -cosine};
  }
}

// Uniform on the circle or the sphere, from two numbers that are uniform in (0, 1).
inline Vec3 direction_of(const std::array<double, 2>& uniform, int dimension) {
  const CirclePoint around = circle_point(uniform[0]);
  if (dimension == 2) return {around.cosine, around.sine, 0.0};
  const double z = 2.0 * uniform[1] - 1.0, radius = std::sqrt(1.0 - z * z);
  return {radius * around.cosine, radius * around.sine, z};
}

inline Vec3 random_direction(std::uint64_t seed, std::uint64_t stream, std::uint64_t index, int dimension) {
  return direction_of(uniform_pair(seed, stream, index), dimension);
}

// A unit vector at right angles to this one, at this part of a full turn around it.
inline Vec3 across(const Vec3& axis, double turn) {
  const Vec3 other = std::abs(axis.x) < 0.6 ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 1.0, 0.0};
  const Vec3 c = cross(axis, other), u = (1.0 / norm(c)) * c, v = cross(axis, u);
  const CirclePoint point = circle_point(turn);
  return point.cosine * u + point.sine * v;
}

}  // namespace taut
