// What an arm must not touch, and how far a limb is from it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "taut/arm.hpp"
#include "taut/error.hpp"
#include "taut/vec.hpp"

namespace taut {

struct BallShape {  // a disc in the plane
  Vec3 center;
  double radius;
};
struct CapsuleShape {  // all within `radius` of a segment
  Vec3 from, to;
  double radius;
};
struct BoxShape {   // a rectangle in the plane
  Placement frame;  // its centre and axes
  Vec3 half;        // half its edges
};
struct PolygonShape {  // in the plane; corners in order, not crossing
  std::vector<Vec3> corners;
};
using ObstacleShape = std::variant<BallShape, CapsuleShape, BoxShape, PolygonShape>;

struct Obstacle {
  ObstacleShape shape;
  std::string name = {};
  std::string origin = {};  // prefix of the key in error messages
};
const char* obstacle_kind_name(const Obstacle& obstacle);

// Where a segment from a to b is nearest to an obstacle, or deepest in it.
struct Clearance {
  double distance;  // negative inside
  double along;     // 0 at a, 1 at b
  Vec3 away;        // the unit vector in which the distance grows
};
Clearance clearance(const Obstacle& obstacle, const Vec3& a, const Vec3& b, int dimension);

// One sentence about a shape that is none, or nothing.
std::optional<Error> check_obstacle(const Obstacle& obstacle, int dimension);

}  // namespace taut
