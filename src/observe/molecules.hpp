// Which particles belong together.
#pragma once

#include <vector>

#include "taut/forces.hpp"
#include "taut/model.hpp"

namespace taut {

// These particles, those in one list that constraints and springs join, over other particles as well. A fixed particle
// joins nothing. Lists are in order of their first particles.
std::vector<std::vector<int>> molecules_of(const Model& model, const std::vector<SpringSpec>& springs,
                                           const std::vector<int>& particles);

}  // namespace taut
