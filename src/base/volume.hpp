#pragma once

#include "taut/vec.hpp"

namespace taut {

// Of a box with these edges; its area where the third is zero.
inline double volume_of(const Vec3& edges) { return edges.x * edges.y * (edges.z == 0.0 ? 1.0 : edges.z); }

}  // namespace taut
