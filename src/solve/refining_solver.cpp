#include "solve/refining_solver.hpp"

#include <algorithm>
#include <limits>

#include "solve/limits.hpp"

namespace taut {

RefiningSolver::RefiningSolver(const Model& model, const Component& component, int most_passes, int least_passes)
    : RowSolver(model, component, std::max(most_passes, least_passes)),
      branch_(block_),
      least_passes_(least_passes),
      rhs_(size()),
      correction_(size()),
      response_(block_) {}

SolveReport RefiningSolver::linearise(const Configuration& at) {
  block_.linearise(at);
  SolveReport report = worst_of([this](std::size_t k) { return block_.defect(k); });
  if (!report.converged) return report;
  const std::int32_t vanished = take_inverse();
  if (vanished < 0) return report;
  report.worst_row = rows_[static_cast<std::size_t>(vanished)];
  return fail(report, SolveFailure::singular);
}

SolveReport RefiningSolver::solve_positions(Vec3* u, Vec3* dv, double h, double end_time) {
  double best = std::numeric_limits<double>::infinity();
  for (int pass = 0;; ++pass) {
    block_.moved_defects(u, h, end_time, x_.data());
    SolveReport report = worst_of([this](std::size_t k) { return x_[k]; });
    report.iterations = pass;
    if (!report.converged) return report;
    if (report.max_violation <= tolerance_ && pass >= least_passes_) return finish(u, h, end_time, report);
    if (pass >= max_iterations_ || is_lost(report.max_violation, best))
      return fail(report, SolveFailure::not_converged);
    best = std::min(best, report.max_violation);
    for (std::size_t k = 0; k < size(); ++k) x_[k] = target(k, x_[k], pass, u, h) / h;
    apply_inverse(x_.data());
    subtract_impulse(x_.data(), u);
    subtract_impulse(x_.data(), dv);
  }
}

SolveReport RefiningSolver::finish(const Vec3* u, double h, double end_time, SolveReport report) {
  const Turn turn = furthest_turn(u, h);
  if (!turn.too_far && !branch_.is_left(turn.furthest, u, h, end_time)) return report;
  report.worst_row = turn.row;
  return fail(report, SolveFailure::turned_too_far);
}

SolveReport RefiningSolver::refine_until(double part, double* x, double h) {
  std::copy(x, x + size(), rhs_.begin());
  response_.clear();
  std::fill(x, x + size(), 0.0);
  double best = std::numeric_limits<double>::infinity(), enough = 0.0;
  for (int pass = 0;; ++pass) {
    for (std::size_t k = 0; k < size(); ++k) correction_[k] = rhs_[k] + response_.along(k);
    SolveReport report = worst_of([&](std::size_t k) { return correction_[k] * h; });
    report.iterations = pass;
    if (pass == 0) enough = part * report.max_violation;
    const bool holds = report.max_violation <= tolerance_ && pass > 0;
    if (!report.converged || (holds && report.max_violation <= enough)) return report;
    if (pass >= max_iterations_ || is_lost(report.max_violation, best))
      return holds ? report : fail(report, SolveFailure::not_converged);
    best = std::min(best, report.max_violation);
    apply_inverse(correction_.data());
    for (std::size_t k = 0; k < size(); ++k) {
      x[k] += correction_[k];
      response_.add(k, correction_[k]);
    }
  }
}

}  // namespace taut
