// A path closed on itself: the tridiagonal matrix of [bailey2008] with two corners more.
#include "solve/ring_solver.hpp"

#include "solve/matrix_solver.hpp"
#include "solve/ring_gram.hpp"

namespace taut {

std::unique_ptr<Solver> make_ring_solver(const Model& model, const Component& component, const SolverOptions& options) {
  return std::make_unique<MatrixSolver<RingGram>>(model, component, options, Iteration::quasi_newton);
}

}  // namespace taut
