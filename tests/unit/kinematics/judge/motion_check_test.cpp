// What the judge says of the way between two points, against closed forms and against dense sampling.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "kinematics/judge/motion_bends.hpp"
#include "kinematics/judge/widest_swing.hpp"
#include "support/sample_arms.hpp"
#include "taut/way.hpp"

namespace taut {
namespace {

constexpr double pi = std::numbers::pi;

std::vector<double> joined(std::vector<double> a, const std::vector<double>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<double> between(const std::vector<double>& a, const std::vector<double>& b, double share) {
  std::vector<double> values(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) values[k] = a[k] + share * (b[k] - a[k]);
  return values;
}

const Violation* find(const MotionCheck& check, ViolationKind kind) {
  for (const Violation& violation : check.violations)
    if (violation.kind == kind) return &violation;
  return nullptr;
}

// A ball that goes from (-t, r, 0) to (u, r, 0) swings by r where its twist is zero, and by less elsewhere.
struct Bulge {
  double r, t, u;
  std::vector<double> values() const { return {-t, r, 0.0, u, r, 0.0}; }
  double widest_at_ends() const { return std::max(swing_of({-t, r, 0.0}), swing_of({u, r, 0.0})); }
};
constexpr Bulge bulges[] = {{0.5, 0.2, 0.2}, {0.5, 0.1, 0.2},  {1.2, 0.3, 0.1},    {0.03, 0.15, 0.11},
                            {2.5, 0.2, 0.1}, {3.05, 0.1, 0.2}, {1.5707, 0.1, 0.15}};

MotionCheck check_ball(const std::vector<double>& values, double cone, double tolerance = 1e-9) {
  ArmBuilder builder(3);
  builder.add_link(1.0, -cone, cone);
  return check_way(builder.build().value(), values, {.longest_turn = 1.0}, tolerance);
}

// A carriage without length on a rail, past a box.
Arm carriage(double radius) {
  ArmBuilder builder(3);
  builder.add(JointSpec{.kind = JointKind::slider, .axis = {1.0, 0.0, 0.0}, .lower = 0.0, .upper = 4.0});
  builder.add(LimbSpec{.joint = 0, .radius = radius});
  builder.add(HandSpec{.joint = 0});
  return builder.build().value();
}

TEST(MotionCheck, SeesWhatHasNoLengthPassThroughABox) {
  const Goals through = {.obstacles = {{BoxShape{{{2.0, 0.0, 0.0}, {}}, {0.3, 0.2, 0.5}}}}, .longest_turn = 2.0};
  const MotionCheck check = check_way(carriage(0.0), std::vector<double>{0.0, 4.0}, through, 1e-9);
  const Violation* found = find(check, ViolationKind::obstacle);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->amount, 0.2, 0.02);  // as deep as it gets, halfway
  EXPECT_EQ(check.max_limb_error, 0.0);
}

TEST(MotionCheck, MeasuresHowFarABallStaysFromABox) {
  const Goals past = {.obstacles = {{BoxShape{{{2.0, 0.5, 0.0}, {}}, {0.3, 0.2, 0.5}}}}, .longest_turn = 2.0};
  const MotionCheck clear = check_way(carriage(0.25), std::vector<double>{0.0, 4.0}, past, 1e-9);
  EXPECT_TRUE(clear.is_feasible());
  EXPECT_NEAR(clear.least_clearance, 0.05, 1e-3);
  EXPECT_FALSE(check_way(carriage(0.35), std::vector<double>{0.0, 4.0}, past, 1e-9).is_feasible());
}

// The last axis of a wrist is where the forearm ends, two joints before it.
TEST(MotionCheck, LimbsThatMeetAtAWristDoNotTouch) {
  ArmBuilder builder(3);
  const int elbow = builder.add(JointSpec{});
  builder.add(LimbSpec{.joint = elbow, .to = {1.0, 0.0, 0.0}});
  int joint = builder.add(JointSpec{.parent = elbow, .frame = {{1.0, 0.0, 0.0}, {}}, .axis = {1.0, 0.0, 0.0}});
  for (const Vec3& axis : {Vec3{0.0, 1.0, 0.0}, Vec3{1.0, 0.0, 0.0}})
    joint = builder.add(JointSpec{.parent = joint, .axis = axis});
  builder.add(LimbSpec{.joint = joint, .to = {0.2, 0.0, 0.0}});
  const int finger = builder.add(JointSpec{.parent = joint, .frame = {{0.2, 0.0, 0.0}, {}}, .axis = {0.0, 1.0, 0.0}});
  builder.add(LimbSpec{.joint = finger, .to = {0.5, 0.0, 0.0}});
  const Arm arm = builder.build().value();
  const Goals goals = {.self_contact = SelfContact::avoided};
  EXPECT_TRUE(check_way(arm, std::vector<double>(10, 0.1), goals, 1e-9).is_feasible());
  // Bent back by half a turn, the finger lies along the forearm.
  const std::vector<double> bent = {0.0, 0.0, 0.0, 0.0, pi, 0.0, 0.0, 0.0, 0.0, pi};
  const Violation* found = nullptr;
  const MotionCheck check = check_way(arm, bent, goals, 1e-9);
  found = find(check, ViolationKind::self_contact);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->first, 0);
  EXPECT_EQ(found->second, 2);
}

TEST(MotionCheck, SeesABallLeaveItsConeBetweenPoints) {
  for (const Bulge& bulge : bulges) {
    const double out = 0.5 * (bulge.r - bulge.widest_at_ends());
    ASSERT_GT(out, 1e-6);
    const MotionCheck check = check_ball(bulge.values(), bulge.r - out);
    const Violation* found = find(check, ViolationKind::limit);
    ASSERT_TRUE(found) << bulge.r;
    EXPECT_NEAR(found->amount, out, 2e-11) << bulge.r;
    EXPECT_EQ(found->step, 0);
  }
}

// On both sides of what is allowed, by a tenth of it.
TEST(MotionCheck, AllowsAConeItsToleranceAndNoMore) {
  for (const Bulge& bulge : bulges)
    for (const double tolerance : {1e-6, 1e-9}) {
      EXPECT_TRUE(check_ball(bulge.values(), bulge.r - 0.9 * tolerance, tolerance).is_feasible()) << bulge.r;
      EXPECT_FALSE(check_ball(bulge.values(), bulge.r - 1.1 * tolerance, tolerance).is_feasible()) << bulge.r;
    }
}

// A ball that only twists stays where it is, also in a cone that leaves it nothing else; one that goes round its cone
// without twisting cuts the corner.
TEST(MotionCheck, LetsABallTwistInACone) {
  EXPECT_TRUE(check_ball({-0.4, 0.0, 0.0, 0.4, 0.0, 0.0}, 0.0).is_feasible());
  const double cone = 0.7;
  for (const double turn : {0.1, 0.5, 1.0})
    EXPECT_TRUE(check_ball({0.0, cone, 0.0, 0.0, cone * std::cos(turn), cone * std::sin(turn)}, cone).is_feasible());
}

Vec3 random_vector(RandomStream& random, double size) {
  Vec3 v;
  for (int axis = 0; axis < 3; ++axis) v[axis] = size * (2.0 * random.uniform() - 1.0);
  return v;
}

TEST(WidestSwing, IsThatOfDenseSampling) {
  constexpr int samples = 2000;
  int beyond = 0, hidden = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    RandomStream random(seed, 0, 0);
    const Vec3 from = random_vector(random, 2.5), to = from + random_vector(random, seed % 2 == 0 ? 0.3 : 2.0);
    double widest = 0.0;
    for (int k = 0; k <= samples; ++k)
      widest = std::max(widest, swing_of(from + (static_cast<double>(k) / samples) * (to - from)));
    // Between two samples the swing changes by no more than the ball turns, and by the square of that at its widest.
    const double missed = std::min(norm(to - from) / samples, 1.0);
    const double ends = std::max(swing_of(from), swing_of(to));
    for (const double limit :
         {widest - 0.2 * random.uniform(), widest + 0.2 * random.uniform(), 0.5 * (ends + widest)}) {
      const double found = widest_swing(from, to, limit);
      if (limit < widest) {
        ++beyond, hidden += limit > ends;
        EXPECT_GE(found, widest - 2e-11) << seed;
        EXPECT_LE(found, widest + missed) << seed;
      } else if (limit > widest + missed) {
        EXPECT_LE(found, limit) << seed;
      }
    }
  }
  EXPECT_GT(beyond, 400);
  EXPECT_GT(hidden, 50);
}

