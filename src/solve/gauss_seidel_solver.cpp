// SHAKE [ryckaert1977]: constraint after constraint,
//   x_k = sigma_k / (h B'_k W B_k^T)     B' at the current positions, B at the start of the step
// acts at once on the positions that the next constraint sees; sweeps are repeated until all hold.
// RATTLE's velocity sweep [andersen1983] is the same with x_k = (rhs_k - B_k W B^T x) / (B_k W B_k^T).
#include "solve/gauss_seidel_solver.hpp"

#include <algorithm>
#include <cmath>

#include "solve/row_solver.hpp"

namespace taut {
namespace {

constexpr int default_sweeps = 200000;  // a nearly straight chain of a thousand rods takes some 50,000

class GaussSeidelSolver final : public RowSolver {
 public:
  GaussSeidelSolver(const Model& model, const Component& component, const SolverOptions& options)
      : RowSolver(model, component, options.max_iterations > 0 ? options.max_iterations : default_sweeps),
        diagonal_(size()),
        rhs_(size()),
        response_(static_cast<std::size_t>(model.size())) {}

  SolveReport linearise(const Configuration& at) override {
    block_.linearise(at);
    SolveReport report = worst_of([this](std::size_t k) { return block_.defect(k); });
    for (std::size_t k = 0; k < size(); ++k) {
      diagonal_[k] = diagonal(k, [this](std::size_t e) { return block_.gradient(e); });
      if (diagonal_[k] > 0.0) continue;
      report.worst_row = rows_[k];
      return fail(report, SolveFailure::singular);
    }
    return report;
  }

  SolveReport solve_positions(Vec3* u, Vec3* dv, double h, double end_time) override {
    for (int sweep = 0;; ++sweep) {
      for (std::size_t k = 0; k < size(); ++k) x_[k] = block_.moved_defect(k, u, h, end_time);
      SolveReport report = worst_of([this](std::size_t k) { return x_[k]; });
      report.iterations = sweep;
      if (!report.converged) return report;
      if (report.max_violation <= tolerance_) {
        const Turn turn = furthest_turn(u, h);
        if (turn.too_far) report.worst_row = turn.row;
        return turn.too_far ? fail(report, SolveFailure::turned_too_far) : report;
      }
      if (sweep >= max_iterations_) return fail(report, SolveFailure::not_converged);
      sweep_positions(u, dv, h, end_time);
    }
  }

  SolveReport solve(double* x, double h) override {
    std::vector<Vec3>& q = response_;  // W B^T x so far
    std::copy(x, x + size(), rhs_.begin());
    std::fill(q.begin(), q.end(), Vec3{});
    std::fill(x, x + size(), 0.0);
    for (int sweep = 0;; ++sweep) {
      SolveReport report;
      for (std::size_t k = 0; k < size(); ++k) {
        const double defect = rhs_[k] + block_.apply(k, q.data());
        const double violation = std::abs(defect) * h * block_.measure(k);
        if (!(violation <= report.max_violation)) {
          report.max_violation = violation;
          report.worst_row = rows_[k];
        }
        x[k] += defect / diagonal_[k];
        block_.subtract_impulse(k, defect / diagonal_[k], q.data());
      }
      report.iterations = sweep + 1;
      if (!std::isfinite(report.max_violation)) return fail(report, SolveFailure::not_finite);
      if (report.max_violation <= tolerance_) return report;
      if (sweep >= max_iterations_) return fail(report, SolveFailure::not_converged);
    }
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

  void sweep_positions(Vec3* u, Vec3* dv, double h, double end_time) {
    for (std::size_t k = 0; k < size(); ++k) {
      const double defect = block_.moved_defect(k, u, h, end_time);
      block_.take_moved_gradient(k, u, h, end_time);
      const double x = defect / (h * diagonal(k, [this](std::size_t e) { return block_.moved_gradient(e); }));
      block_.subtract_impulse(k, x, u);
      block_.subtract_impulse(k, x, dv);
    }
  }

  std::vector<double> diagonal_;
  std::vector<double> rhs_;
  std::vector<Vec3> response_;
};

}  // namespace

std::unique_ptr<Solver> make_gauss_seidel_solver(const Model& model, const Component& component,
                                                 const SolverOptions& options) {
  return std::make_unique<GaussSeidelSolver>(model, component, options);
}

}  // namespace taut
