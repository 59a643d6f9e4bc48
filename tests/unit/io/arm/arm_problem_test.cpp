#include "taut/arm_problem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "taut/arm_dynamics.hpp"

namespace taut {
namespace {

constexpr double degree = std::numbers::pi / 180.0;
constexpr double rounding = 1e-12;

const std::string two_limbs = R"(dimension = 2
[[limbs]]
name = "upper"
length = 2.0
[[limbs]]
name = "lower"
length = 1.0
angle = 90
)";

ArmProblem read(const std::string& text, const ArmSettings& settings = {}) {
  return parse_arm_problem(text, "arm.toml", settings);
}

std::string refusal(const std::string& text, const ArmSettings& settings = {}) {
  try {
    read(text, settings);
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "was accepted:\n" << text;
  return {};
}

Vec3 hand(const ArmProblem& problem) { return hand_frame(problem.arm, problem.start).place; }

void expect_near(const Vec3& found, const Vec3& expected) {
  EXPECT_NEAR(norm(found - expected), 0.0, rounding) << found.x << ", " << found.y << ", " << found.z;
}

TEST(ArmProblem, LimbsFollowEachOther) {
  const ArmProblem problem = read(two_limbs);
  EXPECT_EQ(problem.task, ArmTask::none);
  EXPECT_EQ(problem.arm.value_count(), 2);
  EXPECT_EQ(problem.arm.joint_name(1), "lower");
  expect_near(hand(problem), {2.0, 1.0, 0.0});
}

TEST(ArmProblem, ARowOfLimbsHasNamesAnglesAndLimitsOfItsOwn) {
  const ArmProblem problem = read(R"(dimension = 2
[arm]
base = [1.0, 1.0]
turn = 90
limits = 120
thickness = 0.2
[[limbs]]
name = "link"
length = 1.0
count = 3
angle = [0, 90, -90]
)");
  expect_near(hand(problem), {0.0, 3.0, 0.0});
  EXPECT_EQ(problem.arm.limbs()[2].name, "link 3");
  EXPECT_EQ(problem.arm.limbs()[2].radius, 0.1);
  EXPECT_NEAR(problem.arm.upper(1), 120 * degree, rounding);
  EXPECT_NEAR(problem.arm.lower(1), -120 * degree, rounding);
}

TEST(ArmProblem, SpatialJointsOfEveryKind) {
  const ArmProblem problem = read(R"([[limbs]]
vector = [0.0, 0.0, 1.0]
joint = "hinge"
axis = [0, 0, 2]
angle = 90
[[limbs]]
length = 1.0
joint = "slider"
limits = [0.5, 2.0]
[[limbs]]
length = 1.0
limits = 80
angle = [0, 0, 90]
[[limbs]]
length = 0.5
joint = "fixed"
turn = [0, -90, 0]
)");
  // Up, a quarter turn to y, half a length along it, another quarter, and up again.
  expect_near(hand(problem), {-1.0, 1.5, 1.5});
  EXPECT_EQ(problem.arm.joints()[2].kind, JointKind::ball);  // what a spatial limb has when none is named
  EXPECT_NEAR(problem.arm.joints()[2].upper, 80 * degree, rounding);
  EXPECT_EQ(problem.arm.upper(1), 2.0);  // a length
}

TEST(ArmProblem, TreesAndLoopsNameTheirLimbs) {
  const ArmProblem problem = read(R"(dimension = 2
[[limbs]]
name = "crank"
length = 1.0
angle = 90
[[limbs]]
name = "coupler"
length = 2.0
angle = -90
[[limbs]]
name = "rocker"
on = "base"
length = 2.23606797749979
angle = 26.565051177077990
[[limbs]]
name = "tool"
on = "coupler"
at = 0.5
length = 0.5
[[loops]]
between = ["coupler", "rocker"]
[hand]
on = "tool"
offset = [0.0, 0.25]
direction = [0.0, 1.0]
)");
  EXPECT_EQ(problem.arm.joints()[2].parent, -1);
  EXPECT_EQ(problem.arm.joints()[3].parent, 1);
  expect_near(problem.arm.joints()[3].frame.place, {1.0, 0.0, 0.0});
  ASSERT_EQ(problem.arm.closures().size(), 1u);
  EXPECT_EQ(problem.arm.closures()[0].joint_b, 2);
  expect_near(hand(problem), {1.5, 1.25, 0.0});
  expect_near(hand_frame(problem.arm, problem.start).turn.x, {0.0, 1.0, 0.0});
}

TEST(ArmProblem, AStartThatIsNotTypedKeepsToTheLimits) {
  const ArmProblem problem = read("dimension = 2\n[[limbs]]\nlength = 1.0\nlimits = [30, 60]\n");
  EXPECT_NEAR(problem.start[0], 30 * degree, rounding);
}

TEST(ArmProblem, TargetsAndPaths) {
  const ArmProblem target = read(two_limbs + "[target]\nposition = [1.0, 2.0]\ndirection = [0, 3]\n");
  EXPECT_EQ(target.task, ArmTask::target);
  expect_near(*target.path[0].direction, {0.0, 1.0, 0.0});

  const ArmProblem line = read(two_limbs + "[path]\ntype = \"line\"\nto = [1.0, 1.0]\nstep = 0.1\nduration = 3\n");
  EXPECT_EQ(line.task, ArmTask::path);
  EXPECT_EQ(line.path.size(), 11u);
  EXPECT_EQ(line.duration, 3.0);
  expect_near(line.path.front().position, {2.0, 1.0, 0.0});  // where the hand is

  const ArmProblem circle =
      read(two_limbs + "[path]\ntype = \"circle\"\ncenter = [2.0, 0.5]\nturn = 180\ndirection = [1, 0]\n");
  expect_near(circle.path.back().position, {2.0, 0.0, 0.0});
  EXPECT_TRUE(circle.path[3].direction);

  const ArmProblem formula = read(
      two_limbs + "[path]\ntype = \"formula\"\nx = \"1 + a*s\"\ny = \"s^2\"\nparameters = { a = 0.5 }\nstep = 0.05\n");
  expect_near(formula.path.back().position, {1.5, 1.0, 0.0});

  const ArmProblem svg =
      read(two_limbs + "[path]\ntype = \"svg\"\nd = \"M 0 0 h 10 v 10\"\nscale = 0.1\nplace = [1, 1]\n");
  expect_near(svg.path.back().position, {2.0, 0.0, 0.0});  // downwards, as in a picture

  const ArmProblem spline =
      read(two_limbs + "[path]\ntype = \"spline\"\nfrom_hand = true\nclosed = true\npoints = [[1,1],[1,2]]\n");
  expect_near(spline.path.front().position, {2.0, 1.0, 0.0});
  expect_near(spline.path.back().position, {2.0, 1.0, 0.0});
}

const std::string two_hands = R"(dimension = 2
[[limbs]]
name = "trunk"
length = 1.0
angle = 90
[[limbs]]
name = "left arm"
on = "trunk"
length = 1.0
angle = 90
[[limbs]]
name = "right arm"
on = "trunk"
length = 1.0
angle = -90
[[hands]]
name = "left"
on = "left arm"
[[hands]]
name = "right"
on = "right arm"
offset = [0.5, 0.0]
)";

TEST(ArmProblem, TargetsOfSeveralHands) {
  const ArmProblem problem = read(two_hands + R"([[targets]]
hand = "right"
position = [1, 0]
[[targets]]
hand = "left"
position = [-1, 0]
direction = [0, 2]
)");
  EXPECT_EQ(problem.hands, 2);
  EXPECT_EQ(problem.hand_path().points(), 1);
  EXPECT_EQ(problem.arm.hands()[1].name, "right");
  EXPECT_EQ(problem.path[0].hand, 1);
  EXPECT_EQ(problem.path[1].hand, 0);
  EXPECT_EQ(*problem.path[1].direction, (Vec3{0.0, 1.0, 0.0}));
  const ArmProblem one = read(two_hands + "[target]\nhand = \"right\"\nposition = [1, 0]\n");
  EXPECT_EQ(one.hands, 1);
  EXPECT_EQ(one.path[0].hand, 1);
}

// Paths of different lengths, and a hand that stays, have as many points as the longest.
TEST(ArmProblem, PathsOfSeveralHandsGoTogether) {
  const std::string line = "[[paths]]\nhand = \"left\"\ntype = \"line\"\nto = [-1, 2]\nstep = 0.1\nduration = 3\n";
  const ArmProblem circle = read(
      two_hands + line + "[[paths]]\nhand = \"right\"\ntype = \"circle\"\ncenter = [1, 1]\nturn = 90\nstep = 0.1\n");
  EXPECT_EQ(circle.hand_path().points(), 11);  // left goes 1; right a quarter of a circle of radius 0.5
  EXPECT_EQ(circle.duration, 3.0);
  expect_near(circle.hand_path().at(0)[0].position, {-1.0, 1.0, 0.0});
  expect_near(circle.hand_path().at(10)[0].position, {-1.0, 2.0, 0.0});
  expect_near(circle.hand_path().at(0)[1].position, {1.5, 1.0, 0.0});
  expect_near(circle.hand_path().at(10)[1].position, {1.0, 1.5, 0.0});
  EXPECT_EQ(circle.hand_path().at(7)[1].hand, 1);
  const ArmProblem stays = read(two_hands + line + "[[paths]]\nhand = \"right\"\ntype = \"stay\"\n");
  EXPECT_EQ(stays.hand_path().points(), 11);
  expect_near(stays.hand_path().at(10)[1].position, {1.5, 1.0, 0.0});
}

TEST(ArmProblem, RefusesHandsThatDoNotFitTogether) {
  const auto said = [](const std::string& more) { return refusal(two_hands + more); };
  const std::string stay = "type = \"stay\"\n", left = "[[paths]]\nhand = \"left\"\n";
  EXPECT_NE(said("[target]\nposition = [1, 0]\n").find("several hands, expected one of left, right"),
            std::string::npos);
  EXPECT_NE(said("[target]\nhand = \"lefd\"\nposition = [1, 0]\n").find("did you mean"), std::string::npos);
  EXPECT_NE(said(left + "type = \"line\"\nto = [-1, 2]\n" + left + stay).find("same hand twice"), std::string::npos);
  EXPECT_NE(said(left + stay).find("no hand goes anywhere"), std::string::npos);
  EXPECT_NE(said("[hand]\non = \"left arm\"\n").find("[[hands]] as well"), std::string::npos);
  EXPECT_NE(said("[path]\n" + stay + left + stay).find("[[paths]] as well"), std::string::npos);
  EXPECT_NE(said("[[hands]]\nname = \"left\"\n").find("no other hand has"), std::string::npos);
}

TEST(ArmProblem, HandsPointAlongTheirPaths) {
  const ArmProblem problem =
      read(two_limbs +
           "[path]\ntype = \"polyline\"\npoints = [[1, 0], [2, 0], [2, 1]]\nstep = 0.5\ndirection = \"along\"\n");
  EXPECT_EQ(problem.path.size(), 4u + 19);  // a right angle in steps of 5 degrees
  EXPECT_EQ(*problem.path.front().direction, (Vec3{1.0, 0.0, 0.0}));
  expect_near(*problem.path.back().direction, {0.0, 1.0, 0.0});
  const auto said = [](const std::string& more) {
    return refusal(two_limbs + "[path]\ntype = \"line\"\nto = [1, 1]\n" + more);
  };
  EXPECT_NE(said("direction = \"across\"\n").find("or \"along\" the path"), std::string::npos);
  EXPECT_NE(said("direction = \"along\"\nrotation = 3\n").find("direction as well"), std::string::npos);
}

TEST(ArmProblem, ObstaclesGoalsAndSearch) {
  const ArmProblem problem = read(two_limbs + R"([[obstacles]]
type = "box"
center = [3.0, 3.0]
size = [2.0, 1.0]
turn = 90
[[obstacles]]
type = "polygon"
corners = [[5, 5], [6, 5], [5, 6]]
[goals]
clearance = 0.1
self_contact = "avoided"
longest_turn = 10
posture = [0, 45]
[search]
seconds = 0
rounds = 4
attempts = 3
tolerance = 1e-6
)");
  ASSERT_EQ(problem.goals.obstacles.size(), 2u);
  // The box stands upright: one to the left of its centre is half a length outside.
  EXPECT_NEAR(clearance(problem.goals.obstacles[0], {2.0, 3.0, 0.0}, {2.0, 3.0, 0.0}, 2).distance, 0.5, rounding);
  EXPECT_EQ(problem.goals.self_contact, SelfContact::avoided);
  EXPECT_NEAR(problem.goals.longest_turn, 10 * degree, rounding);
  EXPECT_NEAR(problem.goals.posture[1], 45 * degree, rounding);
  EXPECT_EQ(problem.goals.posture_weight, 1.0);
  EXPECT_EQ(problem.follow.rounds, 4);
  EXPECT_EQ(problem.reach.attempts, 3);
  EXPECT_EQ(problem.follow.tolerance, 1e-6);
}

TEST(ArmProblem, TheCommandLineReplacesTheTask) {
  const std::string text = two_limbs + "[path]\ntype = \"line\"\nto = [1.0, 1.0]\nstep = 0.25\n";
  const ArmProblem target = read(text, {.to = "1,0.5", .direction = "1,1"});
  EXPECT_EQ(target.task, ArmTask::target);
  expect_near(target.path[0].position, {1.0, 0.5, 0.0});
  EXPECT_NEAR(target.path[0].direction->x, std::sqrt(0.5), rounding);
  EXPECT_NE(target.text.find("position"), std::string::npos);

  EXPECT_EQ(read(text, {.overrides = {"target={ position = [1, 1] }"}}).task, ArmTask::target);

  const ArmProblem line = read(text, {.line_to = "2,0"});
  EXPECT_EQ(line.path.size(), 5u);  // with the step of the file
  const ArmProblem points = read(two_limbs, {.path = "2,0 1,0"});
  expect_near(points.path.front().position, {2.0, 1.0, 0.0});
  expect_near(points.path.back().position, {1.0, 0.0, 0.0});
  const ArmProblem svg = read(two_limbs, {.path = "M 2 0 L 1 -1"});
  expect_near(svg.path.back().position, {1.0, 1.0, 0.0});
  EXPECT_EQ(read(text, {.overrides = {"search.seconds=2"}, .method = "dls"}).follow.seconds, 2.0);
}

TEST(ArmProblem, RefusalsNameFileLineAndKey) {
  EXPECT_EQ(refusal("dimension = 2\n"), "arm.toml:1: limbs: there are none; expected [[limbs]], one for each");
  EXPECT_EQ(refusal("[[particles]]\nposition = [0, 0, 0]\n"),
            "arm.toml:1: particles: the file is a scenario; expected an arm, or taut run");
  EXPECT_EQ(refusal("dimension = 2\n[[limbs]]\nlength = 0\n"),
            "arm.toml:3: limbs[0].length: expected a positive number, found 0");
  EXPECT_EQ(refusal("[[limbs]]\nvector = [0, 0, 0]\n"),
            "arm.toml:2: limbs[0].vector: found a limb of length zero, expected a longer one");
  EXPECT_EQ(refusal(two_limbs + "[[limbs]]\non = \"uper\"\nlength = 1\n"),
            "arm.toml:10: limbs[2].on: no limb is called \"uper\" (there are upper, lower); did you mean `upper`?");
  EXPECT_EQ(
      refusal(two_limbs + "[[limbs]]\non = \"upper\"\nlength = 1\n"),
      "arm.toml:1: hand: the arm has 2 ends (lower, limb 2); expected [hand] with on = one of them, or [[hands]]");
  EXPECT_EQ(refusal(two_limbs + "[[limbs]]\nname = \"upper\"\nlength = 1\n"),
            "arm.toml:10: limbs[2].name: there is a limb called \"upper\" already; expected another name");
  EXPECT_EQ(refusal("dimension = 2\n[[limbs]]\nname = \"upper arm\"\nlength = 1\n[hand]\non = \"upper\"\n"),
            "arm.toml:6: hand.on: no limb is called \"upper\" (there are upper arm)");
  EXPECT_EQ(refusal(two_limbs + "lenght = 1\n"), "arm.toml:9: limbs[1].lenght: unknown key; did you mean `length`?");
  EXPECT_EQ(refusal(two_limbs + "limits = [-10, 10]\n"),
            "arm.toml:8: limbs[1].angle: found 90, expected a start within the limits, -10 to 10");
  EXPECT_EQ(refusal(two_limbs + "limits = [10, -10]\n"),
            "arm.toml:9: limbs[1].limits: found 10 to -10, expected the lower one first");
  EXPECT_EQ(refusal(two_limbs + "joint = \"ball\"\n"),
            "arm.toml:9: limbs[1].joint: found a ball, expected a hinge, slider or fixed joint: the arm is plane");
  EXPECT_EQ(refusal(two_limbs + "[[obstacles]]\ntype = \"disc\"\ncenter = [0.1, 0]\nradius = 0.5\n"),
            "arm.toml:9: obstacles[0]: contains the base of the arm, by 0.4; expected it outside");
  EXPECT_EQ(refusal(two_limbs + "[[obstacles]]\ntype = \"sphere\"\ncenter = [9, 0]\nradius = 0.5\n"),
            "arm.toml:10: obstacles[0].type: expected one of disc, box, polygon, capsule, found \"sphere\"");
  EXPECT_EQ(refusal(two_limbs + "[path]\ntype = \"lime\"\nto = [1, 1]\n"),
            "arm.toml:10: path.type: expected one of line, polyline, circle, spline, formula, svg, stay, found "
            "\"lime\"; did you mean `line`?");
  EXPECT_EQ(refusal(two_limbs + "[path]\ntype = \"circle\"\ncenter = [0, 0]\nradius = 1\nturn = 1e9\n"),
            "arm.toml:9: path.step: found 5.82e+08 points, expected at most 1e+06; the path is 1.75e+07 long");
  EXPECT_EQ(refusal(two_limbs + "[path]\ntype = \"formula\"\nx = \"floor(2*s)\"\ny = \"s\"\n").substr(0, 45),
            "arm.toml:10: path.type: the path jumps by 1 a");
  EXPECT_EQ(refusal(two_limbs + "[path]\ntype = \"svg\"\nd = \"M 0 0 L 1\"\n"),
            "arm.toml:11: path.d: expected a number, at character 10");
  EXPECT_EQ(refusal(two_limbs + "[target]\nposition = [1, 1, 1]\n"),
            "arm.toml:10: target.position: expected a vector of 2 numbers because dimension = 2, found 3");
  EXPECT_EQ(refusal(two_limbs + "[target]\nposition = [1, 1]\n[path]\ntype = \"line\"\nto = [1, 1]\n"),
            "arm.toml:9: target: there is a path as well; expected one of them");
  EXPECT_EQ(refusal(two_limbs + "[goals]\nposture = [1]\n"),
            "arm.toml:10: goals.posture: expected 2 values, one for each that the joints have, found 1");
  EXPECT_EQ(refusal(two_limbs, {.to = "here"}), "--to: found \"here\", expected coordinates such as 1.5,0.5");
  EXPECT_EQ(refusal(two_limbs, {.to = "1,1", .line_to = "1,1"}),
            "taut reach: expected one of --to, --line-to and --path");
  EXPECT_EQ(refusal(two_limbs, {.to = "1,1,1"}),
            "arm.toml (--to): target.position: expected a vector of 2 numbers because dimension = 2, found 3");
  EXPECT_EQ(refusal(two_limbs, {.to = "1,1", .direction = "0,0"}),
            "arm.toml (--direction): target.direction: found a zero vector, expected a direction");
  EXPECT_EQ(refusal(two_limbs, {.path = "M 1 1 L"}), "arm.toml (--path): path.d: expected a number, at character 8");
}

TEST(ArmProblem, NumbersWhoseSquaresOverflow) {
  EXPECT_EQ(refusal(two_limbs, {.to = "1e308,0"}),
            "arm.toml (--to): target.position[0]: found 1e+308, expected less than 1e+100");
  EXPECT_EQ(refusal(two_limbs + "[[obstacles]]\ntype = \"disc\"\ncenter = [3, -1e200]\nradius = 1\n"),
            "arm.toml:11: obstacles[0].center[1]: found -1e+200, expected less than 1e+100");
  EXPECT_NO_THROW(read(two_limbs + "[target]\nposition = [1, 1]\n[search]\nseconds = 1e300\n"));
}

TEST(ArmProblem, PolygonsThatCrossThemselves) {
  const auto polygon = [](const char* corners) {
    return std::string("[[obstacles]]\ntype = \"polygon\"\ncorners = ") + corners + "\n";
  };
  EXPECT_EQ(refusal(two_limbs + polygon("[[3, 3], [4, 4], [3, 4], [4, 3]]")),
            "arm.toml:11: obstacles[0].corners: edges 0 and 2 cross; expected the corners in order round the polygon");
  EXPECT_NO_THROW(read(two_limbs + polygon("[[3, 3], [5, 3], [5, 5], [4, 3.5], [3, 5]]")));
}

// A limb whose moments are those of a rod, or of the cylinder that its thickness makes it in space, needs the same
// torques.
TEST(ArmProblem, InertiaIsThatOfTheLimb) {
  const auto torques = [](const std::string& text, const std::string& changed) {
    const ArmProblem problem = read(text + changed);
    const auto n = static_cast<std::size_t>(problem.arm.value_count());
    const std::vector<double> values(n, 0.4), rates(n, -1.5), accelerations(n, 2.0);
    return ArmDynamics(problem.arm, problem.gravity).torques(values, rates, accelerations);
  };
  const auto same = [&](const std::string& text, const std::string& changed) {
    const std::vector<double> rod = torques(text, ""), body = torques(text, changed);
    for (std::size_t k = 0; k < rod.size(); ++k) EXPECT_NEAR(body[k], rod[k], rounding) << text;
  };
  same("dimension = 2\n[[limbs]]\nlength = 1\n[[limbs]]\nlength = 0.6\nmass = 2\n", "inertia = 0.06\n");
  const std::string space =
      "dimension = 3\n[arm]\njoint = \"hinge\"\nthickness = 0.2\n[[limbs]]\nvector = [0, 0, 1]\n[[limbs]]\naxis = [0, "
      "1, 1]\n"
      "vector = [0.6, 0, 0]\nmass = 3\n";
  same(space, "inertia = [0.015, 0.0975, 0.0975]\n");
  same(space, "inertia = [0.015, 0.0975, 0.0975, 0, 0, 0]\ncenter_of_mass = [0.3, 0, 0]\n");
}

// A path from where the hand is begins where it is with the loop closed; angles of 70 and -50 degrees leave it open.
TEST(ArmProblem, StartsWithLoopsClosed) {
  const ArmProblem problem = read(R"(dimension = 2
[[limbs]]
name = "crank"
length = 1
angle = 70
[[limbs]]
name = "coupler"
length = 2
angle = -50
[[limbs]]
name = "ground"
on = "base"
joint = "fixed"
length = 2.5
[[limbs]]
name = "rocker"
length = 1.5
angle = 80
[[loops]]
between = ["coupler", "rocker"]
[hand]
on = "crank"
[path]
type = "circle"
center = [0, 0]
turn = 90
)");
  const std::vector<Placement> frames = joint_frames(problem.arm, problem.start);
  const ClosureSpec& loop = problem.arm.closures()[0];
  EXPECT_NEAR(norm(frames[static_cast<std::size_t>(loop.joint_a)] * loop.at_a -
                   frames[static_cast<std::size_t>(loop.joint_b)] * loop.at_b),
              0.0, 1e-8);
  EXPECT_EQ(problem.path[0].position, hand(problem));
  EXPECT_FALSE(problem.notes.empty());
}

}  // namespace
}  // namespace taut
