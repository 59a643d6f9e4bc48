#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "taut/follow.hpp"

namespace taut {
namespace {

constexpr double rounding = 1e-12;

double longest_gap(const std::vector<Vec3>& points) {
  double longest = 0.0;
  for (std::size_t k = 1; k < points.size(); ++k) longest = std::max(longest, norm(points[k] - points[k - 1]));
  return longest;
}

TEST(PathPoints, LineHasItsEndsAndEvenSteps) {
  const auto points = line_points({1.0, 2.0, 0.0}, {4.0, 6.0, 0.0}, 0.4);
  ASSERT_EQ(points.size(), 14u);  // 5 / 0.4 = 12.5: thirteen pieces
  EXPECT_EQ(points.front(), (Vec3{1.0, 2.0, 0.0}));
  EXPECT_EQ(points.back(), (Vec3{4.0, 6.0, 0.0}));
  for (std::size_t k = 1; k < points.size(); ++k) EXPECT_NEAR(norm(points[k] - points[k - 1]), 5.0 / 13.0, rounding);
}

TEST(PathPoints, LengthThatIsAMultipleOfTheStepGetsNoFurtherPoint) {
  EXPECT_EQ(line_points({}, {1.0, 0.0, 0.0}, 0.1).size(), 11u);
}

TEST(PathPoints, LineWithoutLengthIsOnePoint) { EXPECT_EQ(line_points({1, 1, 0}, {1, 1, 0}, 0.1).size(), 1u); }

TEST(PathPoints, PolylineKeepsItsCorners) {
  const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {1, 0.35, 0}};
  const auto points = polyline_points(corners, 0.3);
  ASSERT_EQ(points.size(), 1u + 4u + 2u);
  EXPECT_EQ(points[4], corners[1]);
  EXPECT_EQ(points.back(), corners[2]);
  EXPECT_LE(longest_gap(points), 0.3 + rounding);
}

TEST(PathPoints, CircleStaysOnItsRadiusAndTurnsAsFarAsAsked) {
  const Vec3 center{1.0, 2.0, 3.0}, start{1.5, 2.0, 3.0}, normal{0.0, 0.0, 2.0};
  const auto points = circle_points(center, start, normal, -0.5 * std::numbers::pi, 0.05);
  for (const Vec3& p : points) EXPECT_NEAR(norm(p - center), 0.5, rounding);
  EXPECT_NEAR(norm(points.back() - Vec3{1.0, 1.5, 3.0}), 0.0, rounding);
  EXPECT_LE(longest_gap(points), 0.05);
}

TEST(PathPoints, SplinePassesItsKnotsSmoothly) {
  const std::vector<Vec3> knots = {{0, 0, 0}, {1, 1, 0}, {2, -1, 0.5}, {2.2, 0, 0}};
  const auto points = spline_points(knots, 0.01);
  EXPECT_LE(longest_gap(points), 0.01 * (1.0 + 1e-9));
  for (const Vec3& knot : knots) EXPECT_NE(std::find(points.begin(), points.end(), knot), points.end());
  // Neighbouring chords turn by the curvature times the step, and nowhere by a corner.
  for (std::size_t k = 2; k < points.size(); ++k) {
    const Vec3 a = points[k - 1] - points[k - 2], b = points[k] - points[k - 1];
    EXPECT_GT(dot(a, b), 0.9 * norm(a) * norm(b)) << "at point " << k;
  }
}

TEST(PathPoints, SplineThroughPointsOfALineIsTheLine) {
  for (const Vec3& p : spline_points(std::vector<Vec3>{{0, 0, 0}, {1, 2, 0}, {4, 8, 0}}, 0.1))
    EXPECT_NEAR(p.y, 2.0 * p.x, rounding);
}

TEST(PathPoints, ClosedSplineHasNoCornerWhereItCloses) {
  const auto points = spline_points(std::vector<Vec3>{{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}, {1, 0, 0}}, 0.01);
  EXPECT_EQ(points.front(), points.back());
  const Vec3 a = points[1] - points[0], b = points.back() - points[points.size() - 2];
  EXPECT_GT(dot(a, b), 0.999 * norm(a) * norm(b));
}

// A parabola driven at a speed that varies tenfold: pieces are equal all the same.
TEST(PathPoints, CurveIsDividedEvenlyAlongItsLength) {
  const auto points = curve_points([](double s) { return Vec3{s * s, s * s * s * s, 0.0}; }, 0.02);
  const double length = 1.478942857544597433;  // of y = x^2 from 0 to 1: (2 sqrt 5 + asinh 2) / 4
  EXPECT_EQ(points.size(), 75u);               // 1.4789 / 0.02 = 73.9
  for (std::size_t k = 1; k < points.size(); ++k)
    EXPECT_NEAR(norm(points[k] - points[k - 1]), length / 74.0, 2e-3 * length / 74.0);
  EXPECT_EQ(points.back(), (Vec3{1.0, 1.0, 0.0}));
}

TEST(PathPoints, CurveThatEndsWhereItBeganIsNotMissed) {
  const auto points = curve_points(
      [](double s) {
        const double a = 2.0 * std::numbers::pi * s;
        return Vec3{std::cos(a), std::sin(a), 0.0};
      },
      0.1);
  EXPECT_EQ(points.size(), 64u);  // 2 pi / 0.1 = 62.8
}

}  // namespace
}  // namespace taut
