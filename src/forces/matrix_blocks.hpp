// Blocks of a matrix between particles.
#pragma once

#include <array>
#include <vector>

#include "taut/matrix.hpp"

namespace taut {

using Block3 = std::array<std::array<double, 3>, 3>;

inline std::int32_t coordinate(std::int32_t particle, std::size_t axis) {
  return 3 * particle + static_cast<std::int32_t>(axis);
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
