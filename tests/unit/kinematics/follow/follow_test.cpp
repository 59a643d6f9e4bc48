#include "taut/follow.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "kinematics/reach/task.hpp"
#include "kinematics/search/sides.hpp"
#include "support/sample_arms.hpp"
#include "taut/motion_trial.hpp"

namespace taut {
namespace {

std::vector<Target> path_of(const std::vector<Vec3>& points) {
  std::vector<Target> path;
  for (const Vec3& point : points) path.push_back({.position = point});
  return path;
}

bool has(const std::vector<Violation>& violations, ViolationKind kind) {
  return std::any_of(violations.begin(), violations.end(), [&](const Violation& v) { return v.kind == kind; });
}

Arm carriage() {
  ArmBuilder builder(2);
  builder.add(JointSpec{.kind = JointKind::slider, .axis = {1.0, 0.0, 0.0}, .lower = -3.0, .upper = 3.0});
  for (int k = 0; k < 4; ++k) {
    builder.add(JointSpec{.parent = k, .frame = {{k == 0 ? 0.0 : 1.0, 0.0, 0.0}, {}}, .lower = -2.9, .upper = 2.9});
    builder.add(LimbSpec{.joint = k + 1, .to = {1.0, 0.0, 0.0}});
  }
  return builder.build().value();
}

// ln sqrt(det J J^T) of a posture, by differences; a slider in shares of the arm's size.
double log_manipulability(const Arm& arm, std::span<const double> values) {
  constexpr double h = 1e-6;
  Posture present(arm), moved(arm);
  present.set(values);
  Eigen::Matrix3d gram = Eigen::Matrix3d::Zero();
  if (arm.dimension() == 2) gram(2, 2) = 1.0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    std::vector<double> step(values.size());
    step[k] = h * Task(arm).scale(static_cast<int>(k));
    moved.move(present, step);
    const Vec3 d = (1.0 / h) * (moved.hand_place(0) - present.hand_place(0));
    const Eigen::Vector3d column(d.x, d.y, d.z);
    gram += column * column.transpose();
  }
  return 0.5 * std::log(gram.determinant());
}

// The most that random changes find which leave the hand at the target.
double most_manipulability(const Arm& arm, std::vector<double> values, const Target& target) {
  constexpr int trials = 4000;
  Reacher reacher(arm, {.tolerance = 1e-10, .attempts = 1});
  RandomStream random(1, 0, 0);
  double most = log_manipulability(arm, values), size = 0.3;
  for (int k = 0; k < trials; ++k) {
    std::vector<double> changed = values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto v = static_cast<int>(i);
      changed[i] = std::clamp(values[i] + size * random.normal(), arm.lower(v), arm.upper(v));
    }
    if (reacher.reach(changed, target).verdict != ReachVerdict::reached) continue;
    const double found = log_manipulability(arm, changed);
    size = found > most ? 1.5 * size : std::max(0.98 * size, 1e-4);
    if (found > most) most = found, values = changed;
  }
  return most;
}

// A rod that turns by a right angle between two points of the path passes what stands in between, though both ends are
// clear.
TEST(MotionCheck, SeesWhatHappensBetweenPoints) {
  const Arm arm = support::row_of_limbs(2, 1, 3.2);
  const std::vector<Target> path = path_of({{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}});
  const std::vector<double> values = {0.0, 0.5 * std::numbers::pi};
  Goals goals{.longest_turn = 2.0};
  EXPECT_TRUE(check_motion(arm, values, path, goals).is_feasible());
  goals.obstacles = {{.shape = BallShape{{0.6, 0.6, 0.0}, 0.001}}};
  const MotionCheck check = check_motion(arm, values, path, goals);
  ASSERT_TRUE(has(check.violations, ViolationKind::obstacle));
  EXPECT_EQ(check.violations.front().second, 0);
  goals.obstacles = {{.shape = BallShape{{0.72, 0.72, 0.0}, 0.001}}};  // beyond the tip
  EXPECT_TRUE(check_motion(arm, values, path, goals).is_feasible());
  EXPECT_NEAR(check_motion(arm, values, path, goals).max_hand_error_between, 1.0 - std::sqrt(0.5), 1e-12);
}

