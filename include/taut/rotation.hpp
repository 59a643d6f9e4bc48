// Rotations in space, held as the three unit vectors that the axes turn to.
#pragma once

#include "taut/vec.hpp"

namespace taut {

struct Rotation {
  Vec3 x = {1.0, 0.0, 0.0};
  Vec3 y = {0.0, 1.0, 0.0};
  Vec3 z = {0.0, 0.0, 1.0};
  constexpr bool operator==(const Rotation&) const = default;
};

constexpr Vec3 operator*(const Rotation& a, const Vec3& b) { return b.x * a.x + b.y * a.y + b.z * a.z; }
constexpr Rotation operator*(const Rotation& a, const Rotation& b) { return {a * b.x, a * b.y, a * b.z}; }
constexpr Rotation inverse(const Rotation& a) {
  return {{a.x.x, a.y.x, a.z.x}, {a.x.y, a.y.y, a.z.y}, {a.x.z, a.y.z, a.z.z}};
}

// About this unit vector, by this angle in radians.
Rotation rotation_about(const Vec3& axis, double angle);
// About the direction of this vector, by its length in radians; and the vector of a rotation, at most pi long.
Rotation rotation_by(const Vec3& vector);
Vec3 rotation_vector(const Rotation& rotation);
// The smallest rotation that takes one unit vector to the other.
Rotation rotation_between(const Vec3& from, const Vec3& to);
// About x, then y, then z of the fixed axes, in radians, as URDF has it.
Rotation rotation_of_rpy(const Vec3& angles);
// Such angles of a rotation: that about y within a right angle; where it is one, none about x.
Vec3 rpy_of(const Rotation& rotation);

}  // namespace taut
