// Random problems for a plane arm of unit limbs: a straight path of the hand past three discs.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "base/random_stream.hpp"
#include "taut/follow.hpp"

namespace taut::support {

struct ArmProblem {
  Arm arm;
  std::vector<double> start;
  std::vector<Target> path;
  Goals goals;
};

// The arm starts as an arc, at 1.2 rad and then -2.4/n a limb. The hand goes straight to a point at radius n (0.3 + 0.6
// U) and angle -1.5 + 3 U in steps of 0.1 at most, U uniform in (0, 1). Three discs of radius 0.05 n at x = n (0.2 +
// 0.7 U), y = n (U - 0.5) are clear of the arm at the start by 0.05 n and of the path by 0.03 n. Joints turn by up to
// 150 degrees.
inline ArmProblem random_arm_problem(int links, std::uint64_t seed) {
  constexpr double limit = 150.0 * std::numbers::pi / 180.0;
  RandomStream random(seed, 0, static_cast<std::uint64_t>(links));
  const double n = links;
  ArmBuilder builder(2);
  for (int k = 0; k < links; ++k) builder.add_link(1.0, -limit, limit);
  ArmProblem problem{builder.build().value(), std::vector<double>(static_cast<std::size_t>(links), -2.4 / n), {}, {}};
  problem.start.front() = 1.2;

  const Vec3 from = hand_frame(problem.arm, problem.start).place;
  const double radius = n * (0.3 + 0.6 * random.uniform()), angle = -1.5 + 3.0 * random.uniform();
  const Vec3 to = {radius * std::cos(angle), radius * std::sin(angle), 0.0};
  for (const Vec3& point : line_points(from, to, 0.1)) problem.path.push_back({.position = point});

  const std::vector<Placement> frames = joint_frames(problem.arm, problem.start);
  while (problem.goals.obstacles.size() < 3) {
    const double x = n * (0.2 + 0.7 * random.uniform()), y = n * (random.uniform() - 0.5);
    const Obstacle disc{.shape = BallShape{{x, y, 0.0}, 0.05 * n}};
    bool clear = clearance(disc, from, to, 2).distance > 0.03 * n;
    for (const Placement& frame : frames)
      clear = clear && clearance(disc, frame.place, frame * Vec3{1.0, 0.0, 0.0}, 2).distance > 0.05 * n;
    if (clear) problem.goals.obstacles.push_back(disc);
  }
  return problem;
}

}  // namespace taut::support
