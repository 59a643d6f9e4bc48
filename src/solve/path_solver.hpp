// A path of rods: A is tridiagonal and everything is linear in the number of links.
#pragma once

#include <memory>

#include "solve/solver.hpp"

namespace taut {

// component.kind must be "path" or "single" with distance rows only, rows and particles in order along it.
std::unique_ptr<Solver> make_path_solver(const Model& model, const Component& component, const SolverOptions& options);

}  // namespace taut
