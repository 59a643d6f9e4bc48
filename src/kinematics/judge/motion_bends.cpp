#include "kinematics/judge/motion_bends.hpp"

#include <algorithm>
#include <cmath>

namespace taut {

MotionBends::MotionBends(const Arm& arm, std::span<const double> from, std::span<const double> to) {
  bends_.reserve(arm.joints().size());
  for (std::size_t k = 0; k < arm.joints().size(); ++k) {
    const JointSpec& joint = arm.joints()[k];
    const Bend parent = joint.parent < 0 ? Bend{} : bends_[static_cast<std::size_t>(joint.parent)];
    const auto v = static_cast<std::size_t>(arm.first_value(static_cast<int>(k)));
    Bend bend = parent;
    double length = norm(joint.frame.place), change = 0.0;
    if (joint.kind == JointKind::slider) {
      length += std::max(std::abs(from[v]), std::abs(to[v]));
      change = std::abs(to[v] - from[v]);
    } else if (joint.kind == JointKind::hinge) {
      const double turn = to[v] - from[v];
      bend.turn += arm.dimension() == 2 ? turn * joint.axis.z : std::abs(turn);
    } else if (joint.kind == JointKind::ball) {
      bend.turn += norm(Vec3{to[v] - from[v], to[v + 1] - from[v + 1], to[v + 2] - from[v + 2]});
    }
    bend.origin += parent.turn * parent.turn * length + 2.0 * std::abs(parent.turn) * change;
    bends_.push_back(bend);
  }
}

}  // namespace taut
