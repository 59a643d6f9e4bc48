#include "kinematics/way/blocked_joint.hpp"

#include <cmath>
#include <numbers>

#include "kinematics/arm/posture.hpp"

namespace taut {
namespace {

constexpr int looks = 500;                                      // at values on the way
constexpr double turn = 2.0 * std::numbers::pi, inside = 1e-9;  // of the size of the arm

// The joint that moves with joint k and is nearest to the base among those that can move; -1: none.
int mover_of(const Arm& arm, int k) {
  while (k >= 0 && arm.joints()[static_cast<std::size_t>(k)].kind == JointKind::fixed)
    k = arm.joints()[static_cast<std::size_t>(k)].parent;
  return k;
}

class Sweep {
 public:
  Sweep(const Arm& arm, const Goals& goals, std::span<const double> from, int joint)
      : arm_(arm), goals_(goals), posture_(arm), values_(from.begin(), from.end()), joint_(joint) {}

  // Where it is blocked between two values.
  std::optional<BlockedJoint> between(double from, double to) {
    for (int k = 1; k < looks; ++k) {
      const double value = from + (static_cast<double>(k) / looks) * (to - from);
      values_[static_cast<std::size_t>(arm_.first_value(joint_))] = value;
      posture_.set(values_);
      for (std::size_t l = 0; l < arm_.limbs().size(); ++l) {
        if (mover_of(arm_, arm_.limbs()[l].joint) != joint_) continue;
        const auto limb = static_cast<int>(l);
        const double least = arm_.limbs()[l].radius + goals_.clearance - inside * arm_.size();
        for (std::size_t o = 0; o < goals_.obstacles.size(); ++o)
          if (clearance(goals_.obstacles[o], posture_.from(limb), posture_.to(limb), arm_.dimension()).distance < least)
            return BlockedJoint{joint_, limb, static_cast<int>(o), value};
      }
    }
    return {};
  }

 private:
  const Arm& arm_;
  const Goals& goals_;
  Posture posture_;
  std::vector<double> values_;
  int joint_;
};

}  // namespace

std::optional<BlockedJoint> blocked_joint(const Arm& arm, std::span<const double> from, std::span<double> to,
                                          const Goals& goals) {
  for (std::size_t k = 0; k < arm.joints().size(); ++k) {
    const JointSpec& joint = arm.joints()[k];
    const bool moves = joint.kind == JointKind::hinge || joint.kind == JointKind::slider;
    if (!moves || mover_of(arm, joint.parent) >= 0) continue;
    const auto v = static_cast<std::size_t>(arm.first_value(static_cast<int>(k)));
    Sweep sweep(arm, goals, from, static_cast<int>(k));
    const std::optional<BlockedJoint> blocked = sweep.between(from[v], to[v]);
    if (!blocked) continue;
    const bool is_endless =
        joint.kind == JointKind::hinge && !std::isfinite(joint.lower) && !std::isfinite(joint.upper);
    const double other = to[v] + (to[v] > from[v] ? -turn : turn);
    if (!is_endless || sweep.between(from[v], other)) return blocked;
    to[v] = other;
  }
  return {};
}

}  // namespace taut
