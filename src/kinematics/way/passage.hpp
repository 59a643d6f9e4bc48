// Whether an arm can pass from one posture to another while its joints turn at constant rates. A limb whose distances
// from what it must not touch are a and b at the ends of the passage is clear on the way if
//   a + b > travel,     travel = max(|d from|, |d to|) + w^2 rho / 4
// with w the sum of the turns of the joints that carry it and rho twice the size of the arm; where it is not, the
// passage is halved. Below a shortest travel obstacles are not looked for: the judge (motion_check.cpp) has a closer
// look and the last word. The same holds for balls, with what is left to the rims of their cones, and their turns.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "kinematics/arm/posture.hpp"
#include "taut/follow.hpp"

namespace taut {

class Passage {
 public:
  Passage(const Arm& arm, const Goals& goals);

  bool is_clear(std::span<const double> values);
  bool is_clear(std::span<const double> from, std::span<const double> to);

 private:
  struct Look {
    std::vector<Vec3> from, to;       // ends of the limbs
    std::vector<double> room, apart;  // of each limb, from obstacles and from other limbs
    std::vector<double> slack;        // of each ball, to the rim of its cone
  };
  bool look(std::span<const double> values, Look& at);  // false when it touches something
  bool look_at_cones(Look& at) const;
  void measure_bends(std::span<const double> from, std::span<const double> to);
  bool halve(std::span<const double> from, std::span<const double> to, const Look& first, const Look& last, double s,
             double e, std::size_t depth);
  bool is_seen_clear(const Look& first, const Look& last, double part);
  bool is_seen_within_cones(const Look& first, const Look& last, double part) const;

  const Arm* arm_;
  const Goals* goals_;
  Posture posture_;
  std::vector<std::pair<int, int>> pairs_;  // limbs that could touch
  std::vector<int> balls_;                  // joints
  std::vector<double> turns_, carried_;     // of each joint, and w: with those that carry it
  std::vector<double> bends_, travel_;      // of each limb: w^2 rho / 4, and all
  std::vector<double> between_;
  std::vector<Look> middles_;  // at every depth
  Look first_, last_;
};

}  // namespace taut
