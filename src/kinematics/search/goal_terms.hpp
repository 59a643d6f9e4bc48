// What the goals of a motion ask of one posture, as terms r(q) that are zero where a goal is met with a margin, grow
// linearly from there on, and reach one where the goal is just met:
//   obstacle, self-contact   r = (margin - d) / margin      d    distance, less thickness and the clearance asked for
//   limit                    r = (margin - g) / margin      g    how far the value is from its limit, or the swing of
//                                                                a ball from the rim of its cone
// with their derivatives by joint values, through the motion of the nearest point of the limb.
#pragma once

#include <utility>
#include <vector>

#include "kinematics/arm/posture.hpp"
#include "taut/follow.hpp"

namespace taut {

// Pairs of limbs without a common joint.
std::vector<std::pair<int, int>> limbs_that_could_touch(const Arm& arm);

struct GoalMargins {
  double length;  // to obstacles
  double angle;   // to limits; of sliders, times the size of the arm
};

class GoalTerms {
 public:
  GoalTerms(const Arm& arm, const Goals& goals);

  void evaluate(const Posture& posture, const GoalMargins& margins);
  int size() const { return static_cast<int>(residuals_.size()); }
  double residual(int term) const { return residuals_[static_cast<std::size_t>(term)]; }
  const double* row(int term) const { return rows_.data() + static_cast<std::size_t>(term) * values_; }
  double square() const { return square_; }
  double least_distance() const { return least_distance_; }  // of all, less thickness and clearance

 private:
  void add_limits(const Posture& posture, double margin);
  void add_rim(const Posture& posture, int joint, double margin);
  void add_obstacles(const Posture& posture, double margin);
  void add_contact(const Posture& posture, std::size_t limb, double along, const Vec3& away, double distance,
                   double margin);
  void add_self_contacts(const Posture& posture, double margin);
  double* add(double residual);

  const Arm* arm_;
  const Goals* goals_;
  std::size_t values_;
  std::vector<std::pair<int, int>> pairs_;  // limbs that must not touch
  std::vector<double> residuals_, rows_;
  std::vector<Vec3> from_, to_;
  double square_ = 0.0, least_distance_ = 0.0;
};

}  // namespace taut
