// Limbs that touch whatever the joints do, and are not looked at for contact: of one joint, of a joint and its parent,
// of two joints on one parent. Joints at one place count as one: a forearm touches what begins at the last axis of its
// wrist. So do the carriages of a gantry, which have no length: they begin in each other.
#pragma once

#include "taut/arm.hpp"

namespace taut {

class Neighbours {
 public:
  explicit Neighbours(const Arm& arm) : arm_(&arm) {}

  bool operator()(int a, int b) const {
    const LimbSpec &first = arm_->limbs()[static_cast<std::size_t>(a)],
                   &second = arm_->limbs()[static_cast<std::size_t>(b)];
    const int i = first.joint, j = second.joint;
    if (i == j || parent(i) == j || parent(j) == i || parent(i) == parent(j)) return true;
    const bool is_point = first.from == first.to || second.from == second.to;
    const int p = first_at(i, is_point), q = first_at(j, is_point);
    return p == q || parent(p) == j || parent(q) == i;
  }

 private:
  int parent(int joint) const { return joint < 0 ? -2 : arm_->joints()[static_cast<std::size_t>(joint)].parent; }

  // The joint nearest to the base whose origin is that of this one.
  int first_at(int joint, bool passes_sliders) const {
    const auto is_there = [&](const JointSpec& spec) {
      return spec.parent >= 0 && spec.frame.place == Vec3{} && (passes_sliders || spec.kind != JointKind::slider);
    };
    while (is_there(arm_->joints()[static_cast<std::size_t>(joint)])) joint = parent(joint);
    return joint;
  }

  const Arm* arm_;
};

}  // namespace taut
