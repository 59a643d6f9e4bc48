// Blocks of a matrix between particles.
#pragma once

#include <array>
#include <vector>

#include "taut/matrix.hpp"
#include "taut/vec.hpp"

namespace taut {

using Block3 = std::array<std::array<double, 3>, 3>;

inline std::int32_t coordinate(std::int32_t particle, std::size_t axis) {
  return 3 * particle + static_cast<std::int32_t>(axis);
}

// a b^T
inline Block3 outer(const Vec3& a, const Vec3& b) {
  return {{{a.x * b.x, a.x * b.y, a.x * b.z}, {a.y * b.x, a.y * b.y, a.y * b.z}, {a.z * b.x, a.z * b.y, a.z * b.z}}};
}

inline void add_block(std::int32_t i, std::int32_t j, double factor, const Block3& block,
                      std::vector<MatrixEntry>& to) {
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b)
      if (block[a][b] != 0.0) to.push_back({coordinate(i, a), coordinate(j, b), factor * block[a][b]});
}

// What resists the relative motion of two ends.
inline void add_between(std::int32_t i, std::int32_t j, const Block3& block, std::vector<MatrixEntry>& to) {
  add_block(i, i, 1.0, block, to);
  add_block(j, j, 1.0, block, to);
  add_block(i, j, -1.0, block, to);
  add_block(j, i, -1.0, block, to);
}

}  // namespace taut
