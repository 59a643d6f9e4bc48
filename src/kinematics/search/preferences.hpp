// What a motion is to be like where the goals leave a choice, as a cost of one posture with its slope:
//   posture           w |q - q0|^2 / 2
//   manipulability    -w ln m,   m = sqrt(det J J^T)    [yoshikawa1985]   J the change of the hand's place with the
//   values
// The slope of m is taken by differences.
#pragma once

#include <span>
#include <vector>

#include "kinematics/arm/posture.hpp"
#include "kinematics/reach/task.hpp"
#include "taut/follow.hpp"

namespace taut {

class Preferences {
 public:
  Preferences(const Arm& arm, const Goals& goals);

  bool is_empty() const { return posture_weight_ == 0.0 && manipulability_weight_ == 0.0; }
  double cost(const Posture& posture, const Task& task);
  // Adds the slope, towards less cost, to `right` and the curvature to the diagonal of the matrix; values in the units
  // of the task.
  void add(const Posture& posture, const Task& task, double weight, double* matrix, double* right);

 private:
  double log_manipulability(const Posture& posture, const Task& task);  // of all hands
  double log_manipulability(const Posture& posture, const Task& task, int hand) const;

  const Arm* arm_;
  double posture_weight_, manipulability_weight_;
  std::vector<double> wanted_;
  Posture trial_;
  std::vector<double> step_, way_;
};

}  // namespace taut
