#include "io/drawing/curve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

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
