#include "taut/way.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kinematics/search/motion_search.hpp"
#include "kinematics/way/blocked_joint.hpp"
#include "kinematics/way/passage.hpp"
#include "support/sample_arms.hpp"
#include "support/way_problems.hpp"

namespace taut {
namespace {

Obstacle disc(double x, double y, double radius) { return {.shape = BallShape{{x, y, 0.0}, radius}}; }
Obstacle box(double x, double y, double wide, double high) {
  return {.shape = BoxShape{{{x, y, 0.0}, {}}, {0.5 * wide, 0.5 * high, 1.0}}};
}

// The judge lets the way pass, and it leads from one posture to the other.
void expect_way(const Arm& arm, const std::vector<double>& from, const std::vector<double>& to, const Goals& goals,
                const WayReport& report, const std::string& name) {
  ASSERT_TRUE(report.found) << name;
  ASSERT_GT(report.values.size(), from.size()) << name;
  EXPECT_TRUE(check_way(arm, report.values, goals).is_feasible()) << name;
  EXPECT_TRUE(std::equal(from.begin(), from.end(), report.values.begin())) << name;
  EXPECT_TRUE(std::equal(to.rbegin(), to.rend(), report.values.rbegin())) << name;
}

std::vector<double> straight(const std::vector<double>& from, const std::vector<double>& to, int parts) {
  std::vector<double> way;
  for (int k = 0; k <= parts; ++k)
    for (std::size_t v = 0; v < from.size(); ++v)
      way.push_back(from[v] + (static_cast<double>(k) / parts) * (to[v] - from[v]));
  return way;
}

// A stretched arm on one side of a disc, and on the other: it has to fold. Where it points at the disc its hand is
// short of it.
TEST(Way, FoldsPastADisc) {
  const Arm arm = support::row_of_limbs(2, 3, 2.8);
  const std::vector<double> from = {0.7, 0.0, 0.0}, to = {-0.7, 0.0, 0.0};
  const Goals goals{.obstacles = {disc(2.0, 0.0, 0.4)}};
  EXPECT_FALSE(check_way(arm, straight(from, to, 20), goals).is_feasible());
  const WayReport report = find_way(arm, from, to, goals, {.rounds = 20});
  expect_way(arm, from, to, goals, report, "fold");
  EXPECT_FALSE(report.impossible);
  EXPECT_GE(report.check.least_clearance, 0.0);
  // There is not much to be gained by relaxing it further.
  constexpr GoalMargins margins{0.06, 0.1};
  MotionSearch search(arm, report.values, goals, 1e-10);
  const double present = search.measure(margins, 1.0);
  for (int k = 0; k < 20 && search.relax(margins, 1.0); ++k) {
  }
  EXPECT_GT(search.measure(margins, 1.0), 0.8 * present);
}

TEST(Way, IsStraightWhereNothingIsInTheWay) {
  for (const auto& [name, arm] : support::sample_arms()) {
    const std::vector<double> from = support::random_posture(arm, 1), to = support::random_posture(arm, 2);
    const WayReport report = find_way(arm, from, to, {}, {.rounds = 1});
    if (name == "balls" || name == "one of each") continue;  // a cone may be in the way
    expect_way(arm, from, to, {}, report, name);
    const auto parts = static_cast<int>(report.values.size() / from.size()) - 1;
    const std::vector<double> expected = straight(from, to, parts);
    for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(report.values[k], expected[k], 1e-12) << name;
  }
}

// The hand ends in a slot hardly wider than the limbs, and starts in another.
TEST(Way, LeadsOutOfASlotAndIntoAnother) {
  ArmBuilder builder(2);
  for (int k = 0; k < 4; ++k) builder.add_link(1.0, -2.7, 2.7, 0.02);
  const Arm arm = builder.build().value();
  Goals goals{.obstacles = {box(3.0, 0.0, 1.0, 0.4), box(3.0, 0.6, 1.0, 0.5), box(3.0, -0.6, 1.0, 0.5)}};
  // Slots along x from 2.5 to 3.5, 0.15 high, about y = 0.275 and y = -0.275.
  Reacher reacher(arm);
  std::vector<double> from = {0.9, -0.9, -0.3, 0.3}, to = {-0.9, 0.9, 0.3, -0.3};
  const Vec3 along = {1.0, 0.0, 0.0};
  ASSERT_EQ(reacher.reach(from, Target{.position = {3.2, 0.275, 0.0}, .direction = along}).verdict,
            ReachVerdict::reached);
  ASSERT_EQ(reacher.reach(to, Target{.position = {3.2, -0.275, 0.0}, .direction = along}).verdict,
            ReachVerdict::reached);
  ASSERT_TRUE(check_way(arm, from, goals).is_feasible() && check_way(arm, to, goals).is_feasible());
  EXPECT_FALSE(check_way(arm, straight(from, to, 20), goals).is_feasible());
  expect_way(arm, from, to, goals, find_way(arm, from, to, goals, {.rounds = 40}), "slots");
}

// Walls all round the elbow with two gaps. The forearm cannot be drawn in: its joint does not turn far enough.
TEST(Way, IsNotFoundWhereWallsLeaveNone) {
  const Arm arm = support::row_of_limbs(2, 2, 1.0);
  const auto wall = [](double from, double to) {
    std::vector<Vec3> corners;
    for (int k = 0; k <= 8; ++k) {
      const double angle = from + k * (to - from) / 8.0;
      corners.push_back({1.5 * std::cos(angle), 1.5 * std::sin(angle), 0.0});
    }
    for (int k = 8; k >= 0; --k) corners.push_back(1.1 * corners[static_cast<std::size_t>(k)]);
    return Obstacle{.shape = PolygonShape{corners}};
  };
  const Goals goals{.obstacles = {wall(-0.4, 0.4), wall(0.6, 3.0), wall(-3.0, -0.6)}};
  const std::vector<double> from = {0.5, 0.0}, to = {-0.5, 0.0};
  const WayReport report = find_way(arm, from, to, goals, {.rounds = 3});
  EXPECT_FALSE(report.found);
  EXPECT_FALSE(report.impossible);  // the upper arm alone would pass
  EXPECT_TRUE(report.values.empty());
  EXPECT_FALSE(report.check.is_feasible());
  EXPECT_EQ(report.rounds, 3);
}

// A disc that the upper arm alone cannot pass, and limits that keep it from going round the other way.
TEST(Way, IsProvedImpossibleByAJointOnTheBase) {
  const Goals goals{.obstacles = {disc(0.8, 0.0, 0.1)}};
  const std::vector<double> from = {0.7, 0.3, 0.0}, to = {-0.7, 0.3, 0.0};
  const Arm limited = support::row_of_limbs(2, 3, 2.8);
  const WayReport report = find_way(limited, from, to, goals, {.seconds = 60.0});
  EXPECT_FALSE(report.found);
  ASSERT_TRUE(report.impossible);
  EXPECT_EQ(report.impossible->joint, 0);
  EXPECT_EQ(report.impossible->limb, 0);
  EXPECT_EQ(report.impossible->obstacle, 0);
  EXPECT_LT(std::abs(report.impossible->value), std::asin(0.1 / 0.8) + 1e-9);
  EXPECT_LT(report.seconds, 1.0);
  // One that turns for ever goes round the other way, unless something is there, too.
  const Arm endless = support::row_of_limbs(2, 3, std::numeric_limits<double>::infinity());
  const WayReport round = find_way(endless, from, to, goals, {.rounds = 20});
  EXPECT_FALSE(round.impossible);
  EXPECT_TRUE(round.found);
  Goals both = goals;
  both.obstacles.push_back(disc(-0.8, 0.0, 0.1));
  EXPECT_TRUE(find_way(endless, from, to, both, {.rounds = 1}).impossible);
}

TEST(Way, TakesTheShorterTurnOfHingesWithoutLimits) {
  const Arm arm = support::row_of_limbs(2, 2, std::numeric_limits<double>::infinity());
  const WayReport report = find_way(arm, std::vector<double>{3.0, 0.0}, std::vector<double>{-3.0, 0.0}, {});
  ASSERT_TRUE(report.found);
  EXPECT_NEAR(report.values[report.values.size() - 2], 2.0 * std::numbers::pi - 3.0, 1e-12);
}

// Whatever ends are drawn: the way is found or proved impossible, and never both of one problem.
TEST(Way, OfRandomProblemsIsFoundOrProvedImpossible) {
  for (const int links : {6, 20})
    for (const SelfContact contact : {SelfContact::allowed, SelfContact::avoided}) {
      if (links == 20 && contact == SelfContact::avoided) continue;
      int impossible = 0;
      for (std::uint64_t seed = 20; seed < 50; ++seed) {
        const auto [arm, from, to, goals] = support::random_way_problem(links, seed, contact);
        const WayReport report = find_way(arm, from, to, goals, {.rounds = 20, .seed = seed});
        impossible += report.impossible.has_value();
        const std::string name = std::to_string(links) + " " + std::to_string(seed);
        if (!report.impossible) expect_way(arm, from, to, goals, report, name);
      }
      EXPECT_LT(impossible, 5);
    }
}

// A way that exists is never called impossible, and a clear passage is one for the judge, but for travels below what is
// looked into.
TEST(Passage, AgreesWithTheJudge) {
  int clear = 0, mistaken = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto [arm, from, to, goals] = support::random_way_problem(6, seed);
    const bool passes = Passage(arm, goals).is_clear(from, to);
    const bool judged = check_way(arm, straight(from, to, 40), goals).is_feasible();
    clear += passes;
    mistaken += passes && !judged;
    EXPECT_FALSE(judged && !passes) << seed;
    std::vector<double> end = to;
    EXPECT_FALSE(judged && blocked_joint(arm, from, end, goals)) << seed;
    EXPECT_EQ(end, to) << seed;
  }
  EXPECT_GT(clear, 100);
  EXPECT_LE(mistaken, 1);
}

// A whole turn ends where it began, and sweeps everything.
TEST(Passage, SeesWhatAWholeTurnMeets) {
  const Arm arm = support::row_of_limbs(2, 1, 3.2);
  const Goals goals{.obstacles = {disc(0.5, 0.0, 0.1)}};
  const double pi = std::numbers::pi;
  Passage passage(arm, goals);
  EXPECT_FALSE(passage.is_clear(std::vector<double>{-pi}, std::vector<double>{pi}));
  EXPECT_TRUE(passage.is_clear(std::vector<double>{-pi}, std::vector<double>{-0.3}));
}

TEST(Passage, AgreesWithTheJudgeOfLimbsThatTouch) {
  const Goals goals{.self_contact = SelfContact::avoided};
  const Arm arm = support::row_of_limbs(2, 7, 2.8);
  int clear = 0, touching = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::vector<double> from = support::random_free_posture(arm, goals, 2 * seed),
                              to = support::random_free_posture(arm, goals, 2 * seed + 1);
    const bool judged = check_way(arm, straight(from, to, 60), goals).is_feasible();
    (judged ? clear : touching) += 1;
    EXPECT_EQ(Passage(arm, goals).is_clear(from, to), judged) << seed;
    const std::vector<double> any = support::random_posture(arm, seed);
    EXPECT_EQ(Passage(arm, goals).is_clear(any), check_way(arm, any, goals).is_feasible()) << seed;
  }
  EXPECT_GT(clear, 30);
  EXPECT_GT(touching, 5);
}

