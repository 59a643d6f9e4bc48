// An arm along its motion, as in a photograph with a flashing light, or moving: limbs, joints, obstacles, the path of
// the hand and its target. Plane arms are drawn as they are, spatial ones from the side (x-z) and from above (x-y).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "taut/arm.hpp"
#include "taut/obstacle.hpp"
#include "taut/vec.hpp"

namespace taut::io {

struct DrawnLimb {
  Vec3 from, to;
  double radius;
  bool is_rail = false;  // between a slider and where it is at zero
};
using ArmPose = std::vector<DrawnLimb>;  // the same limbs in every pose

struct DrawnHand {
  std::vector<Vec3> places = {};  // in each of the poses
  std::vector<Vec3> wanted = {};  // a target, or the points of a path
};

struct ArmFigure {
  std::string title;
  int dimension = 3;
  std::string length_unit = {};
  Vec3 base = {};
  std::vector<ArmPose> poses = {};  // in the order of time, at least one
  std::vector<DrawnHand> hands = {};
  std::vector<Obstacle> obstacles = {};
};

std::string render_still(const ArmFigure& figure);  // some of the poses, the last one on top
// All of them, one after another, for ever; the still for viewers who asked for less motion.
std::string render_animation(const ArmFigure& figure);
// The limbs where these values put them, without and with the rails that sliders move on.
ArmPose pose_of(const Arm& arm, std::span<const double> values);
ArmPose pose_with_rails(const Arm& arm, std::span<const double> values);

}  // namespace taut::io
