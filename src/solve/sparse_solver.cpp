// Positions: find lambda with sigma(r + h (u - W B^T lambda)) = 0, B at the start of the step.
//   quasi-Newton   A x = sigma / h          A = B W B^T, factored once a step, shared with the velocity projection
//   Newton         B' W B^T x = sigma / h   B' at the current iterate; quadratic, one unsymmetric factor an iteration
#include "solve/sparse_solver.hpp"

#include <limits>

#include "solve/gram.hpp"
#include "solve/limits.hpp"
#include "solve/row_solver.hpp"

namespace taut {
namespace {

constexpr int default_iterations = 50;

class SparseSolver final : public RowSolver {
 public:
  SparseSolver(const Model& model, const Component& component, const SolverOptions& options)
      : RowSolver(model, component, options.max_iterations > 0 ? options.max_iterations : default_iterations),
        gram_(block_),
        newton_always_(component.solver == SolverMethod::newton) {}

  SolveReport linearise(const Configuration& at) override {
    block_.linearise(at);
    SolveReport report = worst_of([this](std::size_t k) { return block_.defect(k); });
    if (!report.converged) return report;
    const std::int32_t vanished = gram_.factorise_symmetric();
    margin_ = gram_.smallest_pivot_ratio();
    if (vanished < 0) return report;
    report.worst_row = rows_[static_cast<std::size_t>(vanished)];
    return fail(report, SolveFailure::singular);
  }

  SolveReport solve_positions(Vec3* u, Vec3* dv, double h, double end_time) override {
    double* lambda = history_.predict(end_time - 0.5 * h, h);
    subtract_impulse(lambda, u);
    double before = std::numeric_limits<double>::infinity();
    bool newton = newton_always_;
    for (int iteration = 0;; ++iteration) {
      for (std::size_t k = 0; k < size(); ++k) x_[k] = block_.moved_defect(k, u, h, end_time);
      SolveReport report = worst_of([this](std::size_t k) { return x_[k]; });
      report.iterations = iteration;
      if (!report.converged) return report;
      // A guess is corrected at least once: extrapolation looks to one side of time only, a corrected step does not
      // care.
      if (report.max_violation <= tolerance_ && iteration > 0) return finish(u, dv, h, end_time, lambda, report);
      if (iteration >= max_iterations_) return fail(report, SolveFailure::not_converged);
      newton = newton || report.max_violation > fast_enough * before;
      before = report.max_violation;
      if (newton && !take_newton_matrix(u, h, end_time)) return fail(report, SolveFailure::not_converged);
      correct(u, h, lambda);
    }
  }

  SolveReport solve(double* x, double /*h*/) override {
    gram_.solve(x);
    return {};
  }

 private:
  bool take_newton_matrix(const Vec3* u, double h, double end_time) {
    for (std::size_t k = 0; k < size(); ++k) block_.take_moved_gradient(k, u, h, end_time);
    return gram_.factorise_unsymmetric() < 0;
  }

  void correct(Vec3* u, double h, double* lambda) {
    gram_.solve(x_.data());
    for (std::size_t k = 0; k < size(); ++k) {
      x_[k] /= h;
      lambda[k] += x_[k];
    }
    subtract_impulse(x_.data(), u);
  }

  SolveReport finish(const Vec3* u, Vec3* dv, double h, double end_time, const double* lambda, SolveReport report) {
    const Turn turn = furthest_turn(u, h);
    const auto is_right_root = [&] { return take_newton_matrix(u, h, end_time) && gram_.smallest_pivot_ratio() > 0.0; };
    if (turn.too_far || (is_suspicious(turn.furthest, margin_) && !is_right_root())) {
      report.worst_row = turn.row;
      return fail(report, SolveFailure::turned_too_far);
    }
    subtract_impulse(lambda, dv);
    history_.keep();
    return report;
  }

  Gram gram_;
  bool newton_always_;
  double margin_ = 1.0;  // the smallest pivot over its diagonal entry, at the configuration
};

}  // namespace

std::unique_ptr<Solver> make_sparse_solver(const Model& model, const Component& component,
                                           const SolverOptions& options) {
  return std::make_unique<SparseSolver>(model, component, options);
}

}  // namespace taut
