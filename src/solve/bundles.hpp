// Which components of a plan are solved side by side: a pure choice from their shapes.
#pragma once

#include "taut/solve.hpp"

namespace taut {

// Components of rods of one shape, by index, up to eight together and in order. Those in no bundle are not mentioned.
std::vector<std::vector<std::int32_t>> gather_bundles(const Model& model, const std::vector<Component>& components);

}  // namespace taut
