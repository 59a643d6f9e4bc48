// SHAKE [ryckaert1977]: constraint after constraint,
//   x_k = omega sigma_k / (h B'_k W B_k^T)     B' at the current positions, B at the start of the step
// acts at once on the positions that the next constraint sees; sweeps are repeated until all hold.
// RATTLE's velocity sweep [andersen1983] is the same with x_k = omega (rhs_k - B_k W B^T x) / (B_k W B_k^T).
// The factor omega is 1 in SHAKE; with another it is successive over-relaxation [barth1995], see relaxation.hpp.
#include "solve/gauss_seidel_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solve/branch.hpp"
#include "solve/impulse_field.hpp"
#include "solve/limits.hpp"
#include "solve/relaxation.hpp"
#include "solve/row_solver.hpp"

namespace taut {
namespace {

constexpr int default_sweeps = 200000;  // a nearly straight chain of a thousand rods takes some 50,000

Relaxation relaxation_of(const Component& component, const SolverOptions& options) {
  return component.solver == SolverMethod::sor ? Relaxation(Relaxation::Kind::adaptive, 1.0)
                                               : Relaxation(Relaxation::Kind::fixed, options.relaxation);
}

class GaussSeidelSolver final : public RowSolver {
 public:
  GaussSeidelSolver(const Model& model, const Component& component, const SolverOptions& options)
      : RowSolver(model, component, options.max_iterations > 0 ? options.max_iterations : default_sweeps),
        branch_(block_),
        relaxation_(relaxation_of(component, options)),
        diagonal_(size()),
        rhs_(size()),
        response_(block_) {}

  SolveReport linearise(const Configuration& at) override {
    block_.linearise(at);
    SolveReport report = worst_of([this](std::size_t k) { return block_.defect(k); });
    for (std::size_t k = 0; k < size(); ++k) {
      diagonal_[k] = diagonal(k, [this](std::size_t e) { return block_.gradient(e); });
      if (diagonal_[k] > 0.0) continue;
      report.worst_row = rows_[k];
      return fail(report, SolveFailure::singular);
    }
    branch_.take();
    return report;
  }

  SolveReport solve_positions(Vec3* u, Vec3* dv, double h, double end_time) override {
    const SolveReport report = sweep_until_solved(u, dv, h, end_time);
    relaxation_.learn(report.iterations, report.converged);
    return report;
  }

  SolveReport solve(double* x, double h) override { return sweep_until(to_rounding, x, h); }
  SolveReport solve_to_tolerance(double* x, double h) override { return sweep_until(1.0, x, h); }

  // An adapted factor is part of what a run remembers.
  std::size_t memory_size() const override { return Solver::memory_size() + Relaxation::memory_size; }
  void save(std::vector<double>& memory) const override {
    Solver::save(memory);
    relaxation_.save(memory);
  }
  void restore(std::span<const double> memory) override {
    Solver::restore(memory);
    relaxation_.restore(memory.subspan(Solver::memory_size()));
  }

 private:
  // B'_k W B_k^T for the gradients B' given.
  template <class Gradient>
  double diagonal(std::size_t k, Gradient&& other) const {
    double sum = 0.0;
    for (std::size_t e = block_.particles_begin(k); e < block_.particles_end(k); ++e)
      sum += block_.weight(e) * dot(block_.gradient(e), other(e));
    return sum;
  }

  double velocity_defect(std::size_t k) const { return rhs_[k] + response_.along(k); }

  // Until the tolerance holds and this part of the first defect is left.
  SolveReport sweep_until(double part, double* x, double h) {
    std::copy(x, x + size(), rhs_.begin());
    response_.clear();
    std::fill(x, x + size(), 0.0);
    double enough = 0.0;
    for (int sweep = 0;; ++sweep) {
      SolveReport report = worst_of([&](std::size_t k) { return velocity_defect(k) * h; });
      report.iterations = sweep;
      if (sweep == 0) enough = part * report.max_violation;
      const bool holds = report.max_violation <= tolerance_;
      if (!report.converged || (holds && report.max_violation <= enough)) return report;
      if (sweep >= max_iterations_) return holds ? report : fail(report, SolveFailure::not_converged);
      sweep_velocities(x);
    }
  }

  void sweep_velocities(double* x) {
    for (std::size_t k = 0; k < size(); ++k) {
      const double step = relaxation_.factor() * velocity_defect(k) / diagonal_[k];
      x[k] += step;
      response_.add(k, step);
    }
  }

  SolveReport sweep_until_solved(Vec3* u, Vec3* dv, double h, double end_time) {
    double best = std::numeric_limits<double>::infinity();
    for (int sweep = 0;; ++sweep) {
      block_.moved_defects(u, h, end_time, x_.data());
      SolveReport report = worst_of([this](std::size_t k) { return x_[k]; });
      report.iterations = sweep;
      if (!report.converged) return report;
      if (report.max_violation <= tolerance_) return finish(u, h, end_time, report);
      if (sweep >= max_iterations_ || is_lost(report.max_violation, best))
        return fail(report, SolveFailure::not_converged);
      best = std::min(best, report.max_violation);
      sweep_positions(u, dv, h, end_time);
    }
  }

  SolveReport finish(const Vec3* u, double h, double end_time, SolveReport report) {
    const Turn turn = furthest_turn(u, h);
    if (!turn.too_far && !branch_.is_left(turn.furthest, u, h, end_time)) return report;
    report.worst_row = turn.row;
    return fail(report, SolveFailure::turned_too_far);
  }

  void sweep_positions(Vec3* u, Vec3* dv, double h, double end_time) {
    for (std::size_t k = 0; k < size(); ++k) {
      const double defect = block_.moved_defect(k, u, h, end_time);
      block_.take_moved_gradient(k, u, h, end_time);
      const double response = diagonal(k, [this](std::size_t e) { return block_.moved_gradient(e); });
      const double x = relaxation_.factor() * defect / (h * response);
      block_.subtract_impulse(k, x, u);
      block_.subtract_impulse(k, x, dv);
    }
  }

  Branch branch_;
  Relaxation relaxation_;
  std::vector<double> diagonal_;
  std::vector<double> rhs_;
  ImpulseField response_;
};

}  // namespace

std::unique_ptr<Solver> make_gauss_seidel_solver(const Model& model, const Component& component,
                                                 const SolverOptions& options) {
  return std::make_unique<GaussSeidelSolver>(model, component, options);
}

}  // namespace taut
