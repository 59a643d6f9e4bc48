#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "kinematics/reach/unreachable.hpp"
#include "support/sample_arms.hpp"
#include "taut/follow.hpp"
#include "taut/reach.hpp"

namespace taut {
namespace {

std::vector<double> bent(const Arm& arm) {
  return std::vector<double>(static_cast<std::size_t>(arm.value_count()), 0.1);
}

void expect_within_limits(const Arm& arm, const std::vector<double>& values, const std::string& name) {
  for (int v = 0; v < arm.value_count(); ++v) {
    EXPECT_GE(values[static_cast<std::size_t>(v)], arm.lower(v)) << name;
    EXPECT_LE(values[static_cast<std::size_t>(v)], arm.upper(v)) << name;
  }
}

TEST(Reacher, ReachesEveryPointThatAPostureReaches) {
  for (const auto& [name, arm] : support::sample_arms()) {
    Reacher reacher(arm);
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const Target target{.position = hand_frame(arm, support::random_posture(arm, seed)).place};
      std::vector<double> values = bent(arm);
      const ReachReport report = reacher.reach(values, target);
      ASSERT_EQ(report.verdict, ReachVerdict::reached) << name << " " << seed;
      EXPECT_LT(norm(hand_frame(arm, values).place - target.position), 1e-9 * arm.size()) << name;
      expect_within_limits(arm, values, name);
    }
  }
}

// Three to eight limbs on balls with cones of 20 to 90 degrees, and a posture of them: `rims` of the balls, a share,
// are at the rims of their cones.
struct BallArm {
  Arm arm;
  std::vector<double> there;
};
BallArm random_ball_arm(std::uint64_t seed, double rims) {
  RandomStream random(seed, 3, 0);
  ArmBuilder builder(3);
  std::vector<double> there;
  const int links = 3 + static_cast<int>(6.0 * random.uniform());
  for (int k = 0; k < links; ++k) {
    const double cone = (20.0 + 70.0 * random.uniform()) * support::degree;
    builder.add_link(0.5 + random.uniform(), -cone, cone);
    const double swing = random.uniform() < rims ? cone : cone * random.uniform();
    const double around = 2.0 * std::numbers::pi * random.uniform();
    const Rotation bend = rotation_by({0.0, swing * std::cos(around), swing * std::sin(around)});
    const Vec3 v = rotation_vector(bend * rotation_about({1.0, 0.0, 0.0}, 2.0 * random.uniform() - 1.0));
    there.insert(there.end(), {v.x, v.y, v.z});
  }
  return {builder.build().value(), there};
}

// At the rim of a cone a ball slides freely, so targets that need it there take hardly more steps than others. The
// cones are looked at by the judge of motions.
TEST(Reacher, ReachesWhatBallsReachAtTheRimsOfTheirCones) {
  for (const double rims : {0.0, 0.5, 1.0})
    for (const bool points : {false, true}) {
      std::vector<int> iterations;
      for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const BallArm problem = random_ball_arm(seed, rims);
        const Placement there = hand_frame(problem.arm, problem.there);
        Target target{.position = there.place};
        if (points) target.direction = there.turn.x;
        std::vector<double> values = bent(problem.arm);
        const ReachReport report = Reacher(problem.arm).reach(values, target);
        ASSERT_EQ(report.verdict, ReachVerdict::reached) << seed << " " << rims << " " << points;
        iterations.push_back(report.iterations);
        EXPECT_TRUE(check_motion(problem.arm, values, std::vector<Target>{target}, {}).is_feasible()) << seed;
      }
      std::sort(iterations.begin(), iterations.end());
      EXPECT_LE(iterations[150], 10) << rims << points;
      EXPECT_LE(iterations[285], 20) << rims << points;
    }
}

// One ball alone has its nearest posture where the rim is nearest to the target: on the way to it over the cap.
TEST(Reacher, FindsTheNearestPointOfACone) {
  for (const double cone : {0.0, 0.3, 1.0, 1.5, 2.5}) {
    const Arm arm = support::row_of_limbs(3, 1, cone);
    Reacher reacher(arm, {.attempts = 1});
    for (std::uint64_t k = 0; k < 30; ++k) {
      const Vec3 away = random_direction(4, 0, k, 3);
      const double angle = std::max(std::acos(away.x) - cone, 0.0);
      std::vector<double> values = bent(arm);
      if (cone == 0.0) values.assign(3, 0.0);
      const ReachReport report = reacher.reach(values, Target{.position = away});
      EXPECT_NEAR(report.position_error, 2.0 * std::sin(0.5 * angle), 1e-7) << cone << " " << k;
      EXPECT_LE(report.iterations, cone < 2.0 ? 30 : 100) << cone << " " << k;
    }
  }
}

