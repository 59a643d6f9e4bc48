// Which nodes of a patch are the same point of the endless network that the patch is a piece of.
#pragma once

#include <array>
#include <vector>

#include "taut/vec.hpp"

namespace taut::io {

struct PeriodicImages {
  std::vector<int> original;              // for every node the first of its images, itself included
  std::vector<std::array<int, 2>> shift;  // its cell, in periods
};

// Periods along x and along y; an axis whose period is zero does not repeat.
PeriodicImages find_images(const std::vector<Vec3>& nodes, const std::array<Vec3, 2>& period);

}  // namespace taut::io
