#include "kinematics/judge/sweep.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/obstacle/segment.hpp"

namespace taut {
namespace {

// The most that a point of the shape has along a unit direction; in the plane one that lies in it.
double most(const Vec3& n, const Rod& rod) { return std::max(dot(n, rod.from), dot(n, rod.to)); }
double most(const Vec3& n, const BallShape& ball) { return dot(n, ball.center) + ball.radius; }
double most(const Vec3& n, const CapsuleShape& c) { return most(n, Rod{c.from, c.to}) + c.radius; }
double most(const Vec3& n, const BoxShape& box) {
  const Vec3 own = inverse(box.frame.turn) * n;
  double sum = dot(n, box.frame.place);
  for (int k = 0; k < 3; ++k)
    if (own[k] != 0.0) sum += std::abs(own[k]) * box.half[k];  // a rectangle may be of any height
  return sum;
}
double most(const Vec3& n, const PolygonShape& polygon) {
  double sum = dot(n, polygon.corners.front());
  for (const Vec3& corner : polygon.corners) sum = std::max(sum, dot(n, corner));
  return sum;
}
double most(const Vec3& n, const Obstacle& obstacle) {
  return std::visit([&](const auto& shape) { return most(n, shape); }, obstacle.shape);
}
double most(const Vec3& n, const Sweep& limb) { return std::max(most(n, limb.first), most(n, limb.last)); }

double travel(const Sweep& limb) {
  return 0.5 * std::max(norm(limb.last.from - limb.first.from), norm(limb.last.to - limb.first.to)) + limb.bend;
}

Clearance between(const Rod& a, const Rod& b) {
  const SegmentPair near = nearest_of_segments(a.from, a.to, b.from, b.to);
  const Vec3 apart = a.from + near.s * (a.to - a.from) - b.from - near.t * (b.to - b.from);
  const double distance = norm(apart);
  return {distance, near.s, distance > 0.0 ? (1.0 / distance) * apart : Vec3{}};
}

// The better bound of two planes, across the nearest points at the first and at the last end.
template <class Other>
double parted_by(const Sweep& limb, const Other& other, const Vec3& n, const Vec3& m) {
  return std::max(-most(-1.0 * n, limb) - most(n, other), -most(-1.0 * m, limb) - most(m, other));
}

}  // namespace

Distances distances(const Sweep& limb, const Obstacle& obstacle, int dimension, double enough) {
  const Clearance first = clearance(obstacle, limb.first.from, limb.first.to, dimension),
                  last = clearance(obstacle, limb.last.from, limb.last.to, dimension);
  const double least = std::min(first.distance, last.distance) - limb.radius;
  const double lowest = least - travel(limb);
  if (lowest >= enough) return {least, lowest};
  return {least, std::max(lowest, parted_by(limb, obstacle, first.away, last.away) - limb.radius - limb.bend)};
}

Distances distances(const Sweep& limb, const Sweep& other, double enough) {
  const Clearance first = between(limb.first, other.first), last = between(limb.last, other.last);
  const double radii = limb.radius + other.radius, least = std::min(first.distance, last.distance) - radii;
  const double lowest = least - travel(limb) - travel(other);
  if (lowest >= enough) return {least, lowest};
  return {least, std::max(lowest, parted_by(limb, other, first.away, last.away) - radii - limb.bend - other.bend)};
}

}  // namespace taut
