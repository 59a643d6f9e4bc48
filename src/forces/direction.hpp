#pragma once

#include "taut/vec.hpp"

namespace taut {

// The unit vector along r. Zero when the ends of a dashpot meet: without direction it does nothing.
inline Vec3 direction(const Vec3& r) {
  const double distance = norm(r);
  return distance > 0.0 ? (1.0 / distance) * r : Vec3{};
}

}  // namespace taut
