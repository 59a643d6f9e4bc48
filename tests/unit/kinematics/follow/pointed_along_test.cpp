// Directions along paths: of curves to the square of the step, and turns on the spot at corners.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "taut/follow.hpp"

namespace taut {
namespace {

constexpr double degree = std::numbers::pi / 180.0;
double angle(const Vec3& a, const Vec3& b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

// The largest angle to the tangent of a circle.
double error_on_circle(double step) {
  const std::vector<Vec3> points = circle_points({}, {1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, 2.0, step);
  double worst = 0.0;
  for (const PointedPoint& point : pointed_along(points))
    worst = std::max(worst, angle(point.direction, cross({0.0, 0.0, 1.0}, point.place)));
  EXPECT_EQ(pointed_along(points).size(), points.size());
  return worst;
}

TEST(PointedAlong, IsTheTangentToTheSquareOfTheStep) {
  std::vector<double> slopes;
  for (double step = 0.1; step > 0.02; step *= 0.5)
    slopes.push_back(std::log2(error_on_circle(step) / error_on_circle(0.5 * step)));
  for (const double slope : slopes) EXPECT_GT(slope, 1.9);
  EXPECT_LT(error_on_circle(0.01), 1e-4);
}

TEST(PointedAlong, TurnsOnTheSpotAtCorners) {
  const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 0, 0}};  // a right angle, and back again
  const std::vector<PointedPoint> all = pointed_along(polyline_points(corners, 0.25));
  EXPECT_EQ(all.size(), 13u + 18 + 36);
  double turned = 0.0;
  for (std::size_t k = 1; k < all.size(); ++k) {
    const bool stays = norm(all[k].place - all[k - 1].place) == 0.0;
    EXPECT_LE(angle(all[k].direction, all[k - 1].direction), stays ? 5.0 * degree + 1e-9 : 1e-9);
    EXPECT_NEAR(norm(all[k].direction), 1.0, 1e-12);
    EXPECT_EQ(all[k].direction.z, 0.0);
    turned += cross(all[k - 1].direction, all[k].direction).z;
  }
  EXPECT_NEAR(turned, 54 * std::sin(5.0 * degree), 1e-9);
}

TEST(PointedAlong, LeavesOutPointsThatStay) {
  const std::vector<Vec3> points = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  const std::vector<PointedPoint> all = pointed_along(points);
  ASSERT_EQ(all.size(), 3u);
  for (const PointedPoint& point : all) EXPECT_EQ(point.direction, (Vec3{1, 0, 0}));
}

// A turn on the spot takes as long as a step.
TEST(PointedAlong, TakesItsTime) {
  ArmBuilder builder(2);
  for (int k = 0; k < 3; ++k) builder.add_link(1.0, -3.0, 3.0);
  const Arm arm = builder.build().value();
  const std::vector<Target> path = {{.position = {0, 0, 0}, .direction = Vec3{1, 0, 0}},
                                    {.position = {1, 0, 0}, .direction = Vec3{1, 0, 0}},
                                    {.position = {1, 0, 0}, .direction = Vec3{0, 1, 0}},
                                    {.position = {1, 1, 0}, .direction = Vec3{0, 1, 0}}};
  const JointRates rates = joint_rates(arm, std::vector<double>(12, 0.0), path, 8.0);
  EXPECT_NEAR(rates.times[2] - rates.times[1], 2.0, 1e-12);  // two thirds of the others
}

}  // namespace
}  // namespace taut