TEST(Reacher, ReachesWholePoses) {
  const Arm arm = support::six_axes();
  Reacher reacher(arm, {.attempts = 1000});
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Placement wanted = hand_frame(arm, support::random_posture(arm, seed));
    std::vector<double> values = bent(arm);
    const ReachReport report = reacher.reach(values, Target{.position = wanted.place, .rotation = wanted.turn});
    ASSERT_EQ(report.verdict, ReachVerdict::reached) << seed;
    EXPECT_LT(norm(rotation_vector(hand_frame(arm, values).turn * inverse(wanted.turn))), 1e-8);
    values = bent(arm);
    const ReachReport pointing = reacher.reach(values, Target{.position = wanted.place, .direction = wanted.turn.x});
    ASSERT_EQ(pointing.verdict, ReachVerdict::reached) << seed;
    EXPECT_LT(norm(hand_frame(arm, values).turn.x - wanted.turn.x), 1e-8);
    expect_within_limits(arm, values, "six axes");
  }
}

TEST(Reacher, IsSureOfItselfAtFullStretch) {
  for (const int links : {6, 20}) {
    const Arm arm = support::row_of_limbs(2, links, 150.0 * support::degree);
    Reacher reacher(arm);
    for (const double stretch : {0.99, 0.999, 0.9999})
      for (int k = 0; k < 50; ++k) {
        const double angle = (-149.0 + 298.0 * k / 49.0) * support::degree;
        std::vector<double> values = bent(arm);
        const Vec3 at = stretch * links * Vec3{std::cos(angle), std::sin(angle), 0.0};
        const ReachReport report = reacher.reach(values, Target{.position = at});
        EXPECT_EQ(report.verdict, ReachVerdict::reached) << links << " " << stretch << " " << angle;
      }
  }
}

// The nearest point of an arm without limits is known: on the way to the target, at full stretch.
TEST(Reacher, FindsTheNearestPointOfATargetOutOfReach) {
  for (const auto& [name, arm] : {support::NamedArm{"plane", support::row_of_limbs(2, 6, 3.2)},
                                  support::NamedArm{"balls", support::row_of_limbs(3, 4, 4.0)}}) {
    Reacher reacher(arm);
    for (std::uint64_t k = 0; k < 30; ++k) {
      const Vec3 away = random_direction(9, 0, k, arm.dimension());
      std::vector<double> values = bent(arm);
      const ReachReport report = reacher.reach(values, Target{.position = 1.3 * arm.size() * away});
      EXPECT_EQ(report.verdict, ReachVerdict::out_of_reach) << name;
      EXPECT_NEAR(report.position_error, 0.3 * arm.size(), 1e-8 * arm.size()) << name;
      EXPECT_NEAR(report.least_position_error, 0.3 * arm.size(), 1e-12 * arm.size()) << name;
      EXPECT_LT(norm(hand_frame(arm, values).place - arm.size() * away), 1e-3 * arm.size()) << name;
      EXPECT_FALSE(report.reason.empty());
    }
  }
}

TEST(Reacher, TellsThatLimitsForbidATarget) {
  const Arm arm = support::row_of_limbs(2, 6, 150.0 * support::degree);
  Reacher reacher(arm);
  std::vector<double> values = bent(arm);
  const ReachReport report = reacher.reach(values, Target{.position = {-5.99, 0.0, 0.0}});
  EXPECT_EQ(report.verdict, ReachVerdict::out_of_reach);
  EXPECT_EQ(report.reason, "no posture within the limits has the hand there");
}

TEST(Unreachable, NeverClaimsAPointThatAPostureReaches) {
  for (const auto& [name, arm] : support::sample_arms())
    for (std::size_t hand = 0; hand < arm.hands().size(); ++hand) {
      Unreachable proof(arm, static_cast<int>(hand));
      for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Vec3 at = hand_frame(arm, support::random_posture(arm, seed), static_cast<int>(hand)).place;
        EXPECT_FALSE(proof.is_proved(at, 1e-9, 500)) << name << " " << seed;
      }
    }
}

TEST(Reacher, BringsTwoHandsToTwoPoints) {
  const Arm arm = support::one_of_each();
  Reacher reacher(arm);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const std::vector<double> there = support::random_posture(arm, seed);
    const std::vector<Target> targets = {{.position = hand_frame(arm, there, 0).place},
                                         {.position = hand_frame(arm, there, 1).place, .hand = 1}};
    std::vector<double> values = bent(arm);
    ASSERT_EQ(reacher.reach(values, targets).verdict, ReachVerdict::reached) << seed;
    for (int hand : {0, 1})
      EXPECT_LT(norm(hand_frame(arm, values, hand).place - targets[static_cast<std::size_t>(hand)].position), 1e-8);
  }
}

