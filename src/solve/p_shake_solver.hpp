// Rigid clusters: one inverse for the whole run.
#pragma once

#include <memory>

#include "solve/solver.hpp"

namespace taut {

std::unique_ptr<Solver> make_p_shake_solver(const Model& model, const Component& component,
                                            const SolverOptions& options);

}  // namespace taut