// A whole turn ends where it began: only the way between shows what it meets.
TEST(MotionCheck, SeesWhatAWholeTurnMeets) {
  const Arm arm = support::row_of_limbs(2, 1, 3.2);
  const std::vector<Target> path = path_of({{-1.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}});
  const Goals goals{.obstacles = {{.shape = BallShape{{0.5, 0.0, 0.0}, 0.1}}}, .longest_turn = 7.0};
  const std::vector<double> values = {-std::numbers::pi, std::numbers::pi};
  EXPECT_TRUE(has(check_motion(arm, values, path, goals).violations, ViolationKind::obstacle));
}

TEST(MotionCheck, LooksAtASinglePosture) {
  const Arm arm = support::row_of_limbs(2, 1, 3.2);
  const std::vector<Target> path = path_of({{1.0, 0.0, 0.0}});
  const Goals goals{.obstacles = {{.shape = BallShape{{0.5, 0.1, 0.0}, 0.2}}}};
  const MotionCheck check = check_motion(arm, std::vector<double>{0.0}, path, goals);
  ASSERT_TRUE(has(check.violations, ViolationKind::obstacle));
  EXPECT_NEAR(check.violations.front().amount, 0.1, 1e-12);
}

TEST(MotionCheck, FindsEveryKindOfViolation) {
  const Arm arm = support::row_of_limbs(2, 3, 2.0);
  const std::vector<double> start = {0.3, 0.4, 0.5};
  const std::vector<Target> path = {{.position = hand_frame(arm, start).place}};
  EXPECT_TRUE(check_motion(arm, start, path, {}).is_feasible());
  EXPECT_TRUE(
      has(check_motion(arm, std::vector<double>{0.3, 0.4, 0.5 + 1e-6}, path, {}).violations, ViolationKind::hand));
  const std::vector<double> beyond = {0.3, 0.4, 2.5};
  EXPECT_TRUE(has(check_motion(arm, beyond, path, {}).violations, ViolationKind::limit));
  const std::vector<Target> twice = {path[0], path[0]};
  const std::vector<double> jump = {0.3, 0.4, 0.5, 0.3, 0.4, 1.5};
  EXPECT_TRUE(has(check_motion(arm, jump, twice, {}).violations, ViolationKind::jump));
  const Arm folded = support::row_of_limbs(2, 4, 3.0);
  const std::vector<double> knot = {0.0, 2.2, 2.2, 2.2};  // a triangle that crosses itself
  const std::vector<Target> at = {{.position = hand_frame(folded, knot).place},
                                  {.position = hand_frame(folded, knot).place}};
  std::vector<double> still = knot;
  still.insert(still.end(), knot.begin(), knot.end());
  EXPECT_TRUE(check_motion(folded, still, at, {}).is_feasible());
  EXPECT_TRUE(has(check_motion(folded, still, at, {.self_contact = SelfContact::avoided}).violations,
                  ViolationKind::self_contact));
}

