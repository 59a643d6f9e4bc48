#include "kinematics/judge/widest_swing.hpp"

#include <cmath>
#include <numbers>

#include "kinematics/judge/largest_between.hpp"
#include "taut/rotation.hpp"

namespace taut {
namespace {

// Whether no swing beyond `top` is possible between two up to `swing`, by the eps of the interval.
bool is_within(double swing, double eps, double top) {
  if (top >= std::numbers::pi) return true;
  if (swing > top) return false;
  if (top <= 0.5 * std::numbers::pi) return eps <= std::sin(top - swing);
  return eps <= 2.0 * std::sin(0.5 * (top + swing)) * std::sin(0.5 * (top - swing));  // cos swing - cos top
}

}  // namespace

double swing_of(const Vec3& value) {
  const Vec3 x = rotation_by(value).x;
  return std::atan2(std::hypot(x.y, x.z), x.x);
}

double widest_swing(const Vec3& from, const Vec3& to, double limit) {
  constexpr double precision = 1e-11;  // of a swing beyond the limit
  const Vec3 way = to - from;
  const double eps = 0.125 * dot(way, way);
  return largest_between([&](double s) { return swing_of(from + s * way); },
                         [&](double swing, double h, double top) { return is_within(swing, eps * h * h, top); },
                         [&](double largest) { return largest > limit ? largest + precision : limit; });
}

}  // namespace taut
