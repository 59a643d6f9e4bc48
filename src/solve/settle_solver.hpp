// Rigid triangles: three rods between three moving particles.
#pragma once

#include <memory>

#include "solve/solver.hpp"

namespace taut {

std::unique_ptr<Solver> make_settle_solver(const Model& model, const Component& component,
                                           const SolverOptions& options);

}  // namespace taut
