// Any component: sparse LDL^T quasi-Newton, Newton where that is slow, or Newton throughout.
#pragma once

#include <memory>

#include "solve/solver.hpp"

namespace taut {

std::unique_ptr<Solver> make_sparse_solver(const Model& model, const Component& component,
                                           const SolverOptions& options);

}  // namespace taut
