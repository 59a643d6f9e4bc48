#include "solve/row_solver.hpp"

#include "solve/limits.hpp"

namespace taut {

RowSolver::RowSolver(const Model& model, const Component& component, int max_iterations)
    : Solver(component.rows),
      block_(model, component),
      tolerance_(component.tolerance),
      max_iterations_(max_iterations),
      x_(component.rows.size(), 0.0) {
  history_.resize(component.rows.size());
}

SolveReport RowSolver::solve_velocities(const Vec3* v, Vec3* dv, double h) {
  apply_jacobian(v, x_.data());
  add_time_derivative(x_.data());
  const SolveReport report = solve_to_tolerance(x_.data(), h);
  subtract_impulse(x_.data(), dv);
  return report;
}

void RowSolver::apply_jacobian(const Vec3* x, double* out) const { block_.apply_all(x, out); }

void RowSolver::add_time_derivative(double* out) const {
  for (std::size_t k = 0; k < size(); ++k) out[k] += block_.time_derivative(k);
}

void RowSolver::add_acceleration_terms(const Vec3* v, double* out) {
  for (std::size_t k = 0; k < size(); ++k) out[k] += block_.acceleration_terms(k, v);
}

void RowSolver::subtract_impulse(const double* x, Vec3* dv) const { block_.subtract_impulses(x, dv); }

SolveReport RowSolver::fail(SolveReport report, SolveFailure failure) const {
  report.converged = false;
  report.failure = failure;
  return report;
}

RowSolver::Turn RowSolver::furthest_turn(const Vec3* u, double h) const {
  Turn turn;
  for (std::size_t k = 0; k < size(); ++k) {
    const double here = block_.turn(k, u, h);
    turn.too_far = turn.too_far || (block_.is_rod(k) && here < largest_turn);
    if (here < turn.furthest) turn.furthest = here, turn.row = rows_[k];
  }
  return turn;
}

}  // namespace taut
