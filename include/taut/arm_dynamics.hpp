// What the joints of an arm must do for a motion: inverse dynamics.
//   tau_k = sum_i m_i (a_i - g) . dr_i/dq_k + damping_k dq_k/dt
// over points that have the masses of rods and bodies. A hinge needs a torque, a slider a force, a ball a torque in the
// frame of its joint. Loops share theirs among joints in ways that the motion does not tell: their constraint forces
// are left out here.
#pragma once

#include <span>
#include <vector>

#include "taut/arm.hpp"

namespace taut {

class ArmDynamics {
 public:
  ArmDynamics(const Arm& arm, const Vec3& gravity);

  // Values, rates and accelerations as joint_rates() has them: of a ball in the frame of the joint.
  std::vector<double> torques(std::span<const double> values, std::span<const double> velocities,
                              std::span<const double> accelerations) const;

 private:
  struct Weight {
    int joint;
    Vec3 at;
    double mass;
  };
  const Arm* arm_;
  Vec3 gravity_;
  std::vector<Weight> weights_;
};

}  // namespace taut
