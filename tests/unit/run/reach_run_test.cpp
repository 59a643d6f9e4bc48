#include "taut/reach_run.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "taut/scenario.hpp"

namespace taut {
namespace {

namespace fs = std::filesystem;

class ReachRun : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  ReachSummary reach(const std::string& task, bool force = false) const {
    const std::string arm = "dimension = 2\n[[limbs]]\nlength = 1.0\ncount = 4\nangle = 20\nlimits = 150\n";
    return run_reach(parse_arm_problem(arm + task, "arm.toml"), {.out = directory_, .force = force, .quiet = true});
  }
  std::string content(const char* name) const {
    std::ifstream stream(directory_ / name);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
  }
  fs::path directory_;
};

TEST_F(ReachRun, TargetInReach) {
  const ReachSummary summary = reach("[target]\nposition = [1.0, 2.0]\n");
  EXPECT_EQ(summary.outcome, ReachOutcome::done);
  EXPECT_EQ(summary.motion.size(), 4u);
  EXPECT_NEAR(norm(summary.hands[0][0] - Vec3{1.0, 2.0, 0.0}), 0.0, 4e-9);  // the tolerance times the arm's size
  for (const char* name :
       {"summary.json", "joints.csv", "points.csv", "arm.svg", "animation.svg", "arm.toml", "swing.toml"})
    EXPECT_TRUE(fs::exists(directory_ / name)) << name;
  EXPECT_NE(to_text(summary).find("reached"), std::string::npos);
}

TEST_F(ReachRun, LeavesAScenarioThatLetsTheArmGo) {
  (void)reach("[target]\nposition = [1.0, 2.0]\n");
  const Scenario scenario = read_scenario(directory_ / "swing.toml", {});
  EXPECT_EQ(scenario.model.build().value().degrees_of_freedom(), 4);
  EXPECT_EQ(scenario.title, "arm, let go");
}

TEST_F(ReachRun, TargetOutOfReachComesAsNearAsItGets) {
  const ReachSummary summary = reach("[target]\nposition = [5.0, 0.0]\n");
  EXPECT_EQ(summary.outcome, ReachOutcome::failed);
  EXPECT_EQ(summary.reach.verdict, ReachVerdict::out_of_reach);
  EXPECT_NEAR(summary.reach.position_error, 1.0, 1e-6);
  EXPECT_NE(summary.message.find("the target [5, 0] is out of reach by 1"), std::string::npos) << summary.message;
}

TEST_F(ReachRun, PathIsFollowedAndItsRowsAreItsPoints) {
  const ReachSummary summary = reach("[path]\ntype = \"line\"\nto = [1.0, 1.0]\nstep = 0.1\nduration = 2\n");
  EXPECT_EQ(summary.outcome, ReachOutcome::done) << summary.message;
  const std::string joints = content("joints.csv");
  EXPECT_EQ(std::count(joints.begin(), joints.end(), '\n'), summary.points + 1);
  EXPECT_EQ(joints.substr(0, joints.find('\n')),
            "s,time,joint 0,joint 0 velocity,joint 0 acceleration,joint 0 torque,joint 1,joint 1 velocity,joint 1 "
            "acceleration,joint 1 torque,joint 2,joint 2 velocity,joint 2 acceleration,joint 2 torque,joint 3,joint 3 "
            "velocity,joint 3 acceleration,joint 3 torque");
  EXPECT_EQ(joints.substr(joints.rfind('\n', joints.size() - 2) + 1, 4), "1,2,");  // s and time at the end
  const std::string points = content("points.csv");
  EXPECT_EQ(std::count(points.begin(), points.end(), '\n'), 1 + summary.points * (2 + 4));
}

TEST_F(ReachRun, PathThatLeavesTheWorkspaceIsToldWhere) {
  const ReachSummary summary = reach("[path]\ntype = \"line\"\nfrom = [3.0, 0.0]\nto = [5.0, 0.0]\nstep = 0.1\n");
  EXPECT_EQ(summary.outcome, ReachOutcome::failed);
  ASSERT_TRUE(summary.unreachable);
  EXPECT_EQ(*summary.unreachable, 11);  // 4.1
  EXPECT_NE(summary.message.find("at its point 12 of 21, [4.1, 0]"), std::string::npos) << summary.message;
}

TEST_F(ReachRun, GoalThatIsMissedIsNamed) {
  const ReachSummary summary = reach(
      "[target]\nposition = [2.0, 0.0]\n[[obstacles]]\ntype = \"disc\"\nname = \"post\"\ncenter = [2.0, 0.0]\n"
      "radius = 0.2\n[search]\nrounds = 2\n");
  EXPECT_EQ(summary.outcome, ReachOutcome::failed);
  EXPECT_NE(summary.message.find("too near to obstacle \"post\" by 0."), std::string::npos) << summary.message;
}

// The nearest posture touches the post from below; one from above is free, and a way leads there.
TEST_F(ReachRun, TargetIsReachedRoundAnObstacle) {
  const ReachSummary summary = reach(
      "[target]\nposition = [2.0, 0.0]\n[[obstacles]]\ntype = \"disc\"\ncenter = [1.5, -1.2]\nradius = 0.4\n"
      "[search]\nrounds = 50\n");
  EXPECT_EQ(summary.outcome, ReachOutcome::done) << summary.message;
  EXPECT_GE(summary.check.least_clearance, 0.0);
  ASSERT_TRUE(summary.way && summary.way->found);
  EXPECT_EQ(summary.points, summary.way->points);
  EXPECT_EQ(summary.motion.size(), 4u * static_cast<std::size_t>(summary.points));
  const std::string joints = content("joints.csv"), points = content("points.csv");
  EXPECT_EQ(std::count(joints.begin(), joints.end(), '\n'), summary.points + 1);
  EXPECT_EQ(std::count(points.begin(), points.end(), '\n'), 1 + summary.points * (1 + 4) + 1);  // wanted at the end
  EXPECT_EQ(joints.substr(joints.rfind('\n', joints.size() - 2) + 1, 4), "1,1,");               // s and time at the end
}

// The disc fills the circle that the first limb would have to cross; limits keep it from going round the other way.
TEST_F(ReachRun, TargetThatNoWayLeadsToIsToldFromOneOutOfReach) {
  const ReachSummary summary = reach(
      "[target]\nposition = [0.0, -3.9]\n[[obstacles]]\ntype = \"disc\"\nname = \"post\"\ncenter = [0.8, -0.2]\n"
      "radius = 0.15\n[search]\nrounds = 3\n");
  EXPECT_EQ(summary.outcome, ReachOutcome::failed);
  EXPECT_EQ(summary.reach.verdict, ReachVerdict::reached);
  EXPECT_TRUE(summary.violations.empty());
  ASSERT_TRUE(summary.way);
  EXPECT_FALSE(summary.way->found);
  EXPECT_EQ(summary.points, 1);
  EXPECT_NE(summary.message.find("a posture reaches the target, but no way leads to it: joint 0 would have to pass"),
            std::string::npos)
      << summary.message;
  EXPECT_NE(summary.message.find("where limb 0 is in obstacle \"post\""), std::string::npos) << summary.message;
  EXPECT_NE(content("summary.json").find("\"verdict\": \"no way\""), std::string::npos);
}

TEST_F(ReachRun, StartThatTouchesSomethingHasNoWay) {
  const ReachSummary summary = reach(
      "[target]\nposition = [2.0, 2.0]\n[[obstacles]]\ntype = \"disc\"\nname = \"post\"\ncenter = [0.5, 0.1]\n"
      "radius = 0.1\n[search]\nrounds = 3\n");
  EXPECT_EQ(summary.outcome, ReachOutcome::failed);
  EXPECT_NE(summary.message.find("no way leads to it: at the start limb 0 is too near to obstacle \"post\" by 0."),
            std::string::npos)
      << summary.message;
}

TEST_F(ReachRun, LoopsAreClosed) {
  const std::string linkage =
      "dimension = 2\n[[limbs]]\nname = \"crank\"\nlength = 1.0\nangle = 60\n"
      "[[limbs]]\nname = \"coupler\"\nlength = 2.0\nangle = -40\n"
      "[[limbs]]\nname = \"ground\"\non = \"base\"\njoint = \"fixed\"\nlength = 2.0\n"
      "[[limbs]]\nname = \"rocker\"\nlength = 1.5\nangle = 80\n"
      "[[loops]]\nbetween = [\"coupler\", \"rocker\"]\n[hand]\non = \"crank\"\n"
      "[target]\nposition = [0.0, 1.0]\n";
  const ReachSummary summary = run_reach(parse_arm_problem(linkage, "arm.toml"), {.out = directory_});
  EXPECT_EQ(summary.outcome, ReachOutcome::done) << summary.message;
  EXPECT_LE(summary.loop_error, 1e-9 * 4.0);
}

TEST_F(ReachRun, WithoutATaskItIsRefused) {
  try {
    reach("");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "arm.toml:1: the hand has nowhere to go; expected [target] or [path], or --to, --line-to or --path");
  }
  EXPECT_FALSE(fs::exists(directory_));
}

TEST_F(ReachRun, AnOutputDirectoryIsReplacedOnlyOnRequest) {
  static_cast<void>(reach("[target]\nposition = [1.0, 2.0]\n"));
  EXPECT_THROW(reach("[target]\nposition = [1.0, 1.0]\n"), InputError);
  EXPECT_EQ(reach("[target]\nposition = [1.0, 1.0]\n", true).outcome, ReachOutcome::done);
}

}  // namespace
}  // namespace taut
