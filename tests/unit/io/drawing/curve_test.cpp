#include "io/drawing/curve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace taut::io {
namespace {

TEST(Curve, ColumnsKeepTheirExtremes) {
  std::vector<Point> points;
  for (int i = 0; i < 100000; ++i) points.push_back({i / 1000.0, i == 31234 ? 50.0 : std::sin(0.7 * i)});
  const std::vector<Point> thinned = thin_columns(points);
  EXPECT_LE(thinned.size(), 400u);
  EXPECT_TRUE(std::any_of(thinned.begin(), thinned.end(), [](const Point& p) { return p.y == 50.0; }));
  EXPECT_TRUE(std::is_sorted(thinned.begin(), thinned.end(), [](const Point& a, const Point& b) { return a.x < b.x; }));
  EXPECT_EQ(thinned.back().x, points.back().x);
}

TEST(Curve, SparsePointsAreAllKept) { EXPECT_EQ(thin_columns({{0.0, 1.0}, {5.0, 2.0}, {9.5, 0.0}}).size(), 3u); }

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

TEST(Curve, PointsThatAreNoNumbersAreGaps) {
  const std::vector<Point> points = {{nan, nan}, {0.0, 1.0}, {0.1, nan}, {0.2, 3.0}, {nan, 2.0}, {infinity, 4.0}};
  const std::vector<Point> thinned = thin_columns(points);
  EXPECT_EQ(thinned.size(), points.size());
  EXPECT_EQ(std::count_if(thinned.begin(), thinned.end(), is_drawable), 2);
  SvgCanvas canvas(100, 100, "", "");
  canvas.polyline({{0.0, 1.0}, {1.0, 2.0}, {2.0, nan}, {3.0, infinity}, {4.0, 1.0}, {5.0, 1.0}, {nan, 1.0}}, {"#000"});
  canvas.circle({nan, 1.0}, 2.0, "#000", {"#000"});
  const std::string svg = std::move(canvas).finish();
  EXPECT_EQ(svg.find("nan"), std::string::npos) << svg;
  EXPECT_EQ(svg.find("inf"), std::string::npos) << svg;
  EXPECT_NE(svg.find("points=\"0,1 1,2\""), std::string::npos) << svg;
  EXPECT_NE(svg.find("points=\"4,1 5,1\""), std::string::npos) << svg;
}

TEST(Curve, PathsLeaveOutWhatIsNoNumber) {
  std::vector<Point> points(10000, {infinity, 0.0});
  points.insert(points.end(), {{nan, nan}, {0.0, 0.0}, {5.0, 0.0}, {nan, 0.0}});
  EXPECT_EQ(thin_path(points, 1.0).size(), 2u);
}

TEST(Curve, PathsKeepTheirEndsAndTheirDistance) {
  std::vector<Point> circle;
  for (int i = 0; i <= 10000; ++i) circle.push_back({100 * std::cos(1e-3 * i), 100 * std::sin(1e-3 * i)});
  const std::vector<Point> thinned = thin_path(circle, 2.0);
  EXPECT_NEAR(static_cast<double>(thinned.size()), 500.0, 25.0);
  EXPECT_EQ(thinned.front().x, circle.front().x);
  EXPECT_EQ(thinned.back().y, circle.back().y);
}

}  // namespace
}  // namespace taut::io
