// Rows that cannot hold together.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/particle_fields.hpp"
#include "solve/row_block.hpp"

namespace taut {

// Beyond this relative error a start is a mistake rather than rounding.
constexpr double largest_start_error = 1e-6;

// Brings the start onto all rows of the component at once; where that is impossible, the rows that stand against one
// another at the nearest point. Empty when they can hold, or nearly do at the start. `here`: the rows at the start.
std::vector<std::int32_t> contradictory_rows(const Model& model, const Component& component, const RowBlock& here,
                                             ParticleFields& fields);

}  // namespace taut
