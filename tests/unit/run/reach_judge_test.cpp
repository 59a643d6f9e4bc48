#include <gtest/gtest.h>

#include <numbers>

#include "taut/reach_run.hpp"
#include "unit/io/temporary_directory.hpp"

namespace taut {
namespace {

// Two unit limbs, the first upwards, the second to the right: the hand is at [1, 1].
constexpr const char* arm = R"(dimension = 2
[[limbs]]
name = "upper"
length = 1.0
angle = 90
[[limbs]]
name = "lower"
length = 1.0
angle = -90
)";

class Judge : public testing::Test {
 protected:
  Judgement judge(const std::string& task, const std::string& rows) const {
    test::write_text(directory_.file("joints.csv"), "upper,lower\n" + rows);
    return judge_motion(parse_arm_problem(arm + task, "arm.toml"), directory_.file("joints.csv"));
  }

 private:
  test::TemporaryDirectory directory_;
};

const std::string target = "[target]\nposition = [1.0, 1.0]\n";

TEST_F(Judge, PostureThatReachesItsTarget) {
  const Judgement judgement = judge(target, "0,90\n");
  EXPECT_TRUE(judgement.feasible);
  EXPECT_LT(judgement.summary.check.max_hand_error, 1e-15);
  EXPECT_NE(to_text(judgement).find("all goals are met"), std::string::npos);
}

TEST_F(Judge, PostureThatMissesItsTargetByAKnownLength) {
  const Judgement judgement = judge(target, "0,0\n");  // the hand at [2, 0]
  EXPECT_FALSE(judgement.feasible);
  EXPECT_NEAR(judgement.summary.check.max_hand_error, std::numbers::sqrt2, 1e-15);
  EXPECT_EQ(judgement.summary.violations.front(), "the hand is off by 1.41");
}

TEST_F(Judge, LimitsInDegrees) {
  const Judgement judgement = judge("limits = [-100, 80]\n" + target, "0,90\n");
  ASSERT_FALSE(judgement.feasible);
  EXPECT_EQ(judgement.summary.violations.front(), "lower exceeds its limit by 10°");
}

// Both points are met, and the arm passes over a disc between them.
TEST_F(Judge, WhatIsHitOnTheWay) {
  const std::string disc = "[[obstacles]]\ntype = \"disc\"\nname = \"post\"\ncenter = [0.9, 0.2]\nradius = 0.05\n";
  const std::string line = "[path]\ntype = \"line\"\nto = [1, -1]\nstep = 2\n[goals]\nlongest_turn = 180\n";
  EXPECT_TRUE(judge(line, "90,-90\n0,-90\n").feasible);
  const Judgement swept = judge(disc + line, "90,-90\n0,-90\n");
  ASSERT_FALSE(swept.feasible);
  EXPECT_NE(swept.summary.violations.front().find("is too near to obstacle \"post\""), std::string::npos);
}

TEST_F(Judge, MotionThatBeginsInAnotherPosture) {
  const std::string still = "[path]\ntype = \"polyline\"\npoints = [[1, 1], [1, 1]]\n";
  EXPECT_TRUE(judge(still, "90,-90\n").feasible);
  const Judgement judgement = judge(still, "0,90\n");
  ASSERT_FALSE(judgement.feasible);
  EXPECT_EQ(judgement.summary.violations.front(), "upper begins 90° from where the arm is at the start");
}

TEST_F(Judge, WayToATarget) {
  const std::string goals = "[goals]\nlongest_turn = 180\n";
  EXPECT_TRUE(judge(target + goals, "90,-90\n45,0\n0,90\n").feasible);
  const Judgement elsewhere = judge(target + goals, "80,-90\n0,90\n");
  ASSERT_FALSE(elsewhere.feasible);
  EXPECT_EQ(elsewhere.summary.violations.front(), "upper begins 10° from where the arm is at the start");
  const Judgement short_of_it = judge(target + goals, "90,-90\n0,0\n");
  ASSERT_FALSE(short_of_it.feasible);
  EXPECT_EQ(short_of_it.summary.violations.front(), "the hand is off by 1.41, at point 2 of 2");
  const std::string disc = "[[obstacles]]\ntype = \"disc\"\ncenter = [1.2, 1.2]\nradius = 0.1\n";
  EXPECT_FALSE(judge(target + goals + disc, "90,-90\n45,0\n0,90\n").feasible);
}

TEST_F(Judge, RowsAreThePointsOfThePath) {
  EXPECT_THROW((void)judge(target, ""), InputError);
  EXPECT_THROW((void)judge("", "0,90\n"), InputError);
}

}  // namespace
}  // namespace taut
