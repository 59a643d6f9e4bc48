// A path of rods: A is tridiagonal and everything is linear in the number of links.
#pragma once

#include <memory>

#include "solve/solver.hpp"

namespace taut {

// A solver that also takes up a configuration from someone else.
class PathSolver : public Solver {
 public:
  using Solver::Solver;
  // linearise() with the rods and defects of a configuration, in order along the path.
  virtual SolveReport take(std::span<const Vec3> rods, std::span<const double> defects) = 0;
  const double* latest_multipliers() const { return history_.latest(); }  // of the last solve of positions
};

// component.kind must be "path" or "single" with distance rows only, rows and particles in order along it.
std::unique_ptr<PathSolver> make_path_solver(const Model& model, const Component& component,
                                             const SolverOptions& options);

}  // namespace taut
