// The length that tolerances are relative to.
#include <gtest/gtest.h>

#include <limits>

#include "taut/reach.hpp"

namespace taut {
namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();

Arm on_slider(double lower, double upper) {
  ArmBuilder builder(2);
  builder.add(JointSpec{.kind = JointKind::slider, .axis = {1.0, 0.0, 0.0}, .lower = lower, .upper = upper});
  builder.add_link(0.5, -no_limit, no_limit);
  builder.add_link(0.5, -no_limit, no_limit);
  return builder.build().value();
}

TEST(ArmSize, CountsSlidersThatGoAboutAsFarAsTheLimbs) {
  EXPECT_DOUBLE_EQ(on_slider(0.0, 3.0).size(), 4.0);
  EXPECT_DOUBLE_EQ(on_slider(-no_limit, no_limit).size(), 1.0);
}

TEST(ArmSize, IsNotThatOfLimitsThatStandForNone) {
  const Arm arm = on_slider(-999999.0, 999999.0);
  EXPECT_LE(arm.size(), 11.0);
  EXPECT_GT(arm.range(0).most, 999999.0);  // what is out of reach does not change
  std::vector<double> values = {0.0, 0.3, 0.3};
  const ReachReport report = Reacher(arm).reach(values, Target{.position = {123.4, 0.7, 0.0}});
  EXPECT_EQ(report.verdict, ReachVerdict::reached);
  EXPECT_LE(norm(hand_frame(arm, values).place - Vec3{123.4, 0.7, 0.0}), 1.1e-8);
}

Arm gantry(double x, double y) {
  ArmBuilder builder(2);
  builder.add(JointSpec{.kind = JointKind::slider, .axis = {1.0, 0.0, 0.0}, .lower = -x, .upper = x});
  builder.add(JointSpec{.kind = JointKind::slider, .parent = 0, .axis = {0.0, 1.0, 0.0}, .lower = -y, .upper = y});
  builder.add(LimbSpec{.joint = 1});
  builder.add(HandSpec{.joint = 1});
  return builder.build().value();
}

TEST(ArmSize, OfAGantryIsThatOfItsTravels) {
  EXPECT_DOUBLE_EQ(gantry(2.0, 1.0).size(), 3.0);
  EXPECT_DOUBLE_EQ(gantry(999999.0, 1.0).size(), 11.0);
  EXPECT_DOUBLE_EQ(gantry(no_limit, no_limit).size(), 1.0);  // nothing else is known of it
}

TEST(ArmSize, NeedsAHandThatMoves) {
  ArmBuilder builder(2);
  builder.add(JointSpec{});
  builder.add(HandSpec{.joint = 0});
  const auto arm = builder.build();
  ASSERT_FALSE(arm);
  EXPECT_EQ(arm.error().key, "hand");
}

}  // namespace
}  // namespace taut
