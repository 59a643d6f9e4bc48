// The direction of a path at its points, from the ways to the points before and after:
//   inside    along p(k+1) - p(k-1)       at the ends    along 3 (p1 - p0) - (p2 - p1), and likewise: both exact to h^2
//   corner    from p(k) - p(k-1) to p(k+1) - p(k), on the spot
#include <algorithm>
#include <cmath>
#include <numbers>

#include "taut/follow.hpp"

namespace taut {
namespace {

constexpr double degree = std::numbers::pi / 180.0;
constexpr double corner = 15.0 * degree, turn_on_the_spot = 5.0 * degree;

Vec3 unit(const Vec3& v) { return (1.0 / norm(v)) * v; }
double angle_between(const Vec3& a, const Vec3& b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

// In the plane about z; half a turn to the left.
Vec3 turn_between(const Vec3& from, const Vec3& to) {
  if (from.z == 0.0 && to.z == 0.0) {
    const double angle = std::atan2(cross(from, to).z, dot(from, to));
    return {0.0, 0.0, angle < 1e-9 - std::numbers::pi ? angle + 2.0 * std::numbers::pi : angle};
  }
  return rotation_vector(rotation_between(unit(from), unit(to)));
}

void turn_at(const Vec3& place, const Vec3& from, const Vec3& to, std::vector<PointedPoint>& all) {
  const Vec3 turn = turn_between(from, to);
  const int pieces = static_cast<int>(std::ceil(norm(turn) / turn_on_the_spot - 1e-9));
  for (int k = 0; k <= pieces; ++k)
    all.push_back({place, rotation_by((static_cast<double>(k) / pieces) * turn) * unit(from)});
}

// The way at the first of two pieces, with the one behind it where that is no corner.
Vec3 end_direction(const Vec3& way, const Vec3* next) {
  return unit(next && angle_between(way, *next) <= corner ? 3.0 * way - *next : way);
}

}  // namespace

std::vector<PointedPoint> pointed_along(std::span<const Vec3> points) {
  std::vector<Vec3> places, ways;  // without points that repeat the one before
  for (const Vec3& point : points) {
    if (!places.empty() && norm(point - places.back()) == 0.0) continue;
    if (!places.empty()) ways.push_back(point - places.back());
    places.push_back(point);
  }
  if (ways.empty()) return {};
  const std::size_t last = ways.size();
  std::vector<PointedPoint> all = {{places[0], end_direction(ways[0], last > 1 ? &ways[1] : nullptr)}};
  for (std::size_t k = 1; k < last; ++k) {
    if (angle_between(ways[k - 1], ways[k]) > corner)
      turn_at(places[k], ways[k - 1], ways[k], all);
    else
      all.push_back({places[k], unit(places[k + 1] - places[k - 1])});
  }
  all.push_back({places[last], end_direction(ways[last - 1], last > 1 ? &ways[last - 2] : nullptr)});
  return all;
}

}  // namespace taut
