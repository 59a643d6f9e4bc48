// The classic: textbook SHAKE and RATTLE sweeps.
#pragma once

#include <memory>

#include "solve/solver.hpp"

namespace taut {

std::unique_ptr<Solver> make_gauss_seidel_solver(const Model& model, const Component& component,
                                                 const SolverOptions& options);

}  // namespace taut
