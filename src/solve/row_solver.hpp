// What solvers over a general row block share: everything but the solves themselves.
#pragma once

#include <cmath>

#include "solve/row_block.hpp"

namespace taut {

class RowSolver : public Solver {
 public:
  RowSolver(const Model& model, const Component& component, int max_iterations);

  SolveReport solve_velocities(const Vec3* v, Vec3* dv, double h) override;
  void apply_jacobian(const Vec3* x, double* out) const override;
  void add_time_derivative(double* out) const override;
  void add_acceleration_terms(const Vec3* v, double* out) override;
  void subtract_impulse(const double* x, Vec3* dv) const override;
  double defect(std::size_t row) const override { return block_.defect(row); }
  double velocity_measure(std::size_t row) const override { return block_.measure(row); }
  double force_per_multiplier(std::size_t row) const override { return block_.force_per_multiplier(row); }
  RowChanges changes() const override { return {row_of(block_.turned()), row_of(block_.jumped())}; }

 protected:
  // x = A^-1 x for the velocities of a step. Solvers that iterate may stop there at the tolerance; what else is solved
  // for, such as constraint forces, goes to rounding.
  virtual SolveReport solve_to_tolerance(double* x, double h) { return solve(x, h); }
  static constexpr double to_rounding = 1e-12;  // of the right-hand side, or as far as the tolerance where that is less

  std::size_t size() const { return block_.size(); }
  std::int32_t row_of(std::int32_t k) const { return k < 0 ? -1 : rows_[static_cast<std::size_t>(k)]; }
  // The largest |defect(k)| in the measure of the tolerance, and its row; what is not a number counts as worst.
  template <class Defect>
  SolveReport worst_of(Defect&& defect) const;
  SolveReport fail(SolveReport report, SolveFailure failure) const;
  // How far the rows turned, see limits.hpp; only rods are refused for that alone.
  struct Turn {
    double furthest = 0.0;
    std::int32_t row = -1;
    bool too_far = false;
  };
  Turn furthest_turn(const Vec3* u, double h) const;

  RowBlock block_;
  double tolerance_;
  int max_iterations_;
  std::vector<double> x_;
};

template <class Defect>
SolveReport RowSolver::worst_of(Defect&& defect) const {
  SolveReport report;
  report.worst_row = rows_[0];
  for (std::size_t k = 0; k < size(); ++k) {
    const double violation = std::abs(defect(k)) * block_.measure(k);
    if (violation <= report.max_violation) continue;
    report.max_violation = violation;
    report.worst_row = rows_[k];
    if (!std::isfinite(violation)) return fail(report, SolveFailure::not_finite);
  }
  return report;
}

}  // namespace taut