// The arm points along x and the disc is above it; then the hand goes round the disc, over its top. A string from the
// base that stays below has to go round it, too.
TEST(Sides, KnowTheLengthOfATautString) {
  const Arm arm = support::row_of_limbs(2, 5, 3.2);
  Goals goals{.obstacles = {{.shape = BallShape{{2.0, 1.0, 0.0}, 0.5}}}};
  Posture start(arm);
  std::vector<Vec3> points;
  for (int k = 0; k <= 40; ++k) points.push_back({4.0, 0.05 * k, 0.0});
  for (int k = 1; k <= 40; ++k) points.push_back({4.0 - 0.1 * k, 2.0, 0.0});
  const std::vector<Target> path = path_of(points);
  const Sides sides(arm, goals, start, path);
  const std::optional<TautString> found = sides.impossible(arm, goals, path);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->step, 80);
  // From (0, 0) to (0, 2), both sqrt(5) from the centre: two tangents, and the arc that they leave of the way round.
  const double distance = std::sqrt(5.0), angle = 2.0 * std::numbers::pi - 2.0 * std::atan2(1.0, 2.0);
  const double length = 2.0 * std::sqrt(5.0 - 0.25) + 0.5 * (angle - 2.0 * std::acos(0.5 / distance));
  EXPECT_NEAR(found->length, length, 1e-12);
  EXPECT_FALSE(sides.impossible(arm, goals, std::span(path).first(20)));
  const Arm longer = support::row_of_limbs(2, 6, 3.2);  // a little longer than the string
  EXPECT_FALSE(Sides(longer, goals, Posture(longer), path).impossible(longer, goals, path));
}

// The centre of this hook is outside it.
TEST(Sides, WindAroundAPointInsideTheObstacle) {
  const PolygonShape hook{
      {{1.0, 1.0, 0.0}, {3.0, 1.0, 0.0}, {3.0, 3.0, 0.0}, {2.8, 3.0, 0.0}, {2.8, 1.2, 0.0}, {1.0, 1.2, 0.0}}};
  const Arm arm = support::row_of_limbs(2, 4, 3.2);
  const Goals goals{.obstacles = {{.shape = hook}}};
  const std::vector<Target> path = path_of({{4.0, 0.0, 0.0}});
  const Sides sides(arm, goals, Posture(arm), path);
  const Vec3 inside = sides.center(0);
  EXPECT_GT(sides.radius(0), 0.05);
  EXPECT_NEAR(clearance(goals.obstacles[0], inside, inside + Vec3{1e-9, 0.0, 0.0}, 2).distance, -sides.radius(0), 1e-6);
}

// Any motion that touches nothing is possible, whatever it winds around.
TEST(Sides, NeverCallAMotionImpossibleThatWasMade) {
  constexpr int steps = 8000;
  const Arm arm = support::row_of_limbs(2, 8, 3.2);
  int touched = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const std::vector<double> from = support::random_posture(arm, 3 * seed),
                              to = support::random_posture(arm, 3 * seed + 1);
    RandomStream random(seed, 7, 0);
    const Vec3 center = 4.0 * Vec3{2.0 * random.uniform() - 1.0, 2.0 * random.uniform() - 1.0, 0.0};
    std::vector<double> values(from.size());
    std::vector<Vec3> points;
    double least = 1e300;
    Posture posture(arm), start(arm);
    start.set(from);
    const Obstacle point{.shape = BallShape{center, 1e-9}};
    for (int t = 0; t <= steps; ++t) {
      for (std::size_t k = 0; k < values.size(); ++k)
        values[k] = from[k] + (static_cast<double>(t) / steps) * (to[k] - from[k]);
      posture.set(values);
      for (int l = 0; l < 8; ++l) least = std::min(least, clearance(point, posture.from(l), posture.to(l), 2).distance);
      points.push_back(posture.hand_place(0));
    }
    if (least < 0.05) {  // no limb moves that far in a step
      ++touched;
      continue;
    }
    const Goals goals{.obstacles = {{.shape = BallShape{center, 0.5 * least}}}};
    const std::vector<Target> path = path_of(points);
    const Sides sides(arm, goals, start, path);
    EXPECT_FALSE(sides.impossible(arm, goals, path)) << seed;
  }
  EXPECT_LT(touched, 45);
}

