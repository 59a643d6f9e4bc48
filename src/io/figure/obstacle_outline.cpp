#include "io/figure/obstacle_outline.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace taut::io {
namespace {

constexpr int corners_of_circle = 96;

double turn(const Point& a, const Point& b, const Point& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// The convex hull, by the chain of left turns below and above.
std::vector<Point> hull(std::vector<Point> points) {
  std::sort(points.begin(), points.end(),
            [](const Point& a, const Point& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  std::vector<Point> chain;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t first = chain.size();
    for (const Point& p : points) {
      while (chain.size() >= first + 2 && turn(chain[chain.size() - 2], chain.back(), p) <= 0.0) chain.pop_back();
      chain.push_back(p);
    }
    chain.pop_back();  // begins the other pass
    std::reverse(points.begin(), points.end());
  }
  return chain;
}

void add_circle(std::vector<Point>& points, const Point& centre, double radius) {
  for (int k = 0; k < corners_of_circle; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / corners_of_circle;
    points.push_back({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)});
  }
}

struct Outline {
  View view;

  std::vector<Point> operator()(const BallShape& ball) const {
    std::vector<Point> points;
    add_circle(points, view.of(ball.center), ball.radius);
    return points;
  }
  std::vector<Point> operator()(const CapsuleShape& capsule) const {
    std::vector<Point> points;
    add_circle(points, view.of(capsule.from), capsule.radius);
    add_circle(points, view.of(capsule.to), capsule.radius);
    return hull(std::move(points));
  }
  std::vector<Point> operator()(const BoxShape& box) const {
    std::vector<Point> points;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 signs{corner & 1 ? 1.0 : -1.0, corner & 2 ? 1.0 : -1.0, corner & 4 ? 1.0 : -1.0};
      points.push_back(view.of(box.frame * Vec3{signs.x * box.half.x, signs.y * box.half.y, signs.z * box.half.z}));
    }
    return hull(std::move(points));
  }
  std::vector<Point> operator()(const PolygonShape& polygon) const {
    std::vector<Point> points;
    for (const Vec3& corner : polygon.corners) points.push_back(view.of(corner));
    return points;
  }
};

}  // namespace

std::vector<Point> outline(const Obstacle& obstacle, View view) { return std::visit(Outline{view}, obstacle.shape); }

}  // namespace taut::io
