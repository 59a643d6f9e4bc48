// How far a joint turns between two postures, radians; of a slider, shares of the arm's size.
#pragma once

#include <cmath>
#include <span>

#include "taut/arm.hpp"

namespace taut {

inline double joint_turn(const Arm& arm, std::size_t joint, std::span<const double> a, std::span<const double> b) {
  const JointKind kind = arm.joints()[joint].kind;
  const auto first = static_cast<std::size_t>(arm.first_value(static_cast<int>(joint)));
  double square = 0.0;
  for (std::size_t v = first; v < first + static_cast<std::size_t>(value_count(kind)); ++v)
    square += (a[v] - b[v]) * (a[v] - b[v]);
  return std::sqrt(square) / (kind == JointKind::slider ? arm.size() : 1.0);
}

}  // namespace taut
