// Small components: Newton with a dense matrix.
#pragma once

#include <memory>

#include "solve/solver.hpp"

namespace taut {

std::unique_ptr<Solver> make_m_shake_solver(const Model& model, const Component& component,
                                            const SolverOptions& options);

}  // namespace taut
