#include "taut/arm_trials.hpp"

#include <gtest/gtest.h>

#include "taut/arm_problem.hpp"

namespace taut {
namespace {

TEST(RandomArm, FileIsReadAsTheSameProblemToTheLastBit) {
  for (const int limbs : {2, 6, 7, 20, 33})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const MotionProblem made = random_motion_problem(limbs, seed);
      const ArmProblem read = parse_arm_problem(random_arm_text(limbs, seed), "arm.toml");
      EXPECT_EQ(read.start, made.start);
      ASSERT_EQ(read.path.size(), made.path.size());
      for (std::size_t k = 0; k < made.path.size(); ++k) EXPECT_EQ(read.path[k].position, made.path[k].position);
      for (int v = 0; v < limbs; ++v) {
        EXPECT_EQ(read.arm.lower(v), made.arm.lower(v));
        EXPECT_EQ(read.arm.upper(v), made.arm.upper(v));
      }
      ASSERT_EQ(read.goals.obstacles.size(), made.goals.obstacles.size());
      for (std::size_t k = 0; k < 3; ++k) {
        const auto &a = std::get<BallShape>(read.goals.obstacles[k].shape),
                   &b = std::get<BallShape>(made.goals.obstacles[k].shape);
        EXPECT_EQ(a.center, b.center);
        EXPECT_EQ(a.radius, b.radius);
      }
    }
}

// Few steps of the path keep this to the point: the motions themselves.
TEST(RandomArm, FileIsSolvedAsTheSameProblem) {
  const MotionProblem made = random_motion_problem(6, 5);
  const ArmProblem read = parse_arm_problem(random_arm_text(6, 5), "arm.toml");
  FollowOptions options = read.follow;
  options.rounds = 2;
  EXPECT_EQ(follow(read.arm, read.start, read.path, read.goals, options).values,
            follow(made.arm, made.start, made.path, made.goals, {.rounds = 2}).values);
}

TEST(ArmTrials, CountEveryProblemOnce) {
  const ArmTrials trials = run_arm_trials({.limbs = 6, .problems = 12, .first_seed = 30, .milliseconds = 0.0});
  EXPECT_EQ(trials.problems, 12);
  const std::size_t others = trials.impossible.size() + trials.undecided.size() + trials.mistaken.size();
  EXPECT_EQ(static_cast<std::size_t>(trials.solved) + others, 12u);
  EXPECT_GT(trials.solved, 0);
  EXPECT_TRUE(trials.mistaken.empty());
  for (const std::uint64_t seed : trials.impossible) EXPECT_TRUE(seed >= 30 && seed < 42);
  EXPECT_LE(trials.median_ms, trials.longest_ms);
}

TEST(ArmTrials, EndWhenTheyAreStopped) {
  StopRequest stop;
  stop.request();
  EXPECT_EQ(run_arm_trials({.problems = 1000, .stop = &stop}).problems, 0);
}

}  // namespace
}  // namespace taut