TEST(Follow, SolvesRandomProblemsOrProvesThemImpossible) {
  for (const int links : {6, 20}) {
    int decided = 0, feasible = 0;
    constexpr int problems = 20;
    for (std::uint64_t seed = 0; seed < problems; ++seed) {
      const MotionProblem problem = random_motion_problem(links, seed);
      const FollowReport report = follow(problem.arm, problem.start, problem.path, problem.goals, {.rounds = 3});
      EXPECT_FALSE(report.feasible && report.impossible) << seed;
      decided += report.feasible || report.impossible;
      if (!report.feasible) continue;
      ++feasible;
      const MotionCheck check = check_motion(problem.arm, report.values, problem.path, problem.goals);
      EXPECT_TRUE(check.is_feasible()) << seed;
      EXPECT_LT(check.max_limb_error, 1e-12);
      EXPECT_LT(check.max_hand_error, 1e-9 * links);
    }
    EXPECT_GE(decided, problems - 1) << links;
    EXPECT_GE(feasible, problems / 2) << links;
  }
}

TEST(Follow, BySearchOfSoManyRoundsIsTheSameEveryTime) {
  const MotionProblem problem = random_motion_problem(6, 5);
  const FollowReport first = follow(problem.arm, problem.start, problem.path, problem.goals, {.rounds = 2});
  EXPECT_EQ(follow(problem.arm, problem.start, problem.path, problem.goals, {.rounds = 2}).values, first.values);
}

TEST(Follow, TellsWhereThePathLeavesTheWorkspace) {
  const Arm arm = support::row_of_limbs(2, 3, 2.5);
  const std::vector<double> start = {0.5, 0.5, 0.5};
  const Vec3 from = hand_frame(arm, start).place;
  const std::vector<Target> path = path_of(line_points(from, {4.0, 0.0, 0.0}, 0.1));
  const FollowReport report = follow(arm, start, path, {});
  ASSERT_TRUE(report.unreachable);
  EXPECT_GT(norm(path[static_cast<std::size_t>(*report.unreachable)].position), 3.0);
  EXPECT_LE(norm(path[static_cast<std::size_t>(*report.unreachable) - 1].position), 3.0);
  EXPECT_FALSE(report.feasible);
}

TEST(Follow, KeepsLimbsApart) {
  const Arm arm = [] {
    ArmBuilder builder(2);
    for (int k = 0; k < 5; ++k) builder.add_link(1.0, -2.9, 2.9, 0.05);
    return builder.build().value();
  }();
  const std::vector<double> start = {0.0, 0.8, 0.8, 0.8, 0.8};
  const std::vector<Target> path = path_of(line_points(hand_frame(arm, start).place, {0.5, -0.4, 0.0}, 0.1));
  const FollowReport report = follow(arm, start, path, {.self_contact = SelfContact::avoided}, {.rounds = 20});
  const FollowReport careless = follow(arm, start, path, {}, {.rounds = 20});
  EXPECT_TRUE(has(check_motion(arm, careless.values, path, {.self_contact = SelfContact::avoided}).violations,
                  ViolationKind::self_contact));
  EXPECT_TRUE(report.feasible);
  EXPECT_TRUE(check_motion(arm, report.values, path, {.self_contact = SelfContact::avoided}).is_feasible());
}

