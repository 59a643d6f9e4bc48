// A proof that no posture within the limits brings a hand to a point, by intervals of the joint values. For values
// within half-widths h_j of the middle of a box, the origin o_k of a joint farther out is within
//   r_k = sum_j h_j rho_jk       rho_jk    the lengths between the joints j and k: as far as j can throw k
// of where it is in the middle, and the rest of the arm bridges a distance between least_k and most_k. A box from which
// some k cannot be bridged is out; others are halved, along the value that adds most to r_k. When none is left, it is
// proved.
#pragma once

#include <optional>
#include <vector>

#include "kinematics/arm/posture.hpp"

namespace taut {

class Unreachable {
 public:
  Unreachable(const Arm& arm, int hand);

  // Whether the hand stays farther than `tolerance` from the point in every posture; false when that could not be shown
  // with so many boxes.
  bool is_proved(const Vec3& point, double tolerance, int boxes);

 private:
  struct Stop {          // an origin of a joint, or the hand
    int joint;           // -1: the hand
    double least, most;  // what the rest of the arm bridges from here
  };
  struct Value {
    int index;
    int before;  // stops from here on are moved by it
    bool slides;
  };
  double shift(std::size_t value, std::size_t stop) const;  // of the stop, for a unit of the value
  std::optional<std::size_t> value_to_halve(const Vec3& point, double tolerance);

  const Arm* arm_;
  int hand_;
  bool applies_ = true;  // hinges and sliders with limits only
  Posture posture_;
  std::vector<Stop> stops_;
  std::vector<double> lengths_;  // from the first joint to each stop, along the arm
  std::vector<Value> values_;
  std::vector<double> middle_, half_, all_;
  std::vector<std::vector<double>> stack_;
};

}  // namespace taut
