// Whether rods hold a planar or straight set of points rigid in space.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "taut/vec.hpp"

namespace taut {

using PointPairs = std::vector<std::pair<std::int32_t, std::int32_t>>;  // numbers of points

// `dimension` is that of the set: 1 for a line, 2 for a plane. True only when it is certain.
bool is_rigid_flat(std::span<const Vec3> points, int dimension, const PointPairs& rods);

}  // namespace taut
