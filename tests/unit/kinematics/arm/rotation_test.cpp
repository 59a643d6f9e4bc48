#include "taut/rotation.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "base/direction.hpp"

namespace taut {
namespace {

double difference(const Rotation& a, const Rotation& b) { return norm(a.x - b.x) + norm(a.y - b.y) + norm(a.z - b.z); }

TEST(Rotation, IsTheInverseOfItsVectorUpToHalfATurn) {
  for (const double angle : {0.0, 1e-12, 1e-7, 0.3, 1.5, 3.0, 3.1, std::numbers::pi - 1e-6, std::numbers::pi - 1e-9})
    for (std::uint64_t k = 0; k < 50; ++k) {
      const Vec3 axis = random_direction(3, 0, k, 3);
      const Rotation rotation = rotation_about(axis, angle);
      const Vec3 vector = rotation_vector(rotation);
      EXPECT_NEAR(norm(vector), angle, 2e-8) << angle;  // the angle is a root of 1 - cos near half a turn
      EXPECT_LT(difference(rotation_by(vector), rotation), 1e-7) << angle;
      if (angle < 3.0) {
        EXPECT_LT(norm(vector - angle * axis), 1e-13) << angle;
      }
    }
}

TEST(Rotation, TakesOneDirectionToAnother) {
  for (std::uint64_t k = 0; k < 100; ++k) {
    const Vec3 a = random_direction(4, 0, k, 3), b = random_direction(4, 1, k, 3);
    EXPECT_LT(norm(rotation_between(a, b) * a - b), 1e-14);
    EXPECT_LT(norm(rotation_between(a, -a) * a + a), 1e-14);
    EXPECT_EQ(rotation_between(a, a), Rotation{});
  }
}

// Roll, pitch and yaw as URDF defines them: about the fixed axes x, y and z in turn.
TEST(Rotation, OfRollPitchAndYaw) {
  const Rotation turned = rotation_of_rpy({0.5 * std::numbers::pi, 0.0, 0.5 * std::numbers::pi});
  EXPECT_LT(norm(turned * Vec3{0.0, 1.0, 0.0} - Vec3{0.0, 0.0, 1.0}), 1e-15);  // y to z, and stays
  EXPECT_LT(norm(turned * Vec3{1.0, 0.0, 0.0} - Vec3{0.0, 1.0, 0.0}), 1e-15);  // x to y by the yaw
}

TEST(Rotation, HasTheAnglesThatItIsMadeOf) {
  for (const double roll : {-3.0, -0.4, 0.0, 1.7})
    for (const double pitch : {-0.5 * std::numbers::pi, -1.5, 0.3, 0.5 * std::numbers::pi})
      for (const double yaw : {-2.0, 0.0, 3.1}) {
        const Rotation wanted = rotation_of_rpy({roll, pitch, yaw});
        const Vec3 angles = rpy_of(wanted);
        EXPECT_LT(norm(rotation_vector(inverse(wanted) * rotation_of_rpy(angles))), 1e-14);
        EXPECT_NEAR(angles.y, pitch, 1e-15);
        if (std::abs(pitch) < 1.55) {
          EXPECT_LT(norm(angles - Vec3{roll, pitch, yaw}), 1e-13);
        } else {
          EXPECT_EQ(angles.x, 0.0);
        }
      }
}

}  // namespace
}  // namespace taut
