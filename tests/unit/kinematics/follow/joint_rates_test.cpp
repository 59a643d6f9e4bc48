#include <gtest/gtest.h>

#include <cmath>

#include "taut/follow.hpp"

namespace taut {
namespace {

Arm two_hinges() {
  ArmBuilder builder(2);
  builder.add_link(1.0, -3.0, 3.0);
  builder.add_link(1.0, -3.0, 3.0);
  return builder.build().value();
}

std::vector<Target> straight(int pieces) {
  std::vector<Target> path;
  for (int k = 0; k <= pieces; ++k) path.push_back({.position = {0.5 * k, 0.0, 0.0}});
  return path;
}

// Parabolas are met exactly, at the ends as well.
TEST(JointRates, AreExactForConstantAcceleration) {
  const Arm arm = two_hinges();
  const auto path = straight(8);
  std::vector<double> values;
  for (int k = 0; k <= 8; ++k) {
    const double t = 2.0 * k / 8.0;
    values.insert(values.end(), {0.3 - 0.2 * t + 0.7 * t * t, 1.5 * t});
  }
  const JointRates rates = joint_rates(arm, values, path, 2.0);
  ASSERT_EQ(rates.times.size(), 9u);
  for (std::size_t k = 0; k < 9; ++k) {
    const double t = rates.times[k];
    EXPECT_NEAR(t, 2.0 * static_cast<double>(k) / 8.0, 1e-15);
    EXPECT_NEAR(rates.velocities[2 * k], -0.2 + 1.4 * t, 1e-12);
    EXPECT_NEAR(rates.accelerations[2 * k], 1.4, 1e-11);
    EXPECT_NEAR(rates.velocities[2 * k + 1], 1.5, 1e-12);
    EXPECT_NEAR(rates.accelerations[2 * k + 1], 0.0, 1e-11);
  }
}

TEST(JointRates, TimeGoesWithTheLengthOfThePath) {
  const Arm arm = two_hinges();
  const std::vector<Target> path = {{.position = {0, 0, 0}}, {.position = {1, 0, 0}}, {.position = {1, 3, 0}}};
  const std::vector<double> values(6, 0.1);
  EXPECT_EQ(joint_rates(arm, values, path, 8.0).times, (std::vector<double>{0.0, 2.0, 8.0}));
}

TEST(JointRates, OfOneAndTwoPoints) {
  const Arm arm = two_hinges();
  EXPECT_EQ(joint_rates(arm, std::vector<double>{1.0, 2.0}, straight(0), 1.0).velocities, (std::vector<double>{0, 0}));
  const JointRates two = joint_rates(arm, std::vector<double>{1.0, 2.0, 1.5, 1.0}, straight(1), 0.5);
  EXPECT_EQ(two.velocities, (std::vector<double>{1.0, -2.0, 1.0, -2.0}));
}

TEST(JointRates, AreFiniteWhereTheHandStandsStill) {
  const Arm arm = two_hinges();
  const std::vector<Target> path = {{.position = {0, 0, 0}}, {.position = {0, 0, 0}}, {.position = {1, 0, 0}}};
  for (const double v : joint_rates(arm, std::vector<double>{0, 0, 0.1, 0, 0.2, 0}, path, 1.0).velocities)
    EXPECT_TRUE(std::isfinite(v));
}

// A ball that spins about a fixed axis has that angular velocity, however far it has turned.
TEST(JointRates, OfABallAreItsAngularVelocity) {
  ArmBuilder builder(3);
  builder.add_link(1.0, 0.0, 3.0);
  const Arm arm = builder.build().value();
  const Vec3 spin{0.6, -0.3, 0.9};
  const Rotation first = rotation_by({0.2, 0.5, -0.1});
  const auto path = straight(10);
  std::vector<double> values;
  for (int k = 0; k <= 10; ++k) {
    const Vec3 q = rotation_vector(first * rotation_by((0.4 * k) * spin));  // past half a turn
    values.insert(values.end(), {q.x, q.y, q.z});
  }
  const JointRates rates = joint_rates(arm, values, path, 4.0);
  for (std::size_t k = 0; k <= 10; ++k)
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(rates.velocities[3 * k + static_cast<std::size_t>(axis)], spin[axis], 1e-12);
      EXPECT_NEAR(rates.accelerations[3 * k + static_cast<std::size_t>(axis)], 0.0, 1e-11);
    }
}

}  // namespace
}  // namespace taut
