#include "kinematics/motion_search.hpp"

#include <gtest/gtest.h>

#include "support/sample_arms.hpp"

namespace taut {
namespace {

// Without goals the measure is the motion of the joints alone. Relaxed from a motion that was shaken, it comes back to
// a least one: no small change makes it smaller.
TEST(MotionSearch, RelaxesToTheLeastMotion) {
  constexpr GoalMargins margins{0.1, 0.1};
  const Arm arm = support::row_of_limbs(2, 6, 2.9);
  const std::vector<double> start(6, 0.3);
  const Vec3 from = hand_frame(arm, start).place;
  std::vector<Target> path;
  for (const Vec3& point : line_points(from, from + Vec3{-1.5, 0.5, 0.0}, 0.1)) path.push_back({.position = point});
  const Goals goals;
  MotionSearch search(arm, start, path, goals, 1e-10);
  ASSERT_EQ(search.track(0, margins, 1.0), search.points());
  const double followed = search.measure(margins, 1.0);
  ASSERT_EQ(search.shake(1, 1, 0.5), search.points());
  const double shaken = search.measure(margins, 1.0);
  EXPECT_GT(shaken, 1.5 * followed);
  for (int k = 0; k < 50 && search.relax(margins, 1.0); ++k) {
  }
  const double relaxed = search.measure(margins, 1.0);
  EXPECT_LT(relaxed, 1.001 * followed);
  const std::vector<double> best(search.values().begin(), search.values().end());
  for (std::uint64_t k = 0; k < 20; ++k) {
    search.set(best);
    ASSERT_EQ(search.shake(2, k, 0.01), search.points());
    EXPECT_GT(search.measure(margins, 1.0), 0.9995 * relaxed) << k;
  }
}

}  // namespace
}  // namespace taut
