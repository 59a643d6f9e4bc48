// M-SHAKE [krautler2001]: the linearised equations of a molecule, B' W B^T x = sigma / h, are solved as one dense
// system in every iteration, O(n^3), and converge quadratically. Here they may hold any kind of row.
#include "solve/m_shake_solver.hpp"

#include "solve/dense_gram.hpp"
#include "solve/matrix_solver.hpp"

namespace taut {

std::unique_ptr<Solver> make_m_shake_solver(const Model& model, const Component& component,
                                            const SolverOptions& options) {
  return std::make_unique<MatrixSolver<DenseGram>>(model, component, options, Iteration::newton);
}

}  // namespace taut
