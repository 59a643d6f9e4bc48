// The solvers of inverse kinematics that textbooks and games use, for comparison and for choice. Each improves a
// posture by one sweep.
//   damped least squares   dq = J^T (J J^T + lambda^2)^-1 e, one lambda for all [wampler1986]; values end at their
//   limits CCD                    each joint in turn, from the hand to the base, points the hand at the target
//   [wang1991] FABRIK                 limbs are laid straight from the target back to the base, and from the base out
//   again
//                          [aristidou2011]; for limbs in a row on hinges in the plane or on balls, and without limits
#pragma once

#include <span>
#include <vector>

#include "kinematics/arm/posture.hpp"
#include "kinematics/reach/limited_step.hpp"
#include "kinematics/reach/task.hpp"

namespace taut {

void damped_least_squares_sweep(Task& task, LimitedStep& step, Posture& posture, Posture& next);
void ccd_sweep(const Target& target, Posture& posture, std::vector<double>& change);

class Fabrik {
 public:
  explicit Fabrik(const Arm& arm);
  void begin(const Posture& posture);
  void sweep(const Vec3& target);
  void end(Posture& posture, std::vector<double>& values) const;

 private:
  const Arm* arm_;
  std::vector<Vec3> points_;
  std::vector<double> lengths_;
};

// Limbs in a row, each along x of its joint and the next joint at its end.
bool is_row_of_limbs(const Arm& arm);

}  // namespace taut
