// A rod whose far end carries no rod any more meets, at its near end, rods that are all coupled to one another
// already: eliminating it adds no coupling. So from the leaves inwards the factor has the entries of A and no others,
// d (d - 1) / 2 for a particle with d rods, and costs O(n) where the number of rods at a particle is bounded; compare
// [bailey2009] for alkanes. The rows of the component come in that order, see classify.hpp.
#include "solve/tree_solver.hpp"

#include "solve/gram.hpp"
#include "solve/matrix_solver.hpp"

namespace taut {

std::unique_ptr<Solver> make_tree_solver(const Model& model, const Component& component, const SolverOptions& options) {
  return std::make_unique<MatrixSolver<Gram>>(model, component, options, Iteration::quasi_newton,
                                              SparseFactor::Order::as_given);
}

}  // namespace taut