// No point is farther from the chord of a part of the way than the bend allows.
TEST(MotionBends, BoundTheWaysOfAllPoints) {
  std::vector<support::NamedArm> arms = support::sample_arms();
  arms.push_back({"crane", support::crane()});
  arms.push_back({"scara", support::scara()});
  for (const auto& [name, arm] : arms) {
    double closest = 0.0;  // share of what is allowed
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const std::vector<double> a = support::random_posture(arm, 2 * seed),
                                far = support::random_posture(arm, 2 * seed + 1);
      const std::vector<double> b = between(a, far, seed % 2 == 0 ? 0.1 : 1.0);
      const MotionBends bends(arm, a, b);
      for (const auto& [start, end] : {std::pair{0.0, 1.0}, std::pair{0.3, 0.55}})
        for (const double share : {0.2, 0.5, 0.7}) {
          const auto first = joint_frames(arm, between(a, b, start)), last = joint_frames(arm, between(a, b, end)),
                     middle = joint_frames(arm, between(a, b, start + share * (end - start)));
          for (std::size_t k = 0; k < first.size(); ++k) {
            const Vec3 at = {0.3, -0.2, arm.dimension() == 2 ? 0.0 : 0.4};
            const double off = norm(middle[k] * at - (1.0 - share) * (first[k] * at) - share * (last[k] * at));
            const double allowed = 0.125 * (end - start) * (end - start) * bends.of(static_cast<int>(k), at);
            EXPECT_LE(off, allowed + 1e-14) << name;
            if (allowed > 0.0) closest = std::max(closest, off / allowed);
          }
        }
    }
    EXPECT_GT(closest, 0.5) << name;  // and it is not much more than needed
  }
}

