// Two of a kind: the iterations of matrix_solver.hpp on a sparse factor in minimum-degree order [davis2006]; where that
// is less work, of what is left when linear relations are eliminated for good.
#include "solve/sparse_solver.hpp"

#include "solve/gram.hpp"
#include "solve/matrix_solver.hpp"
#include "solve/reduced_gram.hpp"

namespace taut {

std::unique_ptr<Solver> make_sparse_solver(const Model& model, const Component& component,
                                           const SolverOptions& options) {
  const Iteration iteration = component.solver == SolverMethod::newton ? Iteration::newton : Iteration::quasi_newton;
  if (ReducedGram::pays(RowBlock(model, component)))
    return std::make_unique<MatrixSolver<ReducedGram>>(model, component, options, iteration);
  return std::make_unique<MatrixSolver<Gram>>(model, component, options, iteration);
}

}  // namespace taut
