// Constrained kinematics on points: lengths, hands and joint values along paths, for arms of every kind.
#include "kinematics/reach/point_walk.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/random_stream.hpp"
#include "support/sample_arms.hpp"
#include "taut/motion_trial.hpp"

namespace taut {
namespace {

constexpr double hand_tolerance = 1e-9, length_tolerance = 1e-12;

struct Course {
  std::string name;
  Arm arm;
  std::vector<double> start;
};

// A trunk of two limbs with two arms of three limbs each.
Arm tree(int dimension) {
  ArmBuilder builder(dimension);
  const JointKind kind = dimension == 2 ? JointKind::hinge : JointKind::ball;
  const auto limb = [&](int parent, double at) {
    const int joint = builder.add(JointSpec{.kind = kind, .parent = parent, .frame = {{at, 0.0, 0.0}, {}}});
    builder.add(LimbSpec{.joint = joint, .to = {1.0, 0.0, 0.0}});
    return joint;
  };
  const int trunk = limb(limb(-1, 0.0), 1.0);
  for (int side = 0; side < 2; ++side) {
    const int hand = limb(limb(limb(trunk, 1.0), 1.0), 1.0);
    builder.add(HandSpec{.joint = hand, .frame = {{1.0, 0.0, 0.0}, {}}});
  }
  return builder.build().value();
}

// Two arms of three limbs on a base of their own whose ends are one point.
Course loop() {
  ArmBuilder builder(2);
  for (int k = 0; k < 6; ++k) {
    const Vec3 place = {k == 3 ? 1.0 : k == 0 ? 0.0 : 0.8, 0.0, 0.0};
    const int joint = builder.add(JointSpec{.parent = k % 3 == 0 ? -1 : k - 1, .frame = {place, {}}});
    builder.add(LimbSpec{.joint = joint, .to = {0.8, 0.0, 0.0}});
  }
  builder.add(HandSpec{.joint = 2, .frame = {{0.8, 0.0, 0.0}, {}}});
  builder.add(ClosureSpec{2, 5, {0.8, 0.0, 0.0}, {0.8, 0.0, 0.0}});
  Course course{"loop", builder.build().value(), {2.4, -1.0, -1.2, 0.7, 1.0, 1.2}};
  EXPECT_EQ(Reacher(course.arm).reach(course.start, {.position = {0.4, 1.2, 0.0}}).verdict, ReachVerdict::reached);
  return course;
}

// A carriage on a rail with four limbs on it.
Arm carriage() {
  ArmBuilder builder(2);
  builder.add(JointSpec{.kind = JointKind::slider, .axis = {0.6, 0.8, 0.0}, .lower = -3.0, .upper = 3.0});
  for (int k = 0; k < 4; ++k) {
    builder.add(JointSpec{.parent = k, .frame = {{k == 0 ? 0.0 : 1.0, 0.0, 0.0}, {}}});
    builder.add(LimbSpec{.joint = k + 1, .to = {1.0, 0.0, 0.0}});
  }
  return builder.build().value();
}

std::vector<double> arc(int links) {
  std::vector<double> values(static_cast<std::size_t>(links), -2.4 / links);
  values.front() = 1.2;
  return values;
}

std::vector<Course> courses() {
  std::vector<double> balls;
  for (int k = 0; k < 5; ++k) balls.insert(balls.end(), {0.1 * k, -0.4, 0.3 - 0.2 * k});
  std::vector<double> branches;
  for (int k = 0; k < 8; ++k) branches.insert(branches.end(), {0.1, k < 5 ? -0.4 : 0.5, 0.3 - 0.1 * k});
  return {{"plane, 6 limbs", support::row_of_limbs(2, 6, 3.0), arc(6)},
          {"plane, 20 limbs", support::row_of_limbs(2, 20, 3.0), arc(20)},
          {"balls", support::row_of_limbs(3, 5, 3.0), balls},
          {"six axes", support::six_axes(), {0.3, -0.4, 0.9, 0.4, 0.5, 0.1}},
          {"plane tree", tree(2), {1.2, 0.3, 0.6, -0.5, -0.6, -0.5, 0.4, 0.5}},
          {"tree of balls", tree(3), branches},
          loop(),
          {"carriage", carriage(), {0.3, 1.2, -0.9, -0.5, -0.4}},
          {"one of each", support::one_of_each(), {0.1, 0.4, 0.2, -0.5, 0.7, 0.9, 0.4}}};
}

enum class Hold { place, direction, frame };

// Once around an ellipse about where the hand is, a tenth of the arm wide; the hand may nod.
std::vector<Target> round_trip(const Course& course, Hold hold, int points) {
  const Placement hand = hand_frame(course.arm, course.start);
  const double width = 0.05 * course.arm.size();
  std::vector<Target> path;
  for (int k = 0; k <= points; ++k) {
    const double s = 2.0 * std::numbers::pi * k / points;
    const Vec3 shift = {width * (std::cos(s) - 1.0), 0.8 * width * std::sin(s),
                        course.arm.dimension() == 2 ? 0.0 : 0.5 * width * std::sin(2.0 * s)};
    const Rotation turn = rotation_about({0.0, 0.0, 1.0}, 0.1 * std::sin(s)) * hand.turn;
    path.push_back({.position = hand.place + shift});
    if (hold == Hold::direction) path.back().direction = turn.x;
    if (hold == Hold::frame && course.arm.dimension() == 3) path.back().rotation = turn;
  }
  return path;
}

// Also after forward kinematics of the values that were read off the points.
TEST(PointWalk, KeepsLengthsAndHandAndGoesOnContinuously) {
  for (const Course& course : courses())
    for (const Hold hold : {Hold::place, Hold::direction, Hold::frame}) {
      if (course.name == "one of each" && hold == Hold::frame) continue;  // six values: out of reach at point 58
      const std::string what = course.name + ", hold " + std::to_string(static_cast<int>(hold));
      const std::vector<Target> path = round_trip(course, hold, 200);
      Expected<PointWalk> walk = PointWalk::make(course.arm, course.start, {path.data(), 1});
      ASSERT_TRUE(walk) << what << ": " << walk.error().message;
      std::vector<double> before = course.start, motion;
      for (std::size_t t = 0; t < path.size(); ++t) {
        ASSERT_TRUE(walk->go_to({&path[t], 1})) << what << " at " << t << ": " << walk->obstruction();
        const std::span<const double> values = walk->values();
        for (std::size_t v = 0; v < before.size(); ++v)
          ASSERT_LT(std::abs(values[v] - before[v]), 0.15) << what << " value " << v << " at " << t;
        before.assign(values.begin(), values.end());
        motion.insert(motion.end(), values.begin(), values.end());
      }
      EXPECT_LT(walk->max_violation(), length_tolerance) << what;
      const MotionCheck check = check_motion(course.arm, motion, path, {});
      EXPECT_LT(check.max_hand_error, hand_tolerance * course.arm.size()) << what;
      EXPECT_LT(check.max_limb_error, length_tolerance) << what;
      for (const Violation& violation : check.violations) EXPECT_EQ(violation.kind, ViolationKind::limit) << what;
    }
}

// Of all postures with the hand at a point nearby, none has its joints nearer to where they were. The others are found
// in joint values.
TEST(PointWalk, MovesThePointsAsLittleAsJointsAllow) {
  const Course course{"plane, 6 limbs", support::row_of_limbs(2, 6, 3.0), arc(6)};
  const Vec3 hand = hand_frame(course.arm, course.start).place;
  const Target near{.position = hand + Vec3{-1e-4, 5e-5, 0.0}};
  PointWalk walk = PointWalk::make(course.arm, course.start, {&near, 1}).value();
  ASSERT_TRUE(walk.go_to({&near, 1}));
  const auto joints = [&](std::span<const double> values) {
    std::vector<Vec3> places;
    for (const Placement& frame : joint_frames(course.arm, values)) places.push_back(frame.place);
    return places;
  };
  const std::vector<Vec3> first = joints(course.start);
  const auto square = [&](std::span<const double> values) {
    const std::vector<Vec3> places = joints(values);
    double sum = 0.0;
    for (std::size_t k = 0; k < places.size(); ++k) sum += dot(places[k] - first[k], places[k] - first[k]);
    return sum;
  };
  const double least = square(walk.values());
  Reacher reacher(course.arm, {.tolerance = 1e-12});
  RandomStream random(7, 0, 0);
  for (int k = 0; k < 50; ++k) {
    std::vector<double> values(walk.values().begin(), walk.values().end());
    for (double& value : values) value += 3e-5 * random.normal();
    ASSERT_EQ(reacher.reach(values, near).verdict, ReachVerdict::reached);
    EXPECT_GT(square(values), least * (1.0 - 1e-3));
  }
}

// The hand goes around the base, the whole arm with it: joint values are counted on, and no rod flips where it points
// the other way.
TEST(PointWalk, CountsWholeTurns) {
  for (const int dimension : {2, 3}) {
    const Arm arm = support::row_of_limbs(dimension, 3, 100.0);
    std::vector<double> start = {0.5, -0.9, 0.3};
    if (dimension == 3) start = {0.0, 0.1, 0.5, 0.0, 0.2, -0.9, 0.0, -0.3, 0.3};
    const Vec3 hand = hand_frame(arm, start).place;
    std::vector<double> before = start, first_round;
    PointWalk walk = PointWalk::make(arm, start, std::vector<Target>{{.position = hand}}).value();
    for (int k = 1; k <= 960; ++k) {
      const Target target{.position = rotation_about({0.0, 0.0, 1.0}, 2.0 * std::numbers::pi * k / 480) * hand};
      ASSERT_TRUE(walk.go_to({&target, 1})) << walk.obstruction();
      for (std::size_t v = 0; v < before.size(); ++v) ASSERT_LT(std::abs(walk.values()[v] - before[v]), 0.15) << k;
      before.assign(walk.values().begin(), walk.values().end());
      if (k == 480) first_round = before;
    }
    if (dimension == 3) continue;
    const double turned = before[0] - first_round[0];
    EXPECT_NEAR(turned, 2.0 * std::numbers::pi, 1e-4);  // a shape that trails behind the hand
  }
}

TEST(PointWalk, DrawsTwoHandsAtOnce) {
  const Course course = courses()[4];
  const Vec3 left = hand_frame(course.arm, course.start, 0).place,
             right = hand_frame(course.arm, course.start, 1).place;
  const Vec3 shift = {0.2, -0.3, 0.0};
  const std::vector<Target> targets = {{.position = left + shift}, {.position = right + shift, .hand = 1}};
  PointWalk walk = PointWalk::make(course.arm, course.start, targets).value();
  ASSERT_TRUE(walk.go_to(targets));
  EXPECT_LT(norm(hand_frame(course.arm, walk.values(), 0).place - targets[0].position), 1e-9);
  EXPECT_LT(norm(hand_frame(course.arm, walk.values(), 1).place - targets[1].position), 1e-9);
}

TEST(PointWalk, NamesWhatKeepsIt) {
  const Arm arm = support::row_of_limbs(2, 3, 3.0);
  const std::vector<double> start = {0.9, -0.6, -0.6};
  const Target beyond{.position = {3.5, 0.0, 0.0}};
  PointWalk walk = PointWalk::make(arm, start, {&beyond, 1}).value();
  EXPECT_FALSE(walk.go_to({&beyond, 1}));
  EXPECT_NE(walk.obstruction().find("joint"), std::string::npos) << walk.obstruction();
  // It went as far as it could.
  EXPECT_GT(norm(hand_frame(arm, walk.values()).place), 2.99);
}

// Both limbs are held where they are: the base by itself, the elbow by the direction of the hand.
TEST(PointWalk, DoesNotStretchWhatIsHeldAtBothEnds) {
  const Arm arm = support::row_of_limbs(2, 2, 3.0);
  const std::vector<double> start = {0.9, -0.6};
  const Placement hand = hand_frame(arm, start);
  const Target aside{.position = hand.place + Vec3{0.1, 0.1, 0.0}, .direction = hand.turn.x};
  PointWalk walk = PointWalk::make(arm, start, {&aside, 1}).value();
  EXPECT_FALSE(walk.go_to({&aside, 1}));
  EXPECT_NE(walk.obstruction().find("joint 0"), std::string::npos) << walk.obstruction();
}

TEST(PointWalk, IsAMethodOfReach) {
  const Arm arm = support::row_of_limbs(2, 6, 2.6);
  std::vector<double> values = arc(6);
  Reacher reacher(arm, {.method = ReachMethod::constraints});
  const Target target{.position = {2.0, -1.0, 0.0}};
  const ReachReport report = reacher.reach(values, target);
  EXPECT_EQ(report.verdict, ReachVerdict::reached) << report.reason;
  EXPECT_LT(norm(hand_frame(arm, values).place - target.position), 1e-9 * arm.size());
  EXPECT_EQ(reacher.reach(values, Target{.position = {7.0, 0.0, 0.0}}).verdict, ReachVerdict::out_of_reach);
}

TEST(PointWalk, IsAFirstMotionAlongAPath) {
  const MotionProblem problem = random_motion_problem(6, 0);
  Goals goals = problem.goals;
  goals.obstacles.clear();
  const FollowOptions options{.first_motion = FirstMotion::points, .seconds = 0.0};
  const FollowReport by_points = follow(problem.arm, problem.start, problem.path, goals, options);
  const FollowReport by_joints = follow(problem.arm, problem.start, problem.path, goals, {.seconds = 0.0});
  EXPECT_TRUE(by_points.feasible);
  EXPECT_FALSE(by_points.stuck);
  double difference = 0.0;
  for (std::size_t k = 0; k < by_points.values.size(); ++k)
    difference = std::max(difference, std::abs(by_points.values[k] - by_joints.values[k]));
  EXPECT_GT(difference, 0.01);  // another motion
}

TEST(PointWalk, SaysWhereOnThePathItIsStuck) {
  const Arm arm = support::row_of_limbs(2, 3, 3.0);
  const std::vector<double> straight = {0.2, 0.0, 0.0};
  std::vector<Target> path;
  const Vec3 hand = hand_frame(arm, straight).place;
  for (const Vec3& point : line_points(hand, 0.5 * hand, 0.05)) path.push_back({.position = point});
  const FollowReport report = follow(arm, straight, path, {}, {.first_motion = FirstMotion::points, .seconds = 0.0});
  ASSERT_TRUE(report.stuck);
  EXPECT_FALSE(report.feasible);
  EXPECT_FALSE(report.stuck->obstruction.empty());
}

}  // namespace
}  // namespace taut
