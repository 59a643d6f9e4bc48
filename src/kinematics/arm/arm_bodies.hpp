// The rigid bodies of an arm: a joint that moves and all joints that are fixed to it. What they weigh, for the motion
// of the arm and for the torques that it needs.
#pragma once

#include <vector>

#include "kinematics/arm/mass_moments.hpp"

namespace taut {

class ArmBodies {
 public:
  explicit ArmBodies(const Arm& arm);

  // The joint that moves this one's limb; -1 for what is fixed to the base.
  int body_of(int joint) const { return joint < 0 ? -1 : body_[static_cast<std::size_t>(joint)]; }
  // The joint that turns it: sliders do not.
  int turned_by(int body) const;
  // The frame of a joint in that of its body, or of the base in the room.
  const Placement& frame(int joint) const { return frame_[static_cast<std::size_t>(joint)]; }

  // Whether a turn of the body about its limb matters. A limb of a ball that carries balls in line may turn unseen.
  bool can_twist(int body) const { return twists_[static_cast<std::size_t>(body)]; }
  // Whether it is made of rods alone, all its points at their ends or middles, and does not twist.
  bool is_rod(int body) const { return is_rod_[static_cast<std::size_t>(body)]; }
  // Its masses in its frame; in the plane with one second moment both ways.
  const MassMoments& moments(int body) const { return moments_[static_cast<std::size_t>(body)]; }
  double mean_mass() const { return mean_mass_; }  // of bodies that have one

  // Ends and middle of a limb in the frame of its body, and what they weigh.
  std::vector<PointMass> rod(const LimbSpec& limb) const;

 private:
  bool must_show_twist(int body) const;
  std::vector<Vec3> points(int body) const;  // of joints, hands, loops and limbs
  MassMoments sum_of_masses(int body) const;
  bool has_rods_alone(int body, const std::vector<Vec3>& points) const;

  const Arm* arm_;
  std::vector<int> body_;
  std::vector<Placement> frame_;
  std::vector<bool> twists_, is_rod_;  // of joints that are bodies
  std::vector<MassMoments> moments_;
  double mean_mass_ = 1.0;
};

}  // namespace taut
