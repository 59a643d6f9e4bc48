// Trees and paths of rods: a sparse factor in the order of elimination from the leaves, without fill.
#pragma once

#include <memory>

#include "solve/solver.hpp"

namespace taut {

std::unique_ptr<Solver> make_tree_solver(const Model& model, const Component& component, const SolverOptions& options);

}  // namespace taut
