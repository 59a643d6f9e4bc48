// The length of the longest of many vectors.
#pragma once

#include <algorithm>
#include <span>

#include "taut/vec.hpp"

namespace taut {

inline double largest_norm(std::span<const Vec3> vectors) {
  double largest = 0.0;
  for (const Vec3& v : vectors) largest = std::max(largest, norm(v));
  return largest;
}

}  // namespace taut
