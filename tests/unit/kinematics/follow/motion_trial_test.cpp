#include "taut/motion_trial.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace taut {
namespace {

constexpr double degree = std::numbers::pi / 180.0;

TEST(RandomMotionProblem, IsWhatItsDescriptionSays) {
  for (const int limbs : {2, 6, 20})
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const MotionProblem problem = random_motion_problem(limbs, seed);
      const double n = limbs, tolerance = 1e-12 * n;
      ASSERT_EQ(problem.start.size(), static_cast<std::size_t>(limbs));
      EXPECT_NEAR(problem.start[0], 1.2, 1e-15);
      for (std::size_t k = 1; k < problem.start.size(); ++k) EXPECT_NEAR(problem.start[k], -2.4 / n, 1e-15);
      for (int v = 0; v < limbs; ++v) EXPECT_EQ(problem.arm.upper(v), 150.0 * degree);
      // The arc by hand: limb k at 1.2 - 2.4 k/n.
      Vec3 hand = {};
      for (int k = 0; k < limbs; ++k) hand += Vec3{std::cos(1.2 - 2.4 * k / n), std::sin(1.2 - 2.4 * k / n), 0.0};
      EXPECT_NEAR(norm(problem.path.front().position - hand), 0.0, tolerance);

      const Vec3 from = problem.path.front().position, to = problem.path.back().position;
      EXPECT_GE(norm(to), 0.3 * n);
      EXPECT_LE(norm(to), 0.9 * n);
      EXPECT_LE(std::abs(std::atan2(to.y, to.x)), 1.5);
      for (std::size_t k = 1; k < problem.path.size(); ++k) {
        EXPECT_LE(norm(problem.path[k].position - problem.path[k - 1].position), 0.1 + tolerance);
        EXPECT_NEAR(norm(cross(problem.path[k].position - from, to - from)), 0.0, tolerance * n);
      }
      ASSERT_EQ(problem.goals.obstacles.size(), 3u);
      for (const Obstacle& obstacle : problem.goals.obstacles) {
        const auto& disc = std::get<BallShape>(obstacle.shape);
        EXPECT_EQ(disc.radius, 0.05 * n);
        EXPECT_TRUE(disc.center.x > 0.2 * n && disc.center.x < 0.9 * n && std::abs(disc.center.y) < 0.5 * n);
        EXPECT_GT(clearance(obstacle, from, to, 2).distance, 0.03 * n);
      }
      // The arm may stay where it is: nothing there is too near.
      const std::vector<Target> still(2, problem.path.front());
      std::vector<double> twice = problem.start;
      twice.insert(twice.end(), problem.start.begin(), problem.start.end());
      EXPECT_GT(check_motion(problem.arm, twice, still, problem.goals).least_clearance, 0.05 * n);
    }
}

TEST(RandomMotionProblem, EverySeedAndNumberOfLimbsHasItsOwn) {
  const auto goal = [](int limbs, std::uint64_t seed) {
    return (1.0 / limbs) * random_motion_problem(limbs, seed).path.back().position;
  };
  EXPECT_EQ(goal(6, 3), goal(6, 3));
  EXPECT_NE(goal(6, 3), goal(6, 4));
  EXPECT_NE(goal(6, 3), goal(7, 3));
}

// A problem whose only obstacle the path runs through: whatever is found cannot be called solved.
TEST(MotionTrial, OfAPathThroughADiscIsNotSolved) {
  MotionProblem problem = random_motion_problem(6, 3);
  EXPECT_EQ(try_motion(problem, {.rounds = 5}).verdict, TrialVerdict::solved);
  const Vec3 middle = problem.path[problem.path.size() / 2].position;
  problem.goals.obstacles = {{.shape = BallShape{middle, 0.3}}};
  const TrialVerdict verdict = try_motion(problem, {.rounds = 2}).verdict;
  EXPECT_TRUE(verdict == TrialVerdict::undecided || verdict == TrialVerdict::impossible);
}

}  // namespace
}  // namespace taut