TEST(Passage, KeepsBallsWithinTheirCones) {
  const Arm arm = support::row_of_limbs(3, 1, 0.5);
  const auto turned = [](double swing, double around, double twist) {
    const Vec3 v = rotation_vector(rotation_by({0.0, swing * std::cos(around), swing * std::sin(around)}) *
                                   rotation_about({1.0, 0.0, 0.0}, twist));
    return std::vector<double>{v.x, v.y, v.z};
  };
  const Goals goals;
  Passage passage(arm, goals);
  EXPECT_TRUE(passage.is_clear(turned(0.49, 1.0, 0.3)));
  EXPECT_FALSE(passage.is_clear(turned(0.51, 1.0, 0.3)));
  // With a twist from one side to the other, what is straight for the values leaves the cone on the way from rim to
  // rim.
  const std::vector<double> from = turned(0.49, 0.0, -3.0), to = turned(0.49, 2.9, 3.0);
  EXPECT_FALSE(passage.is_clear(from, to));
}

TEST(Way, OfSpatialArmsAndCarriages) {
  ArmBuilder builder(2);
  builder.add(JointSpec{.kind = JointKind::slider, .axis = {1.0, 0.0, 0.0}, .lower = -3.0, .upper = 3.0});
  for (int k = 0; k < 3; ++k) {
    builder.add(JointSpec{.parent = k, .frame = {{k == 0 ? 0.0 : 1.0, 0.0, 0.0}, {}}, .lower = -2.9, .upper = 2.9});
    builder.add(LimbSpec{.joint = k + 1, .to = {1.0, 0.0, 0.0}});
  }
  const Arm carriage = builder.build().value();
  const Goals wall{.obstacles = {box(0.0, 1.6, 0.2, 2.4)}};
  const std::vector<double> right = {2.0, 1.6, 0.0, 0.0}, left = {-2.0, 1.6, 0.0, 0.0};
  EXPECT_FALSE(check_way(carriage, straight(right, left, 40), wall).is_feasible());
  expect_way(carriage, right, left, wall, find_way(carriage, right, left, wall, {.rounds = 20}), "carriage");

  const Goals ball{.obstacles = {{.shape = BallShape{{1.2, 0.0, 0.6}, 0.45}}}};
  for (const auto& [name, arm] : {support::NamedArm{"balls", support::row_of_limbs(3, 4, 1.2)},
                                  support::NamedArm{"six axes", support::six_axes()}}) {
    int searched = 0;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const std::vector<double> from = support::random_free_posture(arm, ball, 2 * seed),
                                to = support::random_free_posture(arm, ball, 2 * seed + 1);
      const WayReport report = find_way(arm, from, to, ball, {.rounds = 20});
      expect_way(arm, from, to, ball, report, name);
      searched += report.rounds > 0;
    }
    EXPECT_TRUE(searched > 0 || name != "balls") << name;
  }
}