// Four bars in a loop carry a fifth: two motors, two equations of the loop, and a hand that needs both motors.
TEST(Reacher, KeepsLoopsClosed) {
  ArmBuilder builder(2);
  const double limit = 3.1;
  builder.add(JointSpec{.lower = -limit, .upper = limit});                                               // left crank
  builder.add(JointSpec{.parent = 0, .frame = {{1.0, 0.0, 0.0}, {}}, .lower = -limit, .upper = limit});  // coupler
  builder.add(JointSpec{.frame = {{1.0, 0.0, 0.0}, {}}, .lower = -limit, .upper = limit});               // right crank
  builder.add(JointSpec{.parent = 2, .frame = {{1.2, 0.0, 0.0}, {}}, .lower = -limit, .upper = limit});
  for (int k = 0; k < 4; ++k) builder.add(LimbSpec{.joint = k, .to = {k % 2 == 0 ? 1.0 : 1.5, 0.0, 0.0}});
  builder.add(HandSpec{.joint = 1, .frame = {{1.5, 0.0, 0.0}, {}}});
  builder.add(ClosureSpec{.joint_a = 1, .joint_b = 3, .at_a = {1.5, 0.0, 0.0}, .at_b = {1.5, 0.0, 0.0}});
  const Arm arm = builder.build().value();
  Reacher reacher(arm);
  const auto gap = [&](const std::vector<double>& values) {
    const std::vector<Placement> frames = joint_frames(arm, values);
    return norm(frames[1] * Vec3{1.5, 0.0, 0.0} - frames[3] * Vec3{1.5, 0.0, 0.0});
  };
  std::vector<double> values = {2.0, -1.0, 1.0, 1.0};
  EXPECT_EQ(reacher.reach(values, Target{.position = {0.5, 2.0, 0.0}}).verdict, ReachVerdict::reached);
  EXPECT_LT(gap(values), 1e-8);
  EXPECT_LT(norm(hand_frame(arm, values).place - Vec3{0.5, 2.0, 0.0}), 1e-8);
  const ReachReport far = reacher.reach(values, Target{.position = {-2.0, 3.0, 0.0}});
  EXPECT_NE(far.verdict, ReachVerdict::reached);
  EXPECT_LT(gap(values), 1e-8);
  // The left arm alone is 2.5 long, the right one 2.7 from (1, 0): the nearest point is where both are stretched, or
  // one.
  EXPECT_NEAR(norm(hand_frame(arm, values).place), std::min(2.5, norm(hand_frame(arm, values).place)), 1e-12);
  EXPECT_LE(norm(hand_frame(arm, values).place - Vec3{1.0, 0.0, 0.0}), 2.7 + 1e-9);
}

// Other attempts begin anywhere, and steps add up. Behind the arm of a stretched start the first attempt gets nowhere.
TEST(Reacher, TurnsNoJointByAWholeTurnForNothing) {
  constexpr double turn = 2.0 * std::numbers::pi;
  for (const double limit : {std::numeric_limits<double>::infinity(), turn}) {
    ArmBuilder builder(2);
    for (const double length : {1.0, 0.8, 0.3}) builder.add_link(length, -limit, limit);
    const Arm arm = builder.build().value();
    Reacher reacher(arm);
    for (int k = 0; k < 200; ++k) {
      const std::vector<double> start(3, k % 2 == 0 ? 0.0 : 0.02 * k);
      std::vector<double> values = start;
      const double distance = k < 20 ? 2.1 : 0.01 * k;
      const Vec3 position = distance * Vec3{-std::cos(0.3 * k), -std::sin(0.3 * k), 0.0};
      ASSERT_EQ(reacher.reach(values, {.position = position}).verdict, ReachVerdict::reached) << k;
      EXPECT_LE(norm(hand_frame(arm, values).place - position), 1e-9 * arm.size());
      for (std::size_t v = 0; v < 3; ++v) {
        EXPECT_LE(std::abs(values[v]), limit);
        for (const double other : {values[v] - turn, values[v] + turn}) {
          if (std::abs(other) > limit) continue;
          EXPECT_LE(std::abs(values[v] - start[v]), std::abs(other - start[v])) << k;
        }
      }
    }
  }
}

