// Which rows of a block are independent at the configuration that it was linearised at, and which depend on those.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/row_block.hpp"

namespace taut {

// A row depends on others when its gradient, in units of its own length and weighted by the square root of the inverse
// masses, lies this close to their span. A pivot of A = B W B^T is the square of that distance: well above where the
// solvers give up (limits.hpp).
constexpr double dependence_tolerance = 1e-6;

struct IndependentRows {
  std::vector<std::int32_t> kept, dropped;  // numbers within the block, ascending
};

// Among dependent rows of a small block the first ones are kept; in a large one, whichever come first in the order of
// least fill.
IndependentRows independent_rows(const RowBlock& rows);

// Rods that form no loop, all fixed particles taken as one, are independent whatever their directions: seen from the
// leaves, each brings a particle that no other touches. One entry a row of the model: whether it may lie on a loop, or
// is coupled to others by more than rods.
std::vector<bool> rows_that_may_depend(const Model& model);

}  // namespace taut
