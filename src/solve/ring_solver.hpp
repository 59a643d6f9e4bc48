// Rings of rods: a cyclic tridiagonal factor, O(n).
#pragma once

#include <memory>

#include "solve/solver.hpp"

namespace taut {

std::unique_ptr<Solver> make_ring_solver(const Model& model, const Component& component, const SolverOptions& options);

}  // namespace taut
