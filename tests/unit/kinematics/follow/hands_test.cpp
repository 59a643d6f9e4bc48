// Several hands at once: their paths are followed and judged together.
#include <gtest/gtest.h>

#include <cmath>

#include "taut/follow.hpp"

namespace taut {
namespace {

// A trunk of two limbs with two arms of three, as in examples/arms/two_hands.toml.
Arm two_arms() {
  ArmBuilder builder(2);
  const auto limb = [&](int parent, double length_before, double length) {
    const int joint =
        builder.add(JointSpec{.parent = parent, .frame = {{length_before, 0.0, 0.0}, {}}, .lower = -2.6, .upper = 2.6});
    builder.add(LimbSpec{.joint = joint, .to = {length, 0.0, 0.0}});
    return joint;
  };
  const int trunk = limb(limb(-1, 0.0, 0.8), 0.8, 0.8);
  for (int side = 0; side < 2; ++side) {
    const int hand = limb(limb(limb(trunk, 0.8, 0.7), 0.7, 0.7), 0.7, 0.7);
    builder.add(HandSpec{.joint = hand, .frame = {{0.7, 0.0, 0.0}, {}}, .name = side == 0 ? "left" : "right"});
  }
  return builder.build().value();
}

const std::vector<double> start = {1.57, 0.0, 1.0, 1.2, 1.9, -1.0, -1.2, -1.9};
constexpr Vec3 bar = {1.2, 0.0, 0.0};

// The ends of a bar that is lifted straight.
std::vector<Target> lift(int points) {
  std::vector<Target> path;
  for (int k = 0; k <= points; ++k) {
    const Vec3 left = {-0.6, 0.7 + 1.4 * k / points, 0.0};
    path.push_back({.position = left, .hand = 0});
    path.push_back({.position = left + bar, .hand = 1});
  }
  return path;
}

Vec3 hand_at(const Arm& arm, const std::vector<double>& motion, int point, int hand) {
  const auto n = static_cast<std::size_t>(arm.value_count());
  return hand_frame(arm, std::span(motion).subspan(static_cast<std::size_t>(point) * n, n), hand).place;
}

TEST(SeveralHands, FollowTheirPathsTogether) {
  const Arm arm = two_arms();
  const std::vector<Target> targets = lift(30);
  const HandPath path(targets, 2);
  for (const FirstMotion first : {FirstMotion::joints, FirstMotion::points}) {
    const Goals goals{.obstacles = {{.shape = BallShape{{1.5, 1.5, 0.0}, 0.25}}}};
    const FollowReport report = follow(arm, start, path, goals, {.first_motion = first, .rounds = 20});
    ASSERT_TRUE(report.feasible);
    for (int t = 0; t < path.points(); ++t)
      for (int hand = 0; hand < 2; ++hand)
        EXPECT_LT(norm(hand_at(arm, report.values, t, hand) - path.at(t)[static_cast<std::size_t>(hand)].position),
                  1e-9 * arm.size());
  }
}

// Each hand is judged, at the points and between them.
TEST(SeveralHands, AreJudgedOneByOne) {
  const Arm arm = two_arms();
  const std::vector<Target> targets = lift(30);
  const FollowReport report = follow(arm, start, HandPath(targets, 2), {}, {.rounds = 5});
  ASSERT_TRUE(report.feasible);
  for (int hand = 0; hand < 2; ++hand) {
    std::vector<Target> elsewhere = targets;
    elsewhere[static_cast<std::size_t>(2 * 11 + hand)].position.x += 1e-6;
    const MotionCheck check = check_motion(arm, report.values, HandPath(elsewhere, 2), {});
    ASSERT_EQ(check.violations.size(), 1u);
    EXPECT_EQ(check.violations[0].kind, ViolationKind::hand);
    EXPECT_EQ(check.violations[0].step, 11);
    EXPECT_EQ(check.violations[0].first, hand);
    EXPECT_NEAR(check.violations[0].amount, 1e-6, 1e-8);
  }
}

// Out of reach for one of them is out of reach.
TEST(SeveralHands, AreToldApartWhereOneCannotReach) {
  const Arm arm = two_arms();
  std::vector<Target> targets = lift(30);
  targets[2 * 20 + 1].position = {0.0, 3.8, 0.0};  // 3.7 is the most
  const FollowReport report = follow(arm, start, HandPath(targets, 2), {}, {.rounds = 1});
  ASSERT_TRUE(report.unreachable);
  EXPECT_EQ(*report.unreachable, 20);
  EXPECT_NEAR(report.unreachable_report.least_position_error, 0.1, 1e-12);
}

// A string that is taut around an obstacle, for the second of two hands.
TEST(SeveralHands, ProveThatOneOfThemHasNoWay) {
  const Arm arm = two_arms();
  std::vector<Target> targets;
  const Vec3 left = hand_frame(arm, start, 0).place, right = hand_frame(arm, start, 1).place;
  for (const Vec3& point : line_points(right, {3.0, 1.0, 0.0}, 0.05)) {
    targets.push_back({.position = left, .hand = 0});
    targets.push_back({.position = point, .hand = 1});
  }
  const Goals high{.obstacles = {{.shape = BallShape{{0.9, 2.4, 0.0}, 0.2}}}};
  EXPECT_FALSE(follow(arm, start, HandPath(targets, 2), high, {.seconds = 0.0}).impossible);
  // The arm passes the disc above, and is too short for that when the hand is far out and low.
  const Goals low{.obstacles = {{.shape = BallShape{{1.1, 1.1, 0.0}, 0.6}}}};
  EXPECT_TRUE(follow(arm, start, HandPath(targets, 2), low, {.seconds = 0.0}).impossible);
}

// Between two points the hand that goes farthest says how long it takes.
TEST(SeveralHands, GoAtTheSpeedOfTheFastest) {
  const Arm arm = two_arms();
  const std::vector<Target> targets = {{.position = {0, 0, 0}}, {.position = {0, 0, 0}, .hand = 1},
                                       {.position = {1, 0, 0}}, {.position = {0, 0, 0}, .hand = 1},
                                       {.position = {1, 0, 0}}, {.position = {0, 3, 0}, .hand = 1}};
  const std::vector<double> values(24, 0.0);
  EXPECT_EQ(joint_rates(arm, values, HandPath(targets, 2), 8.0).times, (std::vector<double>{0.0, 2.0, 8.0}));
}

}  // namespace
}  // namespace taut
