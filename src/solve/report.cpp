#include "taut/solve.hpp"

namespace taut {

const std::vector<SolverInfo>& built_in_solvers() {
  static const std::vector<SolverInfo> table = {
      {SolverMethod::automatic, "auto", "the right one for each component, with the reason"},
      {SolverMethod::gauss_seidel, "gauss-seidel", "textbook SHAKE: one constraint after another until all hold"},
      {SolverMethod::tridiagonal, "tridiagonal", "paths of rods: tridiagonal LDL^T, cost linear in the length"},
      {SolverMethod::sparse, "sparse", "any system: sparse LDL^T quasi-Newton, full Newton where that is slow"},
      {SolverMethod::newton, "newton", "any system: full Newton with an unsymmetric sparse factor each iteration"},
  };
  return table;
}

const char* solver_name(SolverMethod method) {
  for (const SolverInfo& info : built_in_solvers())
    if (info.method == method) return info.name;
  return "";
}

}  // namespace taut
