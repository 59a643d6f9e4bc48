// Rods by the expansion of LINCS, repeated until the tolerance holds.
#pragma once

#include <memory>

#include "solve/solver.hpp"

namespace taut {

std::unique_ptr<Solver> make_lincs_solver(const Model& model, const Component& component, const SolverOptions& options);

}  // namespace taut