// Four bars and a limb on the coupler: every point of the way closes the loop.
TEST(Way, KeepsLoopsClosed) {
  ArmBuilder builder(2);
  const double limit = 3.1;
  builder.add(JointSpec{.lower = -limit, .upper = limit});
  builder.add(JointSpec{.parent = 0, .frame = {{1.0, 0.0, 0.0}, {}}, .lower = -limit, .upper = limit});
  builder.add(JointSpec{.frame = {{1.0, 0.0, 0.0}, {}}, .lower = -limit, .upper = limit});
  builder.add(JointSpec{.parent = 2, .frame = {{1.2, 0.0, 0.0}, {}}, .lower = -limit, .upper = limit});
  for (int k = 0; k < 4; ++k) builder.add(LimbSpec{.joint = k, .to = {k % 2 == 0 ? 1.0 : 1.5, 0.0, 0.0}});
  builder.add(HandSpec{.joint = 1, .frame = {{1.5, 0.0, 0.0}, {}}});
  builder.add(ClosureSpec{.joint_a = 1, .joint_b = 3, .at_a = {1.5, 0.0, 0.0}, .at_b = {1.5, 0.0, 0.0}});
  const Arm arm = builder.build().value();
  Reacher reacher(arm);
  std::vector<double> from = {2.0, -1.0, 1.0, 1.0}, to;
  ASSERT_EQ(reacher.reach(from, Target{.position = {0.2, 2.0, 0.0}}).verdict, ReachVerdict::reached);
  to = from;
  ASSERT_EQ(reacher.reach(to, Target{.position = {1.0, 2.0, 0.0}}).verdict, ReachVerdict::reached);
  const WayReport free = find_way(arm, from, to, {}, {.rounds = 5});
  expect_way(arm, from, to, {}, free, "loop");
  EXPECT_EQ(free.rounds, 0);  // what is straight for the values, closed
  const Goals goals{.obstacles = {disc(0.6, 2.12, 0.15)}};
  const WayReport past = find_way(arm, from, to, goals, {.rounds = 20});
  expect_way(arm, from, to, goals, past, "loop past a disc");
  EXPECT_GT(past.rounds, 0);
}

TEST(Way, ByRoundsIsTheSameEveryTime) {
  const MotionProblem problem = random_motion_problem(6, 5);
  const std::vector<double> to = {-1.0, 0.5, 0.5, 0.5, 0.2, 0.1};
  const WayReport first = find_way(problem.arm, problem.start, to, problem.goals, {.rounds = 5});
  EXPECT_EQ(find_way(problem.arm, problem.start, to, problem.goals, {.rounds = 5}).values, first.values);
}

}  // namespace
}  // namespace taut
