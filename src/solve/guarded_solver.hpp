// A solver that is made for regular configurations, and the semidefinite one in its place where its matrix is nearly
// singular.
#pragma once

#include <memory>

#include "solve/solver.hpp"
#include "taut/model.hpp"

namespace taut {

// `components` are those that `fast` solves.
std::unique_ptr<Solver> guard(const Model& model, std::span<const Component* const> components,
                              const SolverOptions& options, std::unique_ptr<Solver> fast);

}  // namespace taut
