// Solvers that treat all rows of a component at once, whatever stores and factors their matrix.
//
// Positions: find lambda with sigma(r + h (u - W B^T lambda)) = 0, B at the start of the step.
//   quasi-Newton   A x = sigma / h          A = B W B^T, factored once a step, shared with the velocity projection
//   Newton         B' W B^T x = sigma / h   B' at the current iterate; quadratic, one unsymmetric factor an iteration
//
// A Matrix is made from a RowBlock and can factorise_symmetric() (A), factorise_unsymmetric() (B' W B^T), solve(x), and
// tell its smallest_pivot_ratio(); both factorisations return the row whose pivot vanishes, or -1.
#pragma once

#include <limits>
#include <utility>

#include "solve/limits.hpp"
#include "solve/row_solver.hpp"

namespace taut {

enum class Iteration { quasi_newton, newton };  // quasi-Newton turns to Newton where it is slow

template <class Matrix>
class MatrixSolver : public RowSolver {
 public:
  template <class... MatrixArguments>
  MatrixSolver(const Model& model, const Component& component, const SolverOptions& options, Iteration iteration,
               MatrixArguments&&... arguments)
      : RowSolver(model, component, options.max_iterations > 0 ? options.max_iterations : default_iterations),
        matrix_(block_, std::forward<MatrixArguments>(arguments)...),
        iteration_(iteration) {}

  SolveReport linearise(const Configuration& at) override {
    block_.linearise(at);
    SolveReport report = worst_of([this](std::size_t k) { return block_.defect(k); });
    if (!report.converged) return report;
    const std::int32_t vanished = matrix_.factorise_symmetric();
    margin_ = matrix_.smallest_pivot_ratio();
    if (vanished < 0) return report;
    report.worst_row = rows_[static_cast<std::size_t>(vanished)];
    return fail(report, SolveFailure::singular);
  }

  SolveReport solve_positions(Vec3* u, Vec3* dv, double h, double end_time) override {
    double* lambda = history_.predict(end_time - 0.5 * h, h);
    // A guess is corrected at least once: extrapolation looks to one side of time only, a corrected step does not care.
    const int corrections = take_guess(u, h, lambda) == Guess::extrapolated ? 1 : 0;
    double before = std::numeric_limits<double>::infinity();
    bool newton = iteration_ == Iteration::newton;
    for (int iteration = 0;; ++iteration) {
      block_.moved_defects(u, h, end_time, x_.data());
      SolveReport report = worst_of([this](std::size_t k) { return x_[k]; });
      report.iterations = iteration;
      if (!report.converged) return report;
      const bool stagnates = newton && report.max_violation > 0.5 * before;
      const bool solved =
          report.max_violation <= tolerance_ || (stagnates && report.max_violation <= block_.rounding());
      if (solved && iteration >= corrections) return finish(u, dv, h, end_time, lambda, report);
      if (iteration >= max_iterations_) return fail(report, SolveFailure::not_converged);
      newton = newton || report.max_violation > fast_enough * before;
      before = report.max_violation;
      if (newton && !take_newton_matrix(u, h, end_time)) return fail(report, SolveFailure::not_converged);
      correct(u, h, lambda);
    }
  }

  SolveReport solve(double* x, double /*h*/) override {
    matrix_.solve(x);
    return {};
  }
  double margin() const override { return margin_; }

 protected:
  enum class Guess { extrapolated, exact };  // exact: to rounding, unless the equations have no solution
  // Turns the extrapolated multipliers into a first guess that acts on u.
  virtual Guess take_guess(Vec3* u, double /*h*/, double* lambda) {
    subtract_impulse(lambda, u);
    return Guess::extrapolated;
  }

  Matrix matrix_;

 private:
  static constexpr int default_iterations = 50;

  bool take_newton_matrix(const Vec3* u, double h, double end_time) {
    for (std::size_t k = 0; k < size(); ++k) block_.take_moved_gradient(k, u, h, end_time);
    return matrix_.factorise_unsymmetric() < 0;
  }

  void correct(Vec3* u, double h, double* lambda) {
    matrix_.solve(x_.data());
    for (std::size_t k = 0; k < size(); ++k) {
      x_[k] /= h;
      lambda[k] += x_[k];
    }
    subtract_impulse(x_.data(), u);
  }

  SolveReport finish(const Vec3* u, Vec3* dv, double h, double end_time, const double* lambda, SolveReport report) {
    const Turn turn = furthest_turn(u, h);
    const auto is_right_root = [&] {
      return take_newton_matrix(u, h, end_time) && matrix_.smallest_pivot_ratio() > 0.0;
    };
    if (turn.too_far || (is_suspicious(turn.furthest, margin_) && !is_right_root())) {
      report.worst_row = turn.row;
      return fail(report, SolveFailure::turned_too_far);
    }
    subtract_impulse(lambda, dv);
    history_.keep();
    return report;
  }

  Iteration iteration_;
  double margin_ = 1.0;  // the smallest pivot over its diagonal entry, at the configuration
};

}  // namespace taut
