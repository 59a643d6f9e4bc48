#include "taut/solve.hpp"

namespace taut {

const std::vector<SolverInfo>& built_in_solvers() {
  static const std::vector<SolverInfo> table = {
      {SolverMethod::automatic, "auto", "the right one for each component, with the reason"},
      {SolverMethod::gauss_seidel, "gauss-seidel", "textbook SHAKE: one constraint after another until all hold"},
      {SolverMethod::sor, "sor", "sweeps like gauss-seidel with a relaxation factor that adapts"},
      {SolverMethod::m_shake, "m-shake", "up to 200 coupled rows: Newton with a dense matrix"},
      {SolverMethod::p_shake, "p-shake", "rigid clusters of rods: one inverse, taken at the start, for the whole run"},
      {SolverMethod::lincs, "lincs", "rods: expansion in powers of the coupling, repeated until the tolerance holds"},
      {SolverMethod::settle, "settle", "three rods in a triangle: closed form for rigid water, else a 3 x 3 solve"},
      {SolverMethod::tridiagonal, "tridiagonal", "paths of rods: tridiagonal LDL^T, cost linear in the length"},
      {SolverMethod::ring, "ring", "rings of rods: cyclic tridiagonal LDL^T, cost linear in the length"},
      {SolverMethod::tree, "tree", "trees of rods: elimination from the leaves, cost linear in their number"},
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
