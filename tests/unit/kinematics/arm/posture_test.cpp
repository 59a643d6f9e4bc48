#include "kinematics/arm/posture.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/sample_arms.hpp"

namespace taut {
namespace {

TEST(Posture, OfAPlaneArmIsTheSumOfItsLimbs) {
  const Arm arm = support::row_of_limbs(2, 7, 3.0);
  const std::vector<double> values = support::random_posture(arm, 5);
  Vec3 at;
  double angle = 0.0;
  for (const double value : values) {
    angle += value;
    at += Vec3{std::cos(angle), std::sin(angle), 0.0};
  }
  EXPECT_LT(norm(hand_frame(arm, values).place - at), 1e-14);
}

TEST(Posture, GivesItsValuesBack) {
  for (const auto& [name, arm] : support::sample_arms())
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const std::vector<double> values = support::random_posture(arm, seed);
      const std::vector<double> found = joint_values(arm, joint_frames(arm, values));
      ASSERT_EQ(found.size(), values.size());
      for (std::size_t k = 0; k < values.size(); ++k) EXPECT_NEAR(found[k], values[k], 1e-7) << name << " " << k;
    }
}

// What each value does to a point, against differences of whole postures. Errors of a central difference are h^2.
TEST(Posture, KnowsHowValuesMoveIt) {
  constexpr double h = 1e-5;
  for (const auto& [name, arm] : support::sample_arms()) {
    Posture posture(arm), moved(arm);
    posture.set(support::random_posture(arm, 8));
    for (std::size_t hand = 0; hand < arm.hands().size(); ++hand) {
      const int joint = arm.hands()[hand].joint, index = static_cast<int>(hand);
      std::vector<Vec3> velocity(static_cast<std::size_t>(arm.value_count())), spin = velocity;
      posture.each_motion(joint, posture.hand_place(index), [&](int value, const Vec3& v, const Vec3& w) {
        velocity[static_cast<std::size_t>(value)] = v;
        spin[static_cast<std::size_t>(value)] = w;
      });
      for (std::size_t k = 0; k < velocity.size(); ++k) {
        std::vector<double> step(velocity.size());
        step[k] = h;
        moved.move(posture, step);
        const Placement after = moved.hand_frame(index);
        step[k] = -h;
        moved.move(posture, step);
        const Placement before = moved.hand_frame(index);
        EXPECT_LT(norm((0.5 / h) * (after.place - before.place) - velocity[k]), 1e-8) << name << " " << k;
        const Vec3 turned = rotation_vector(after.turn * inverse(before.turn));
        EXPECT_LT(norm((0.5 / h) * turned - spin[k]), 1e-8) << name << " " << k;
      }
    }
  }
}

TEST(Posture, StopsAtLimitsAndRimsOfCones) {
  for (const auto& [name, arm] : support::sample_arms()) {
    Posture posture(arm);
    std::vector<double> step(static_cast<std::size_t>(arm.value_count()), 2.5);
    for (int k = 0; k < 4; ++k) posture.move(posture, step);
    for (int v = 0; v < arm.value_count(); ++v) EXPECT_LE(posture.values()[static_cast<std::size_t>(v)], arm.upper(v));
    for (std::size_t k = 0; k < arm.joints().size(); ++k) {
      if (arm.joints()[k].kind != JointKind::ball) continue;
      const double* v = posture.values().data() + arm.first_value(static_cast<int>(k));
      const Vec3 x = rotation_by({v[0], v[1], v[2]}).x;
      EXPECT_LE(std::atan2(std::hypot(x.y, x.z), x.x), arm.joints()[k].upper + 1e-12) << name;
    }
  }
}

TEST(Arm, RefusesWhatIsNone) {
  ArmBuilder empty(2);
  EXPECT_EQ(empty.build().error().message, "there are none; expected at least one limb on a joint");
  ArmBuilder flat(2);
  flat.add_link(0.0, -1.0, 1.0);  // which turns in place
  EXPECT_EQ(flat.build().error().key, "hand");
  ArmBuilder twisted(2);
  twisted.add(JointSpec{.axis = {1.0, 0.0, 0.0}});
  EXPECT_EQ(twisted.build().error().message, "expected z: the arm is plane");
  ArmBuilder crossed(3);
  crossed.add(JointSpec{.lower = 1.0, .upper = -1.0});
  EXPECT_EQ(crossed.build().error().key, "joints[0].limits");
  ArmBuilder still(3);
  still.add(JointSpec{.kind = JointKind::fixed});
  still.add(LimbSpec{.joint = 0, .to = {1.0, 0.0, 0.0}});
  EXPECT_EQ(still.build().error().message, "no joint can move; expected one that is not fixed");
}

TEST(Arm, KnowsItsRange) {
  const Arm::Range plane = support::row_of_limbs(2, 6, 3.0).range(0);
  EXPECT_EQ(plane.most, 6.0);
  EXPECT_EQ(plane.least, 0.0);
  ArmBuilder builder(2, {{1.0, 2.0, 0.0}, {}});
  builder.add_link(3.0, -3.0, 3.0);
  builder.add_link(1.0, -3.0, 3.0);
  const Arm::Range annulus = builder.build().value().range(0);
  EXPECT_EQ(annulus.from, (Vec3{1.0, 2.0, 0.0}));
  EXPECT_EQ(annulus.most, 4.0);
  EXPECT_EQ(annulus.least, 2.0);
  for (const auto& [name, arm] : support::sample_arms())
    for (std::size_t hand = 0; hand < arm.hands().size(); ++hand)
      for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Arm::Range range = arm.range(static_cast<int>(hand));
        const Vec3 at = hand_frame(arm, support::random_posture(arm, seed), static_cast<int>(hand)).place;
        EXPECT_LE(norm(at - range.from), range.most + 1e-12) << name;
        EXPECT_GE(norm(at - range.from), range.least - 1e-12) << name;
      }
}

}  // namespace
}  // namespace taut
