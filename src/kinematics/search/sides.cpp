#include "kinematics/search/sides.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "kinematics/obstacle/segment.hpp"

namespace taut {
namespace {

struct Inner {
  Vec3 center;
  double radius;
};
Inner inner(const BallShape& ball) { return {ball.center, ball.radius}; }
Inner inner(const CapsuleShape& capsule) { return {0.5 * (capsule.from + capsule.to), capsule.radius}; }
Inner inner(const BoxShape& box) { return {box.frame.place, std::min(box.half.x, box.half.y)}; }
// Where the line at this height is inside a polygon: pairs of x.
std::vector<double> inside_at(const PolygonShape& polygon, double y) {
  std::vector<double> crossings;
  for (std::size_t k = 0; k < polygon.corners.size(); ++k) {
    const Vec3 &a = polygon.corners[k], &b = polygon.corners[(k + 1) % polygon.corners.size()];
    if ((a.y <= y) != (b.y <= y)) crossings.push_back(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
  }
  std::sort(crossings.begin(), crossings.end());
  return crossings;
}
double distance_to_edges(const PolygonShape& polygon, const Vec3& p) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < polygon.corners.size(); ++k) {
    const Vec3 &a = polygon.corners[k], &b = polygon.corners[(k + 1) % polygon.corners.size()];
    least = std::min(least, norm(a + nearest_on_segment(p, a, b) * (b - a) - p));
  }
  return least;
}
// The centre of a polygon may be outside it. Half-way between the heights of corners, points in the middle of what is
// inside are not; the one farthest from the edges.
Inner inner(const PolygonShape& polygon) {
  std::vector<double> heights;
  for (const Vec3& corner : polygon.corners) heights.push_back(corner.y);
  std::sort(heights.begin(), heights.end());
  Inner best{polygon.corners.front(), 0.0};
  for (std::size_t k = 1; k < heights.size(); ++k) {
    const double y = 0.5 * (heights[k - 1] + heights[k]);
    const std::vector<double> x = inside_at(polygon, y);
    for (std::size_t pair = 0; pair + 1 < x.size(); pair += 2) {
      const Vec3 middle = {0.5 * (x[pair] + x[pair + 1]), y, 0.0};
      if (const double radius = distance_to_edges(polygon, middle); radius > best.radius) best = {middle, radius};
    }
  }
  return best;
}

// How a segment passes a point.
struct Passing {
  int crossing;  // of the ray from the point along x: +1 upwards, -1 downwards, 0 where it misses
  double angle;  // by which it turns about the point, counterclockwise
};
Passing passing(const Vec3& c, const Vec3& a, const Vec3& b) {
  const bool up = a.y <= c.y && c.y < b.y, down = b.y <= c.y && c.y < a.y;
  const double side = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);  // of c: positive on the left
  const int crossing = up && side > 0.0 ? 1 : down && side < 0.0 ? -1 : 0;
  // Both are decided by one number: a segment through c itself counts as one that misses the ray.
  if (side == 0.0 && (up || down)) return {0, up ? -std::numbers::pi : std::numbers::pi};
  return {crossing, std::atan2(side, dot(a - c, b - c))};
}
int crossing(const Vec3& c, const Vec3& a, const Vec3& b) {
  const bool up = a.y <= c.y && c.y < b.y, down = b.y <= c.y && c.y < a.y;
  return up || down ? passing(c, a, b).crossing : 0;
}

}  // namespace

bool Sides::apply_to(const Arm& arm, int hand) {
  if (arm.dimension() != 2) return false;
  const auto is_covered = [&](int joint, const Vec3& to) {
    if (to == Vec3{}) return true;
    return std::any_of(arm.limbs().begin(), arm.limbs().end(), [&](const LimbSpec& limb) {
      return limb.joint == joint && limb.from == Vec3{} && limb.to == to;
    });
  };
  const HandSpec& spec = arm.hands()[static_cast<std::size_t>(hand)];
  Vec3 end = spec.frame.place;
  for (int k = spec.joint; k >= 0;) {
    const JointSpec& joint = arm.joints()[static_cast<std::size_t>(k)];
    if (joint.kind == JointKind::slider || !is_covered(k, end)) return false;
    end = joint.frame.place;
    k = joint.parent;
  }
  return true;
}

Sides::Sides(const Arm& arm, const Goals& goals, const Posture& start, std::span<const Target> path)
    : points_(path.size()) {
  hand_ = path.empty() ? 0 : path.front().hand;
  for (int k = arm.hands()[static_cast<std::size_t>(hand_)].joint; k >= 0;
       k = arm.joints()[static_cast<std::size_t>(k)].parent)
    joints_.insert(joints_.begin(), k);
  base_ = start.origin(joints_.front());
  expected_.reserve(goals.obstacles.size() * points_);
  for (const Obstacle& obstacle : goals.obstacles) {
    const Inner found = std::visit([](const auto& shape) { return inner(shape); }, obstacle.shape);
    centers_.push_back(found.center);
    radii_.push_back(found.radius);
    int count = crossings(found.center, start);
    Vec3 hand = start.hand_frame(hand_).place;
    for (const Target& target : path) {
      count += crossing(found.center, hand, target.position);
      hand = target.position;
      expected_.push_back(count);
    }
  }
}

int Sides::crossings(const Vec3& center, const Posture& posture) const {
  int count = 0;
  Vec3 last = posture.origin(joints_.front());
  for (std::size_t k = 1; k < joints_.size(); ++k) {
    const Vec3 next = posture.origin(joints_[k]);
    count += crossing(center, last, next);
    last = next;
  }
  return count + crossing(center, last, posture.hand_frame(hand_).place);
}

namespace {

// A taut string from a to b that turns by `angle` about a disc on its way: straight where the disc is not in its way.
double taut_length(const Vec3& a, const Vec3& b, const Inner& disc, double angle) {
  const double p = norm(a - disc.center), q = norm(b - disc.center);
  if (p <= disc.radius || q <= disc.radius) return norm(b - a);
  const double arc = std::abs(angle) - std::acos(disc.radius / p) - std::acos(disc.radius / q);
  if (arc <= 0.0) return norm(b - a);
  return std::sqrt(p * p - disc.radius * disc.radius) + std::sqrt(q * q - disc.radius * disc.radius) +
         arc * disc.radius;
}

}  // namespace

std::optional<TautString> Sides::impossible(const Arm& arm, const Goals& goals, std::span<const Target> path) const {
  const double most = arm.range(hand_).most;
  double thinnest = std::numeric_limits<double>::infinity();
  for (const LimbSpec& limb : arm.limbs()) thinnest = std::min(thinnest, limb.radius);
  std::optional<TautString> worst;
  for (std::size_t k = 0; k < centers_.size(); ++k) {
    const Inner disc{centers_[k], radii_[k] + (std::isfinite(thinnest) ? thinnest : 0.0) + goals.clearance};
    for (std::size_t t = 0; t < path.size(); ++t) {
      const Passing straight = passing(disc.center, base_, path[t].position);
      const double angle = straight.angle + 2.0 * std::numbers::pi * (expected_[k * points_ + t] - straight.crossing);
      const double length = taut_length(base_, path[t].position, disc, angle);
      if (length > most * (1.0 + 1e-9) && (!worst || length > worst->length))
        worst = TautString{static_cast<int>(k), static_cast<int>(t), length, most};
    }
  }
  return worst;
}

}  // namespace taut