// The hand is near to the joint; what else is on the joint reaches far.
TEST(MotionCheck, SeesWhatALimbMeetsThatIsLongerThanTheReachOfTheHand) {
  ArmBuilder builder(2);
  builder.add(JointSpec{});
  builder.add(LimbSpec{.joint = 0, .to = {10.0, 0.0, 0.0}});
  builder.add(HandSpec{.joint = 0, .frame = {{0.1, 0.0, 0.0}, {}}});
  const Goals goals{.obstacles = {{.shape = BallShape{{5.0, 0.0, 0.0}, 0.5}}}, .longest_turn = 7.0};
  EXPECT_FALSE(check_way(builder.build().value(), std::vector<double>{-pi, pi}, goals).is_feasible());
}

// A limb that a carriage takes along a wall, at no distance from it or a little.
TEST(MotionCheck, LetsALimbGoAlongAWall) {
  ArmBuilder builder(2);
  builder.add(JointSpec{.kind = JointKind::slider, .axis = {1.0, 0.0, 0.0}, .lower = -5.0, .upper = 5.0});
  builder.add(LimbSpec{.joint = 0, .to = {1.0, 0.0, 0.0}, .radius = 0.1});
  const Arm arm = builder.build().value();
  const std::vector<double> values = {-1.0, 1.0};
  for (const double above : {0.0, 1e-12, 1e-7, 1e-3, -1e-7}) {
    const Goals goals{.obstacles = {{.shape = BoxShape{{{0.0, -0.6 - above, 0.0}, {}}, {3.0, 0.5, 0.0}}}},
                      .longest_turn = 7.0};
    const MotionCheck check = check_way(arm, values, goals);
    EXPECT_EQ(check.is_feasible(), above >= 0.0) << above;
    EXPECT_NEAR(check.least_clearance, above, 1e-14);
  }
}

// The tip is nearest to the disc in the middle of the way.
TEST(MotionCheck, KnowsTheLeastClearanceBetweenPoints) {
  const Arm arm = support::row_of_limbs(2, 1, 3.2);
  for (const double angle : {0.5, 0.71, 1.3}) {
    const Goals goals{.obstacles = {{.shape = BallShape{{1.5 * std::cos(angle), 1.5 * std::sin(angle), 0.0}, 0.2}}},
                      .longest_turn = 2.0};
    EXPECT_NEAR(check_way(arm, std::vector<double>{0.0, 0.5 * pi}, goals).least_clearance, 0.3, 1e-4);
  }
}