// Preferences pull where there is a choice: the end is nearer to the posture that is asked for, or has most of the
// manipulability that there is to be gained.
TEST(Follow, PrefersAPostureOrManipulability) {
  for (const auto& [name, arm] :
       {support::NamedArm{"plane", support::row_of_limbs(2, 6, 2.9)},
        support::NamedArm{"balls", support::row_of_limbs(3, 4, 2.5)}, support::NamedArm{"carriage", carriage()}}) {
    std::vector<double> start(static_cast<std::size_t>(arm.value_count()), 0.2);
    const Vec3 from = hand_frame(arm, start).place;
    const std::vector<Target> path = path_of(line_points(from, from + Vec3{-0.8, -0.6, 0.0}, 0.05));
    const auto sum = [&](const FollowReport& report, const std::vector<double>& wanted) {
      double square = 0.0;
      for (std::size_t k = report.values.size() - wanted.size(), i = 0; k < report.values.size(); ++k, ++i)
        square += (report.values[k] - wanted[i]) * (report.values[k] - wanted[i]);
      return square;
    };
    const FollowReport plain = follow(arm, start, path, {}, {.rounds = 1});
    std::vector<double> wanted = start;
    for (std::size_t k = 0; k < wanted.size(); ++k) wanted[k] += k % 2 == 0 ? 0.5 : -0.3;
    const FollowReport drawn = follow(arm, start, path, {.posture = wanted, .posture_weight = 0.1}, {.rounds = 1});
    ASSERT_TRUE(plain.feasible && drawn.feasible) << name;
    EXPECT_LT(sum(drawn, wanted), 0.9 * sum(plain, wanted)) << name;
    const FollowReport able = follow(arm, start, path, {.manipulability_weight = 0.5}, {.rounds = 1});
    ASSERT_TRUE(able.feasible) << name;
    const auto end = [&](const FollowReport& report) { return std::span(report.values).last(start.size()); };
    const double least = log_manipulability(arm, end(plain));
    const double most = most_manipulability(arm, {end(plain).begin(), end(plain).end()}, path.back());
    EXPECT_GT(most, least + 0.005) << name;
    EXPECT_GT(log_manipulability(arm, end(able)), least + 0.8 * (most - least)) << name;
    EXPECT_LT(log_manipulability(arm, end(able)), most + 0.1 * (most - least)) << name;
  }
}

// An arm on a carriage: nothing joins it to the base, so what is on one side may be on the other.
TEST(Sides, OnlyHoldForArmsWithoutGaps) {
  EXPECT_TRUE(Sides::apply_to(support::row_of_limbs(2, 4, 3.0), 0));
  EXPECT_FALSE(Sides::apply_to(carriage(), 0));
  ArmBuilder gap(2);
  gap.add(JointSpec{});
  gap.add(JointSpec{.parent = 0, .frame = {{1.0, 0.0, 0.0}, {}}});
  gap.add(LimbSpec{.joint = 1, .to = {1.0, 0.0, 0.0}});
  EXPECT_FALSE(Sides::apply_to(gap.build().value(), 0));
}

// From the surface of the limb to that of the disc, whatever the goal asks for.
TEST(MotionCheck, LeastClearanceIsADistance) {
  ArmBuilder builder(2);
  builder.add_link(1.0, -3.0, 3.0, 0.1);
  const Arm arm = builder.build().value();
  const std::vector<double> still = {0.0, 0.0};
  const std::vector<Target> path(2, Target{.position = {1.0, 0.0, 0.0}});
  for (const double asked : {0.0, 0.05, 0.7}) {
    const Goals goals{.obstacles = {{.shape = BallShape{{0.5, 1.0, 0.0}, 0.3}}}, .clearance = asked};
    const MotionCheck check = check_motion(arm, still, path, goals);
    EXPECT_NEAR(check.least_clearance, 0.6, 1e-15);
    EXPECT_EQ(check.is_feasible(), asked < 0.6);
  }
}

TEST(Follow, TakesSpatialArmsAroundThings) {
  const Arm arm = support::six_axes();
  const std::vector<double> start = {-0.8, -0.3, 0.9, 0.0, 0.5, 0.0};
  const Vec3 from = hand_frame(arm, start).place;
  const std::vector<Target> path = path_of(line_points(from, {from.x, -from.y, from.z}, 0.02));
  Goals goals{.obstacles = {{.shape = BallShape{{0.35, 0.0, 0.7}, 0.08}}}, .clearance = 0.01};
  const FollowReport report = follow(arm, start, path, goals, {.rounds = 20});
  EXPECT_TRUE(report.feasible);
  EXPECT_GE(report.least_clearance, 0.0);
}

}  // namespace
}  // namespace taut
