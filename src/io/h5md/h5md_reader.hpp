// The positions in an H5MD file, as H5mdWriter wrote them.
#pragma once

#include <filesystem>
#include <vector>

#include "taut/vec.hpp"

namespace taut::io {

struct Trajectory {
  std::vector<double> time;               // of frames
  std::vector<std::vector<Vec3>> frames;  // one position a particle
};

// Throws InputError when it is not there, or not such a file, or has more positions than memory should hold.
Trajectory read_trajectory(const std::filesystem::path& file);

}  // namespace taut::io
