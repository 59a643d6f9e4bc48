// Which rows are coupled: two rows are when they share a moving particle. Fixed and driven particles do not couple.
#pragma once

#include <cstdint>
#include <vector>

#include "taut/solve.hpp"

namespace taut {

struct CoupledRows {
  std::vector<std::int32_t> rows;       // ascending
  std::vector<std::int32_t> particles;  // moving ones, ascending
};

// In the order of their first rows. Rows that are marked as left out, if any, are not there.
std::vector<CoupledRows> coupled_rows(const Model& model, const std::vector<bool>& left_out = {});

// The component with its dependent rows among the others, ascending.
Component with_dependent(Component component);

// All particles that a component's rows touch, moving or not, ascending.
std::vector<std::int32_t> particles_of(const Model& model, const Component& component);

}  // namespace taut