// The other arm of a robot stays where it is, however many attempts one hand needs: poses of three hinges with limits
// often need several.
TEST(Reacher, LeavesAloneWhatDoesNotMoveTheHand) {
  ArmBuilder builder(2);
  for (int side = 0; side < 2; ++side) {
    int parent = -1;
    for (int k = 0; k < 3; ++k) {
      const Placement frame{{k == 0 ? 0.0 : 1.0, 0.0, 0.0}, {}};
      parent = builder.add(JointSpec{.parent = parent, .frame = frame, .lower = -2.0, .upper = 2.0});
    }
    builder.add(HandSpec{.joint = parent, .frame = {{1.0, 0.0, 0.0}, {}}});
  }
  const Arm arm = builder.build().value();
  const std::vector<double> other = {0.3, -0.2, 0.1};
  Reacher reacher(arm);
  int most_attempts = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Placement wanted = hand_frame(arm, support::random_posture(arm, seed));
    std::vector<double> values = {0.1, 0.1, 0.1, other[0], other[1], other[2]};
    const ReachReport report = reacher.reach(values, {.position = wanted.place, .direction = wanted.turn.x});
    EXPECT_EQ(report.verdict, ReachVerdict::reached) << seed;
    most_attempts = std::max(most_attempts, report.attempts);
    EXPECT_EQ(std::vector<double>(values.begin() + 3, values.end()), other) << seed;
  }
  EXPECT_GT(most_attempts, 2);
}

TEST(Reacher, DependsOnTheSeedAlone) {
  const Arm arm = support::six_axes();
  const Placement wanted = hand_frame(arm, support::random_posture(arm, 3));
  std::vector<double> first = bent(arm), second = first;
  Reacher a(arm), b(arm);
  (void)b.reach(second, Target{.position = {0.1, 0.2, 0.3}});
  second = first;
  (void)a.reach(first, Target{.position = wanted.place, .rotation = wanted.turn});
  (void)b.reach(second, Target{.position = wanted.place, .rotation = wanted.turn});
  EXPECT_EQ(first, second);
}

TEST(Reacher, OfClassicMethodsReachesEasyPoints) {
  const Arm arm = support::row_of_limbs(2, 6, 3.2);
  for (const ReachMethodInfo& info : reach_methods()) {
    Reacher reacher(arm, {.method = info.method, .tolerance = 1e-6, .max_iterations = 1000, .attempts = 5});
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      std::vector<double> values = bent(arm);
      const Vec3 at = 4.0 * random_direction(2, 0, seed, 2);
      EXPECT_EQ(reacher.reach(values, Target{.position = at}).verdict, ReachVerdict::reached) << info.name;
      EXPECT_LT(norm(hand_frame(arm, values).place - at), 6.1e-6) << info.name;
    }
  }
}

TEST(Reacher, OfClassicMethodsKeepsToCones) {
  const Arm arm = support::row_of_limbs(3, 4, 0.5);
  for (const ReachMethodInfo& info : reach_methods()) {
    Reacher reacher(arm, {.method = info.method, .tolerance = 1e-6, .max_iterations = 300, .attempts = 5});
    int reached = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Target target{.position = hand_frame(arm, support::random_posture(arm, seed)).place};
      std::vector<double> values = bent(arm);
      if (reacher.reach(values, target).verdict != ReachVerdict::reached) continue;
      ++reached;
      EXPECT_TRUE(check_motion(arm, values, std::vector<Target>{target}, {}, 1e-6).is_feasible())
          << info.name << " " << seed;
    }
    EXPECT_GT(reached, 0) << info.name;
  }
}

TEST(Reacher, SaysWhichArmsAMethodCannotTreat) {
  const Arm six = support::six_axes(), row = support::row_of_limbs(3, 4, 2.0);
  const Target point{.position = {1.0, 0.0, 0.0}}, pointing{.position = {}, .direction = Vec3{1.0, 0.0, 0.0}};
  EXPECT_NE(reach_refusal(six, ReachMethod::fabrik, point), "");
  EXPECT_EQ(reach_refusal(row, ReachMethod::fabrik, point), "");
  EXPECT_NE(reach_refusal(row, ReachMethod::ccd, pointing), "");
  EXPECT_EQ(reach_refusal(six, ReachMethod::automatic, pointing), "");
}

TEST(Reacher, RefusesWhatIsNotANumber) {
  const Arm arm = support::six_axes();
  Reacher reacher(arm);
  std::vector<double> values = bent(arm);
  const ReachReport report = reacher.reach(values, Target{.position = {std::nan(""), 0.0, 0.0}});
  EXPECT_EQ(report.verdict, ReachVerdict::not_found);
  EXPECT_EQ(report.reason, "the target is not a number");
  EXPECT_EQ(values, bent(arm));
}

}  // namespace
}  // namespace taut
