// Whether the rods of a component hold its particles rigidly together.
#pragma once

#include "solve/components.hpp"

namespace taut {

// All rows must be distances between moving particles. Compares ranks at the start of the model: rods leave no motions
// but the rigid ones. Costs O(n^3).
bool is_rigid(const Model& model, const CoupledRows& component);

}  // namespace taut
