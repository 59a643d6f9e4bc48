// Distances between a segment and a shape. Balls and capsules have closed forms. A box is convex, so its distance is a
// convex function along the segment, whose minimum a search by intervals finds. The edges of a polygon are segments.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "kinematics/obstacle/segment.hpp"
#include "taut/obstacle.hpp"

namespace taut {
namespace {

// Any direction across a segment, for what lies on it.
Vec3 some_normal(const Vec3& a, const Vec3& b, int dimension) {
  const Vec3 d = b - a;
  const Vec3 n =
      dimension == 2 ? Vec3{-d.y, d.x, 0.0} : cross(d, std::abs(d.x) < std::abs(d.z) ? Vec3{1, 0, 0} : Vec3{0, 0, 1});
  const double length = norm(n);
  return length > 0.0 ? (1.0 / length) * n : Vec3{1.0, 0.0, 0.0};
}

Clearance from_points(const Vec3& on_limb, const Vec3& on_shape, double along, double radius, const Vec3& fallback) {
  const Vec3 d = on_limb - on_shape;
  const double length = norm(d);
  return {length - radius, along, length > 0.0 ? (1.0 / length) * d : fallback};
}

Clearance of(const BallShape& ball, const Vec3& a, const Vec3& b, int dimension) {
  const double t = nearest_on_segment(ball.center, a, b);
  return from_points(a + t * (b - a), ball.center, t, ball.radius, some_normal(a, b, dimension));
}

Clearance of(const CapsuleShape& capsule, const Vec3& a, const Vec3& b, int dimension) {
  const SegmentPair pair = nearest_of_segments(a, b, capsule.from, capsule.to);
  return from_points(a + pair.s * (b - a), capsule.from + pair.t * (capsule.to - capsule.from), pair.s, capsule.radius,
                     some_normal(a, b, dimension));
}

// The distance of a point in the frame of a box, and its gradient.
struct PointDistance {
  double distance;
  Vec3 away;
};
PointDistance box_distance(const Vec3& p, const Vec3& half, int axes) {
  Vec3 outside;
  double deepest = -std::numeric_limits<double>::infinity();
  int side = 0;
  bool is_inside = true;
  for (int k = 0; k < axes; ++k) {
    const double over = std::abs(p[k]) - half[k];
    if (over > 0.0) outside[k] = p[k] > 0.0 ? over : -over, is_inside = false;
    if (over > deepest) deepest = over, side = k;
  }
  if (!is_inside) {
    const double distance = norm(outside);
    return {distance, (1.0 / distance) * outside};
  }
  Vec3 away;
  away[side] = p[side] >= 0.0 ? 1.0 : -1.0;
  return {deepest, away};
}

Clearance of(const BoxShape& box, const Vec3& a, const Vec3& b, int dimension) {
  const Rotation into = inverse(box.frame.turn);
  const Vec3 p = into * (a - box.frame.place), d = into * (b - a);
  const auto at = [&](double t) { return box_distance(p + t * d, box.half, dimension); };
  constexpr double ratio = 0.6180339887498949;
  double low = 0.0, high = 1.0, s = high - ratio, t = ratio;
  double at_s = at(s).distance, at_t = at(t).distance;
  for (int k = 0; k < 60; ++k) {
    if (at_s < at_t) {
      high = t, t = s, at_t = at_s;
      s = high - ratio * (high - low), at_s = at(s).distance;
    } else {
      low = s, s = t, at_s = at_t;
      t = low + ratio * (high - low), at_t = at(t).distance;
    }
  }
  double best = 0.5 * (low + high);
  for (const double end : {0.0, 1.0})
    if (at(end).distance < at(best).distance) best = end;
  const PointDistance found = at(best);
  return {found.distance, best, box.frame.turn * found.away};
}

bool is_inside(const PolygonShape& polygon, const Vec3& p) {
  bool inside = false;
  for (std::size_t k = 0, last = polygon.corners.size() - 1; k < polygon.corners.size(); last = k++) {
    const Vec3 &a = polygon.corners[k], &b = polygon.corners[last];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

std::array<Vec3, 2> edge(const PolygonShape& polygon, std::size_t k) {
  return {polygon.corners[k], polygon.corners[(k + 1) % polygon.corners.size()]};
}

// How deep a point of the limb is inside: the way to the nearest edge.
Clearance depth(const PolygonShape& polygon, const Vec3& a, const Vec3& b, double along, int dimension) {
  const Vec3 p = a + along * (b - a);
  Clearance out{std::numeric_limits<double>::infinity(), along, {}};
  for (std::size_t k = 0; k < polygon.corners.size(); ++k) {
    const auto [c, d] = edge(polygon, k);
    const Vec3 on = c + nearest_on_segment(p, c, d) * (d - c);
    const double distance = norm(on - p);
    if (distance < out.distance)
      out = {distance, along, distance > 0.0 ? (1.0 / distance) * (on - p) : some_normal(c, d, dimension)};
  }
  out.distance = -out.distance;
  return out;
}

// Where the limb crosses the lines of edges, in order, with its ends: from one to the next it is all inside, or all
// outside.
std::vector<double> cuts(const PolygonShape& polygon, const Vec3& a, const Vec3& b) {
  std::vector<double> found = {0.0, 1.0};
  for (std::size_t k = 0; k < polygon.corners.size(); ++k) {
    const auto [c, d] = edge(polygon, k);
    const double slope = cross(b - a, d - c).z, along = cross(c - a, d - c).z / slope;
    if (slope != 0.0 && along > 0.0 && along < 1.0) found.push_back(along);
  }
  std::sort(found.begin(), found.end());
  return found;
}

// Outside: the nearest edge. Where the limb enters: the deepest of samples along it, and of the middles between cuts,
// which no part of the polygon is too thin for.
Clearance of(const PolygonShape& polygon, const Vec3& a, const Vec3& b, int dimension) {
  Clearance nearest{std::numeric_limits<double>::infinity(), 0.0, {}};
  for (std::size_t k = 0; k < polygon.corners.size(); ++k) {
    const auto [c, d] = edge(polygon, k);
    const SegmentPair pair = nearest_of_segments(a, b, c, d);
    const Clearance found =
        from_points(a + pair.s * (b - a), c + pair.t * (d - c), pair.s, 0.0, some_normal(a, b, dimension));
    if (found.distance < nearest.distance) nearest = found;
  }
  const bool crosses = nearest.distance <= 1e-9 * norm(b - a);
  if (!crosses && !is_inside(polygon, a)) return nearest;
  bool any = false;
  Clearance deepest{0.0, 0.0, {}};
  const auto look_at = [&](double along) {
    if (!is_inside(polygon, a + along * (b - a))) return;
    const Clearance found = depth(polygon, a, b, along, dimension);
    if (!any || found.distance < deepest.distance) deepest = found;
    any = true;
  };
  constexpr int samples = 16;  // of a limb inside
  for (int k = 0; k <= samples; ++k) look_at(static_cast<double>(k) / samples);
  const std::vector<double> parts = crosses ? cuts(polygon, a, b) : std::vector<double>{};
  for (std::size_t k = 1; k < parts.size(); ++k) look_at(0.5 * (parts[k - 1] + parts[k]));
  return any ? deepest : nearest;
}

bool is_positive(double x) { return x > 0.0 && std::isfinite(x); }

std::optional<std::string> fault(const BallShape& ball, int) {
  if (!is_positive(ball.radius)) return "radius: expected a positive number";
  return is_finite(ball.center) ? std::nullopt : std::optional<std::string>("center: expected finite numbers");
}
std::optional<std::string> fault(const CapsuleShape& capsule, int) {
  if (!is_positive(capsule.radius)) return "radius: expected a positive number";
  if (!is_finite(capsule.from) || !is_finite(capsule.to)) return "from: expected finite numbers";
  return {};
}
std::optional<std::string> fault(const BoxShape& box, int dimension) {
  for (int k = 0; k < dimension; ++k)
    if (!is_positive(box.half[k])) return "size: expected positive numbers";
  return is_finite(box.frame.place) ? std::nullopt : std::optional<std::string>("center: expected finite numbers");
}
// Whether c and d are on different sides of the line through a and b.
bool parts(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return (cross(b - a, c - a).z > 0.0) != (cross(b - a, d - a).z > 0.0);
}
std::optional<std::string> crossing(const PolygonShape& polygon) {
  const std::vector<Vec3>& p = polygon.corners;
  const std::size_t n = p.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 2; j < n; ++j) {
      if ((j + 1) % n == i) continue;  // neighbours
      const Vec3 &a = p[i], &b = p[i + 1], &c = p[j], &d = p[(j + 1) % n];
      if (parts(a, b, c, d) && parts(c, d, a, b))
        return "corners: edges " + std::to_string(i) + " and " + std::to_string(j) +
               " cross; expected the corners in order round the polygon";
    }
  return {};
}
std::optional<std::string> fault(const PolygonShape& polygon, int dimension) {
  if (dimension == 3) return "type: found a polygon, expected a solid: the arm is spatial";
  if (polygon.corners.size() < 3)
    return "corners: found " + std::to_string(polygon.corners.size()) + ", expected three or more";
  for (const Vec3& corner : polygon.corners)
    if (!is_finite(corner)) return "corners: expected finite numbers";
  return crossing(polygon);
}

}  // namespace

const char* obstacle_kind_name(const Obstacle& obstacle) {
  constexpr std::array<const char*, 4> names = {"ball", "capsule", "box", "polygon"};
  return names[obstacle.shape.index()];
}

Clearance clearance(const Obstacle& obstacle, const Vec3& a, const Vec3& b, int dimension) {
  return std::visit([&](const auto& shape) { return of(shape, a, b, dimension); }, obstacle.shape);
}

std::optional<Error> check_obstacle(const Obstacle& obstacle, int dimension) {
  const auto found = std::visit([&](const auto& shape) { return fault(shape, dimension); }, obstacle.shape);
  if (!found) return {};
  const std::size_t colon = found->find(": ");
  return Error{obstacle.origin + "." + found->substr(0, colon), found->substr(colon + 2)};
}

}  // namespace taut
