// How large a group of rows is in space.
#pragma once

#include <cstdint>
#include <span>

#include "taut/model.hpp"

namespace taut {

struct Extent {
  double largest_coordinate = 0.0;
  double size = 0.0;  // of the box; where it has none, a length to measure by
};

// The box around all that the rows touch, at the start.
Extent extent(const Model& model, std::span<const std::int32_t> rows);

}  // namespace taut
