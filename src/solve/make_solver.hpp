// The one place that knows every solver: a component's method to the solver that carries it out.
#pragma once

#include <memory>

#include "solve/solver.hpp"
#include "taut/model.hpp"

namespace taut {

std::unique_ptr<Solver> make_solver(const Model& model, const Component& component, const SolverOptions& options);

}  // namespace taut
