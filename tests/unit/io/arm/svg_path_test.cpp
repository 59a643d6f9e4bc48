#include "io/arm/svg_path.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace taut::io {
namespace {

constexpr double rounding = 1e-12;

std::vector<Curve> parsed(std::string_view text) {
  Expected<std::vector<Curve>> curves = parse_svg_path(text);
  EXPECT_TRUE(curves) << curves.error().message;
  return curves ? std::move(*curves) : std::vector<Curve>{};
}

void expect_at(const Vec3& found, double x, double y) {
  EXPECT_NEAR(found.x, x, rounding);
  EXPECT_NEAR(found.y, y, rounding);
}

std::string refusal(std::string_view text) {
  const Expected<std::vector<Curve>> curves = parse_svg_path(text);
  EXPECT_FALSE(curves) << text;
  return curves ? "" : curves.error().message;
}

TEST(SvgPath, LinesAbsoluteAndRelative) {
  const auto curves = parsed("M1,2 L3,4 l1-1 H0 h2 V5 v-.5Z");
  ASSERT_EQ(curves.size(), 7u);
  const std::vector<std::pair<double, double>> ends = {{3, 4}, {4, 3}, {0, 3}, {2, 3}, {2, 5}, {2, 4.5}, {1, 2}};
  for (std::size_t k = 0; k < ends.size(); ++k) expect_at(curves[k](1.0), ends[k].first, ends[k].second);
}

TEST(SvgPath, PiecesJoin) {
  const auto curves = parsed("M0 0 C 0 1 1 1 1 0 S 2 -1 2 0 q 1 1 2 0 t 2 0 A 1 2 30 1 0 7 1 a 3 3 0 0 1 1 1 z");
  for (std::size_t k = 1; k < curves.size(); ++k) {
    const Vec3 end = curves[k - 1](1.0), start = curves[k](0.0);
    EXPECT_NEAR(norm(end - start), 0.0, rounding) << "piece " << k;
  }
  EXPECT_EQ(curves.size(), 7u);
}

TEST(SvgPath, MoreCoordinatesRepeatTheCommand) {
  EXPECT_EQ(parsed("m 1 1 1 0 1 0 l 1 0 1 0").size(), 4u);
  expect_at(parsed("m 1 1 1 0 1 0").back()(1.0), 3.0, 1.0);
}

TEST(SvgPath, CurvesPassWhereBezierSaysAndTurnSmoothlyIntoTheirReflection) {
  expect_at(parsed("M0 0 C 0 1 1 1 1 0")[0](0.5), 0.5, 0.75);
  expect_at(parsed("M0 0 Q 1 2 2 0")[0](0.5), 1.0, 1.0);
  const auto curves = parsed("M0 0 C 0 1 1 1 1 0 S 2 -1 2 0");
  const double h = 1e-6;
  const Vec3 before = curves[0](1.0) - curves[0](1.0 - h), after = curves[1](h) - curves[1](0.0);
  EXPECT_NEAR(norm(before - after), 0.0, 10 * h * h * 6);  // equal up to the curvature
}

// As without radii, of which SVG says the same.
TEST(SvgPath, ArcsWithRadiiOfNothingAreLines) {
  for (const char* radii : {"0 1", "1e-200 1e-200", "1e-320 1e-320"})
    EXPECT_NEAR(norm(parsed(std::string("M 0 0 A ") + radii + " 0 0 1 2 2")[0](0.5) - Vec3{1.0, 1.0, 0.0}), 0.0,
                rounding);
}

TEST(SvgPath, ArcsAreOnTheirCircleOnTheSideAskedFor) {
  for (const double s : {0.0, 0.25, 0.5, 1.0}) EXPECT_NEAR(norm(parsed("M1 0 A 1 1 0 0 1 0 1")[0](s)), 1.0, rounding);
  expect_at(parsed("M1 0 A 1 1 0 0 1 -1 0")[0](0.5), 0.0, 1.0);  // sweep: the angle grows
  expect_at(parsed("M1 0 A 1 1 0 0 0 -1 0")[0](0.5), 0.0, -1.0);
  const double far = 1.0 + std::sqrt(0.5);  // the long way, about (1, 1) or about the origin
  expect_at(parsed("M1 0 A 1 1 0 1 1 0 1")[0](0.5), far, far);
  expect_at(parsed("M1 0 A 1 1 0 1 0 0 1")[0](0.5), 1.0 - far, 1.0 - far);
  expect_at(parsed("M-1 0 A .1 .1 0 0 1 1 0")[0](0.5), 0.0, -1.0);  // radii too small grow
  expect_at(parsed("M2 0 A 2 1 0 0 1 -2 0")[0](0.5), 0.0, 1.0);
  expect_at(parsed("M0 2 A 2 1 90 0 1 0 -2")[0](0.5), -1.0, 0.0);  // turned by a quarter
  expect_at(parsed("M0 0 A 0 1 0 0 1 2 0")[0](0.5), 1.0, 0.0);     // no radius: a line
  EXPECT_EQ(parsed("M1 0a1 1 0 01-1 1").size(), 1u);               // flags need no space
}

TEST(SvgPath, RefusalsSayWhere) {
  EXPECT_EQ(refusal(""), "found nothing, expected a path such as M 0 0 L 1 1, at character 1");
  EXPECT_EQ(refusal("L 1 1"), "expected M, where the path starts, at character 1");
  EXPECT_EQ(refusal("M 0 0 L 1 x"), "expected a number, at character 11");
  EXPECT_EQ(refusal("M 0 0 B 1 1"), "found \"B\", expected one of M L H V C S Q T A Z, at character 7");
  EXPECT_EQ(refusal("M 0 0"), "found no line, expected more than a start, at character 6");
  EXPECT_EQ(refusal("M 0 0 L 1 1 M 2 2 L 3 3"),
            "found a second M, expected one line without lifting the pen, at character 14");
  for (const char* huge : {"1e999", "-1e101"})
    EXPECT_EQ(refusal(std::string("M 0 0 L ") + huge + " 1"), "expected a number of at most 1e+100, at character 9");
}

}  // namespace
}  // namespace taut::io
