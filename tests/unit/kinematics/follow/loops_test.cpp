// A four-bar linkage: crank 1, coupler 2, rocker 1.5 on a ground of 2. Its hand is above the middle of the coupler. The
// truth comes from the intersection of two circles.
#include <gtest/gtest.h>

#include <cmath>

#include "taut/follow.hpp"

namespace taut {
namespace {

constexpr double ground = 2.0, crank = 1.0, coupler = 2.0, rocker = 1.5, above = 0.5;
constexpr double tolerance = 1e-9;

Arm four_bar() {
  ArmBuilder builder(2);
  const int first = builder.add(JointSpec{});
  const int second = builder.add(JointSpec{.parent = first, .frame = {{crank, 0.0, 0.0}, {}}});
  const int third = builder.add(JointSpec{.frame = {{ground, 0.0, 0.0}, {}}});
  builder.add(LimbSpec{.joint = first, .to = {crank, 0.0, 0.0}});
  builder.add(LimbSpec{.joint = second, .to = {coupler, 0.0, 0.0}});
  builder.add(LimbSpec{.joint = third, .to = {rocker, 0.0, 0.0}});
  builder.add(HandSpec{.joint = second, .frame = {{0.5 * coupler, above, 0.0}, {}}});
  builder.add(ClosureSpec{second, third, {coupler, 0.0, 0.0}, {rocker, 0.0, 0.0}});
  return builder.build().value();
}

// The elbow up.
Vec3 hand_at(double angle) {
  const Vec3 a{crank * std::cos(angle), crank * std::sin(angle), 0.0}, c{ground, 0.0, 0.0};
  const double d = norm(c - a), along = (coupler * coupler - rocker * rocker + d * d) / (2.0 * d);
  const double height = std::sqrt(coupler * coupler - along * along);
  const Vec3 x = (1.0 / d) * (c - a), y{-x.y, x.x, 0.0};
  const Vec3 u = (1.0 / coupler) * (along * x + height * y);
  return a + 0.5 * coupler * u + above * Vec3{-u.y, u.x, 0.0};
}

double gap(const Arm& arm, std::span<const double> values) {
  const auto frames = joint_frames(arm, values);
  return norm(frames[1] * Vec3{coupler, 0.0, 0.0} - frames[2] * Vec3{rocker, 0.0, 0.0});
}

TEST(Loops, ReachedWithTheLoopClosed) {
  const Arm arm = four_bar();
  std::vector<double> values = {0.5, 0.3, 1.8};  // open
  const ReachReport report = Reacher(arm).reach(values, {.position = hand_at(1.0)});
  EXPECT_EQ(report.verdict, ReachVerdict::reached);
  EXPECT_LE(gap(arm, values), tolerance * arm.size());
  EXPECT_NEAR(values[0], 1.0, 1e-7);
}

// One degree of freedom: a point beside the coupler's curve is in reach of the open chain, and not of the loop.
TEST(Loops, APointBesideTheCouplerCurveIsNotReached) {
  const Arm arm = four_bar();
  std::vector<double> values = {0.5, 0.3, 1.8};
  const ReachReport report = Reacher(arm, {.attempts = 20}).reach(values, {.position = 0.8 * hand_at(1.0)});
  EXPECT_EQ(report.verdict, ReachVerdict::not_found);
}

TEST(Loops, FollowedAlongTheCouplerCurve) {
  const Arm arm = four_bar();
  std::vector<Target> path;
  for (int k = 0; k <= 40; ++k) path.push_back({.position = hand_at(1.0 + 0.02 * k)});
  const FollowReport report = follow(arm, std::vector<double>{1.0, -0.4, 1.9}, path, {}, {.rounds = 2});
  ASSERT_EQ(report.values.size(), 3 * path.size());
  for (std::size_t k = 0; k < path.size(); ++k) {
    const std::span<const double> values{report.values.data() + 3 * k, 3};
    EXPECT_LE(gap(arm, values), tolerance * arm.size());
    EXPECT_NEAR(values[0], 1.0 + 0.02 * static_cast<double>(k), 1e-7);
  }
}

TEST(Loops, MethodsThatCannotSaySo) {
  EXPECT_EQ(reach_refusal(four_bar(), ReachMethod::ccd, {}), "ccd does not keep loops closed");
}

}  // namespace
}  // namespace taut
