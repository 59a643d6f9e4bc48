// Blocks of a response near its diagonal, without the others.
#pragma once

#include <utility>
#include <vector>

#include "taut/response.hpp"
#include "taut/solve.hpp"

namespace taut {

// Moving particles i <= j that are at most this many constraints apart.
std::vector<std::pair<std::int32_t, std::int32_t>> pairs_within(const Model& model, int distance);

// For a resistance of one mass a particle.
std::vector<ResponsePair> near_blocks(const Model& model, const Plan& plan, int distance);

}  // namespace taut
