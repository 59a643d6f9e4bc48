// Two of a kind: the iterations of matrix_solver.hpp on a sparse factor in minimum-degree order [davis2006].
#include "solve/sparse_solver.hpp"

#include "solve/gram.hpp"
#include "solve/matrix_solver.hpp"

namespace taut {

std::unique_ptr<Solver> make_sparse_solver(const Model& model, const Component& component,
                                           const SolverOptions& options) {
  const Iteration iteration = component.solver == SolverMethod::newton ? Iteration::newton : Iteration::quasi_newton;
  return std::make_unique<MatrixSolver<Gram>>(model, component, options, iteration);
}

}  // namespace taut