// A hinge draws the tip along a circle, two sliders along its chord.
TEST(MotionCheck, KnowsHowFarALoopOpensBetweenPoints) {
  ArmBuilder builder(2);
  builder.add(JointSpec{});
  builder.add(JointSpec{.kind = JointKind::slider, .axis = {1.0, 0.0, 0.0}, .lower = -2.0, .upper = 2.0});
  builder.add(JointSpec{.kind = JointKind::slider, .parent = 1, .axis = {0.0, 1.0, 0.0}, .lower = -2.0, .upper = 2.0});
  builder.add(LimbSpec{.joint = 0, .to = {1.0, 0.0, 0.0}});
  builder.add(HandSpec{.joint = 0, .frame = {{1.0, 0.0, 0.0}, {}}});
  builder.add(ClosureSpec{.joint_a = 0, .joint_b = 2, .at_a = {1.0, 0.0, 0.0}, .at_b = {}});
  const Arm arm = builder.build().value();
  const double turn = 0.3, gap = 1.0 - std::cos(0.5 * turn);
  const MotionCheck check =
      check_way(arm, std::vector<double>{0.0, 1.0, 0.0, turn, std::cos(turn), std::sin(turn)}, {});
  EXPECT_TRUE(check.is_feasible());
  EXPECT_NEAR(check.max_loop_error_between, gap, 0.01 * gap);
  EXPECT_NEAR(check.max_hand_error_between, gap, 0.01 * gap);
}

// Random ways of arms with every kind of joint past a sphere.
TEST(MotionCheck, AgreesWithDenseSampling) {
  constexpr int samples = 2000;
  int touched = 0, clear = 0;
  for (const Arm& arm : {support::one_of_each(), support::row_of_limbs(3, 3, 2.0), support::scara()})
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const std::vector<double> a = support::random_posture(arm, 2 * seed),
                                b = between(a, support::random_posture(arm, 2 * seed + 1), 0.5);
      RandomStream random(seed, 3, 0);
      const Vec3 near = hand_frame(arm, between(a, b, random.uniform())).place;
      const Obstacle sphere{.shape = BallShape{near + random_vector(random, 0.2 * arm.size()), 0.1 * arm.size()}};
      double least = std::numeric_limits<double>::infinity(), swing = 0.0;
      for (int t = 0; t <= samples; ++t) {
        const std::vector<double> values = between(a, b, static_cast<double>(t) / samples);
        const std::vector<Placement> frames = joint_frames(arm, values);
        for (const LimbSpec& limb : arm.limbs()) {
          const Placement& frame = frames[static_cast<std::size_t>(limb.joint)];
          least = std::min(least, clearance(sphere, frame * limb.from, frame * limb.to, 3).distance - limb.radius);
        }
        for (std::size_t k = 0; k < arm.joints().size(); ++k)
          if (arm.joints()[k].kind == JointKind::ball) {
            const double* v = values.data() + arm.first_value(static_cast<int>(k));
            swing = std::max(swing, swing_of({v[0], v[1], v[2]}) - arm.joints()[k].upper);
          }
      }
      const MotionCheck check = check_way(
          arm, joined(a, b), {.obstacles = {sphere}, .longest_turn = std::numeric_limits<double>::infinity()});
      const double missed = 10.0 * arm.size() / samples;  // no limb goes farther from one sample to the next
      EXPECT_LE(check.least_clearance, least + 1e-4 * arm.size()) << seed;
      EXPECT_GE(check.least_clearance, least - missed) << seed;
      const bool is_found = find(check, ViolationKind::obstacle) != nullptr;
      EXPECT_TRUE(is_found || least > -1e-8 * arm.size()) << seed;
      EXPECT_TRUE(!is_found || least < missed) << seed;
      (is_found ? touched : clear) += 1;
      EXPECT_EQ(find(check, ViolationKind::limit) != nullptr, swing > 1e-9) << seed;
    }
  EXPECT_GT(touched, 20);
  EXPECT_GT(clear, 40);
}

}  // namespace
}  // namespace taut
