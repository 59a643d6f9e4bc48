#include "kinematics/search/motion_search.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

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

// With both ends given and nothing in the way, the least motion is the straight one.
TEST(MotionSearch, RelaxesAWayToTheStraightOne) {
  constexpr int parts = 12;
  constexpr GoalMargins margins{0.1, 0.1};
  const Arm arm = support::row_of_limbs(2, 3, 2.9);
  const std::vector<double> from = {0.3, -0.5, 0.2}, to = {-0.8, 0.9, 1.0};
  std::vector<double> way;
  for (int t = 0; t <= parts; ++t)
    for (std::size_t v = 0; v < 3; ++v) {
      const double share = static_cast<double>(t) / parts, bend = 0.5 * std::sin(std::numbers::pi * share);
      way.push_back(from[v] + share * (to[v] - from[v]) + (v == 1 ? bend : -bend));
    }
  const Goals goals;
  MotionSearch search(arm, way, goals, 1e-10);
  for (int k = 0; k < 20 && search.relax(margins, 1.0); ++k) {
  }
  for (int t = 0; t <= parts; ++t)
    for (std::size_t v = 0; v < 3; ++v)
      EXPECT_NEAR(search.at(t)[v], from[v] + static_cast<double>(t) / parts * (to[v] - from[v]), 2e-3) << t;
  EXPECT_TRUE(std::equal(from.begin(), from.end(), search.at(0).begin()));
  EXPECT_TRUE(std::equal(way.end() - 3, way.end(), search.at(parts).begin()));
}

}  // namespace
}  // namespace taut
