// How much the ways of an arm's points bend between two postures, while joint values change at constant rates: bounds
// of second derivatives by the share of the way, from the base outwards.
//   w   sum of the turns of the joints that carry a point; in the plane they count with their signs
//   |o''| <= |o_parent''| + w_parent^2 l + 2 w_parent |dl|,     |p''| <= |o''| + w^2 |p - o|
//   o   the origin of a joint       l   the piece from that of its parent, with what a slider adds
#pragma once

#include <span>
#include <vector>

#include "taut/arm.hpp"

namespace taut {

class MotionBends {
 public:
  MotionBends(const Arm& arm, std::span<const double> from, std::span<const double> to);

  // Of a point in the frame of a joint: it stays within h^2 / 8 of this of the chord of any part h of the way.
  double of(int joint, const Vec3& at) const {
    const Bend& bend = bends_[static_cast<std::size_t>(joint)];
    return bend.origin + bend.turn * bend.turn * norm(at);
  }

 private:
  struct Bend {
    double turn = 0.0, origin = 0.0;
  };
  std::vector<Bend> bends_;  // of each joint
};

}  // namespace taut
