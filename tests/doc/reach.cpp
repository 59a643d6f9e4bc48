// Four links reach for a point and then follow a line past a disc.
#include <cstdio>
#include <vector>

#include "taut/follow.hpp"

int main() {
  taut::ArmBuilder builder(2);
  for (int k = 0; k < 4; ++k) builder.add_link(1.0, -2.6, 2.6);  // length and limits, in radians
  const taut::Arm arm = builder.build().value();

  std::vector<double> values = {0.9, -0.4, -0.4, -0.4};
  const taut::ReachReport report = taut::Reacher(arm).reach(values, {.position = {3.0, 1.0, 0.0}});
  std::printf("%s in %d iterations\n", taut::verdict_name(report.verdict), report.iterations);

  std::vector<taut::Target> path;
  for (const taut::Vec3& point : taut::line_points({3.0, 1.0, 0.0}, {2.0, -1.5, 0.0}, 0.1)) path.push_back({point});
  const taut::Goals goals{.obstacles = {{.shape = taut::BallShape{{1.6, -0.4, 0.0}, 0.3}}}, .clearance = 0.05};
  const taut::FollowReport motion = taut::follow(arm, values, path, goals);
  const taut::MotionCheck check = taut::check_motion(arm, motion.values, path, goals);
  std::printf("%s, %.2f from the disc at the nearest\n", check.is_feasible() ? "followed" : "not followed",
              check.least_clearance);
  return check.is_feasible() ? 0 : 1;
}
