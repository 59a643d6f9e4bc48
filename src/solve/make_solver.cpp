#include "solve/make_solver.hpp"

#include "solve/components.hpp"
#include "solve/gauss_seidel_solver.hpp"
#include "solve/lincs_solver.hpp"
#include "solve/m_shake_solver.hpp"
#include "solve/p_shake_solver.hpp"
#include "solve/path_solver.hpp"
#include "solve/ring_solver.hpp"
#include "solve/semidefinite_solver.hpp"
#include "solve/settle_solver.hpp"
#include "solve/sparse_solver.hpp"
#include "solve/tree_solver.hpp"

namespace taut {

std::unique_ptr<Solver> make_solver(const Model& model, const Component& component, const SolverOptions& options) {
  if (component.keeps_all) return make_semidefinite_solver(model, with_dependent(component), options);
  switch (component.solver) {
    case SolverMethod::tridiagonal:
      return make_path_solver(model, component, options);
    case SolverMethod::gauss_seidel:
    case SolverMethod::sor:
      return make_gauss_seidel_solver(model, component, options);
    case SolverMethod::m_shake:
      return make_m_shake_solver(model, component, options);
    case SolverMethod::p_shake:
      return make_p_shake_solver(model, component, options);
    case SolverMethod::lincs:
      return make_lincs_solver(model, component, options);
    case SolverMethod::settle:
      return make_settle_solver(model, component, options);
    case SolverMethod::ring:
      return make_ring_solver(model, component, options);
    case SolverMethod::tree:
      return make_tree_solver(model, component, options);
    case SolverMethod::automatic:
    case SolverMethod::sparse:
    case SolverMethod::newton:
      break;
  }
  return make_sparse_solver(model, component, options);
}

}  // namespace taut
