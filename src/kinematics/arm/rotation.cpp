// [murray1994, eq. (2.14)] the exponential of a rotation, and its inverse:
//   R v = v cos a + (n x v) sin a + n (n.v) (1 - cos a)
//   n sin a = (x1 x R x1 + x2 x R x2 + x3 x R x3) / 2,   cos a = (tr R - 1) / 2
#include "taut/rotation.hpp"

#include <algorithm>
#include <numbers>

#include "base/direction.hpp"

namespace taut {

Rotation rotation_about(const Vec3& n, double angle) {
  const CirclePoint at = circle_point(angle * (0.5 / std::numbers::pi));
  const auto turned = [&](const Vec3& v) {
    return at.cosine * v + at.sine * cross(n, v) + ((1.0 - at.cosine) * dot(n, v)) * n;
  };
  const Rotation identity;
  return {turned(identity.x), turned(identity.y), turned(identity.z)};
}

Rotation rotation_by(const Vec3& vector) {
  const double angle = norm(vector);
  return angle > 0.0 ? rotation_about((1.0 / angle) * vector, angle) : Rotation{};
}

Vec3 rotation_vector(const Rotation& r) {
  const Vec3 twice_sine = {r.y.z - r.z.y, r.z.x - r.x.z, r.x.y - r.y.x};
  const double sine = 0.5 * norm(twice_sine), cosine = 0.5 * (r.x.x + r.y.y + r.z.z - 1.0);
  if (cosine > -0.9) return (sine > 1e-8 ? 0.5 * std::atan2(sine, cosine) / sine : 0.5) * twice_sine;
  // Close to half a turn: n n^T = (R + R^T - 2 cos a) / (2 (1 - cos a)), from its largest column.
  const double k = 1.0 / (1.0 - cosine);
  const Vec3 square = {(r.x.x - cosine) * k, (r.y.y - cosine) * k, (r.z.z - cosine) * k};
  Vec3 n;
  if (square.x >= square.y && square.x >= square.z)
    n = {square.x, 0.5 * k * (r.x.y + r.y.x), 0.5 * k * (r.x.z + r.z.x)};
  else if (square.y >= square.z)
    n = {0.5 * k * (r.x.y + r.y.x), square.y, 0.5 * k * (r.y.z + r.z.y)};
  else
    n = {0.5 * k * (r.x.z + r.z.x), 0.5 * k * (r.y.z + r.z.y), square.z};
  const double side = dot(n, twice_sine) < 0.0 ? -1.0 : 1.0;
  return (side * std::atan2(sine, cosine) / norm(n)) * n;
}

Rotation rotation_between(const Vec3& from, const Vec3& to) {
  const Vec3 c = cross(from, to);
  const double sine = norm(c), cosine = dot(from, to);
  if (sine > 1e-12) return rotation_about((1.0 / sine) * c, std::atan2(sine, cosine));
  return cosine > 0.0 ? Rotation{} : rotation_about(across(from, 0.0), std::numbers::pi);
}

Rotation rotation_of_rpy(const Vec3& angles) {
  return rotation_about({0.0, 0.0, 1.0}, angles.z) * rotation_about({0.0, 1.0, 0.0}, angles.y) *
         rotation_about({1.0, 0.0, 0.0}, angles.x);
}

Vec3 rpy_of(const Rotation& rotation) {
  const auto& [x, y, z] = rotation;
  const double level = std::hypot(x.x, x.y), pitch = std::atan2(-x.z, level);
  if (level < 1e-8) return {0.0, pitch, std::atan2(-y.x, y.y)};  // x and z turn about the same
  return {std::atan2(y.z, z.z), pitch, std::atan2(x.y, x.x)};
}

}  // namespace taut
