// Temperature as kT, an energy, measured from motion.
#pragma once

#include "taut/solve.hpp"
#include "taut/state.hpp"

namespace taut {

// 2 K / (degrees of freedom), those that the rank of the constraints leaves: redundant ones count once. Zero where
// nothing can move.
double kinetic_temperature(const Model& model, const Plan& plan, const State& state);

}  // namespace taut
