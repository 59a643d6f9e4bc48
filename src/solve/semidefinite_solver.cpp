#include "solve/semidefinite_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solve/accelerated_iteration.hpp"
#include "solve/gram.hpp"
#include "solve/impulse_field.hpp"
#include "solve/limits.hpp"
#include "solve/row_solver.hpp"

namespace taut {
namespace {

constexpr double epsilon = 1e-5;
// Of the smallest pivot over its diagonal entry: below, a configuration where rows depend on one another is near.
constexpr double near = 1e-4;
// What may remain of sigma where its gradient vanishes, in the measure of the tolerance.
constexpr double acceptable = 1e-11;
// A correction of velocities is small when it is this part of them.
constexpr double small_part = 0.25;

class SemidefiniteSolver final : public RowSolver {
 public:
  SemidefiniteSolver(const Model& model, const Component& component, const SolverOptions& options)
      : RowSolver(model, component, options.max_iterations > 0 ? options.max_iterations : default_iterations),
        gram_(block_),
        dependent_(component.dependent.size()),
        field_(block_),
        iteration_(size()),
        best_u_(block_.particles_end(size() - 1)) {
    for (std::vector<double>* values :
         {&shift_, &force_, &lambda_, &best_, &step_, &right_, &residual_, &direction_, &image_})
      values->assign(size(), 0.0);
  }

  SolveReport linearise(const Configuration& at) override {
    block_.linearise(at);
    SolveReport report = worst_of([this](std::size_t k) { return block_.defect(k); });
    if (!report.converged) return report;
    take_shift();
    const std::int32_t lost = gram_.factorise_shifted(shift_);
    if (lost >= 0) {
      report.worst_row = rows_[static_cast<std::size_t>(lost)];
      return fail(report, SolveFailure::not_finite);
    }
    take_margin();
    return report;
  }

  SolveReport solve_positions(Vec3* u, Vec3* dv, double h, double end_time) override {
    const double way = largest_of(u), kick = largest_of(dv);
    SolveReport report = iterate(u, h, end_time);
    if (report.failure == SolveFailure::not_finite) return report;
    const Turn turn = furthest_turn(u, h);
    const bool within_reach = margin_ < 9.0 * -2.0 * turn.furthest + 3.0 * epsilon;
    const bool ended = report.iterations < max_iterations_;  // by itself
    const double enough = std::max(tolerance_, ended ? block_.rounding() : 0.0);
    if (report.max_violation > enough && !(within_reach && ended && report.max_violation <= acceptable))
      return fail(report, is_near() ? SolveFailure::singular : SolveFailure::not_converged);
    if (turn.too_far || (ahead() == Ahead::near && !is_small_correction(way, kick))) {
      if (turn.row >= 0) report.worst_row = turn.row;
      return fail(report, turn.too_far ? SolveFailure::turned_too_far : SolveFailure::singular);
    }
    subtract(lambda_, dv);
    if (within_reach) report.singular_row = rows_[nearest_];
    return report;
  }

  SolveReport solve_velocities(const Vec3* v, Vec3* dv, double h) override {
    apply_jacobian(v, x_.data());
    add_time_derivative(x_.data());
    right_ = x_;
    SolveReport report = solve_any(x_.data(), h);
    if (is_near() && (!report.converged || !is_small(largest_of(v), largest_of(dv)))) {
      x_ = right_;
      solve_damped(x_.data());
      report = {};
    }
    subtract_impulse(x_.data(), dv);
    return report;
  }

  // Rounding in F^-1 leaves some of the null space of A in x. F^-1 epsilon S takes that to itself and nearly all else
  // to nothing: so it is found, and taken out.
  SolveReport solve(double* x, double h) override {
    const SolveReport report = solve_any(x, h);
    if (dependent_ == 0 || !report.converged) return report;
    lambda_.assign(x, x + size());
    for (int pass = 0; pass < 6; ++pass) {
      for (std::size_t k = 0; k < size(); ++k) lambda_[k] *= shift_[k];
      gram_.solve(lambda_.data());
    }
    multiply(lambda_, image_);
    const double moved = worst_of([&](std::size_t k) { return image_[k] * h; }).max_violation;
    if (moved > std::max(tolerance_, report.max_violation)) return report;  // that was not the null space alone
    for (std::size_t k = 0; k < size(); ++k) x[k] -= lambda_[k];
    return report;
  }

  double margin() const override { return margin_; }

 private:
  static constexpr int default_iterations = 60;

  bool is_near() const { return margin_ < near; }

  // Some x with A x = b, given b in x. Each pass of x += F^-1 (b - A x) leaves epsilon S / (A + epsilon S) of the
  // error; where A is too soft for that, conjugate gradients [hestenes1952] go on.
  SolveReport solve_any(double* x, double h) {
    constexpr double rounding = 1e-14, nearly = 1e-12;
    std::copy_n(x, size(), residual_.begin());
    std::fill_n(x, size(), 0.0);
    SolveReport report = worst_of([&](std::size_t k) { return residual_[k] * h; });
    const double start = report.max_violation, enough = std::max(1e-3 * tolerance_, rounding * start);
    double before = std::numeric_limits<double>::infinity();
    while (report.converged && report.max_violation > enough && report.max_violation < 0.3 * before) {
      before = report.max_violation;
      step_ = residual_;
      gram_.solve(step_.data());
      multiply(step_, image_);
      for (std::size_t k = 0; k < size(); ++k) x[k] += step_[k], residual_[k] -= image_[k];
      report = worst_of([&](std::size_t k) { return residual_[k] * h; });
    }
    const bool soft = report.converged && report.max_violation > std::max(tolerance_, nearly * start);
    return soft ? conjugate_gradients(x, h, start) : report;
  }

  // From x on, with the residual at hand.
  SolveReport conjugate_gradients(double* x, double h, double start) {
    constexpr int most = 60, patience = 6;
    constexpr double nothing = 1e-9, enough = 1e-13;
    constexpr double consistent = 1e-8, least = 1e-11;  // of what remains: a part of the start, or rounding of it
    double before = 0.0, best = std::numeric_limits<double>::infinity();
    int stalled = 0;
    SolveReport report;
    for (int iteration = 0;; ++iteration) {
      report = worst_of([&](std::size_t k) { return residual_[k] * h; });
      report.iterations = iteration;
      if (!report.converged || report.max_violation <= std::max(1e-3 * tolerance_, enough * start)) return report;
      stalled = report.max_violation < 0.5 * best ? 0 : stalled + 1;
      best = std::min(best, report.max_violation);
      if (iteration == most || stalled > patience) break;
      step_ = residual_;
      gram_.solve(step_.data());
      const double square = product(residual_, step_);
      if (!(square > 0.0)) break;
      const double share = iteration == 0 ? 0.0 : square / before;
      for (std::size_t k = 0; k < size(); ++k) direction_[k] = step_[k] + share * direction_[k];
      before = square;
      multiply(direction_, image_);
      const double curvature = product(direction_, image_);
      if (!(curvature > nothing * shifted(direction_))) break;  // a direction that A does not see
      for (std::size_t k = 0; k < size(); ++k) {
        x[k] += square / curvature * direction_[k];
        residual_[k] -= square / curvature * image_[k];
      }
    }
    const bool determined = report.max_violation <= std::max({tolerance_, consistent * start, least});
    return determined ? report : fail(report, SolveFailure::singular);
  }

  static double product(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
    return sum;
  }

  // S_k = c f_k^2, with the largest c that leaves epsilon S below epsilon times the diagonal of A; a row without a
  // gradient has neither and gets the mean of the others.
  void take_shift() {
    double c = std::numeric_limits<double>::infinity(), sum = 0.0;
    for (std::size_t k = 0; k < size(); ++k) {
      force_[k] = std::abs(block_.force_per_multiplier(k));
      const double diagonal = diagonal_of(k), square = force_[k] * force_[k];
      shift_[k] = square;
      sum += diagonal;
      if (diagonal > 0.0 && square > 0.0) c = std::min(c, diagonal / square);
    }
    const double mean = sum > 0.0 ? sum / static_cast<double>(size()) : 1.0;
    for (double& shift : shift_) shift = shift > 0.0 && std::isfinite(c) ? epsilon * c * shift : epsilon * mean;
    for (double& force : force_)
      if (!(force > 0.0)) force = 1.0;
  }

  double diagonal_of(std::size_t row) const {
    double sum = 0.0;
    for (std::size_t e = block_.particles_begin(row); e < block_.particles_end(row); ++e)
      sum += block_.weight(e) * dot(block_.gradient(e), block_.gradient(e));
    return sum;
  }

  // The smallest pivot ratio beyond those of the rows that depend on others anyway.
  void take_margin() {
    gram_.pivot_ratios(step_);
    image_ = step_;
    const auto at = image_.begin() + static_cast<std::ptrdiff_t>(std::min(dependent_, size() - 1));
    std::nth_element(image_.begin(), at, image_.end());
    margin_ = dependent_ < size() ? *at : 1.0;
    nearest_ = static_cast<std::size_t>(std::find(step_.begin(), step_.end(), *at) - step_.begin());
  }

  double shifted(const std::vector<double>& x) const {  // epsilon x^T S x
    double sum = 0.0;
    for (std::size_t k = 0; k < x.size(); ++k) sum += shift_[k] * x[k] * x[k];
    return sum;
  }

  // A x = F x - epsilon S x
  void multiply(const std::vector<double>& x, std::vector<double>& y) {
    gram_.multiply(x.data(), y.data());
    for (std::size_t k = 0; k < size(); ++k) y[k] -= shift_[k] * x[k];
  }

  // Where rows are redundant, accelerated only when needed: it adds up what rounding leaves in the null space.
  SolveReport iterate(Vec3* u, double h, double end_time) {
    constexpr double slow = 0.2;
    std::fill(lambda_.begin(), lambda_.end(), 0.0);
    iteration_.restart();
    SolveReport best{.converged = false, .max_violation = std::numeric_limits<double>::infinity()};
    double before = std::numeric_limits<double>::infinity();
    int stalled = 0, iteration = 0;
    for (;; ++iteration) {
      block_.moved_defects(u, h, end_time, x_.data());
      SolveReport report = worst_of([this](std::size_t k) { return x_[k]; });
      report.iterations = iteration;
      if (!report.converged && iteration == 0) return report;
      const bool better = report.converged && report.max_violation < 0.5 * best.max_violation;
      if (report.converged && report.max_violation < best.max_violation) {
        best = report;
        best_ = lambda_;
        for (std::size_t e = 0; e < best_u_.size(); ++e) best_u_[e] = u[block_.particle(e)];
      }
      stalled = better ? 0 : stalled + 1;
      const int patience = best.max_violation <= tolerance_ ? 1 : 8;
      if (stalled >= patience || iteration >= max_iterations_ || report.max_violation == 0.0 || !report.converged)
        break;
      correct(u, h, dependent_ == 0 || report.max_violation > slow * before);
      before = report.max_violation;
    }
    for (std::size_t e = 0; e < best_u_.size(); ++e) u[block_.particle(e)] = best_u_[e];
    lambda_ = best_;
    best.iterations = iteration;
    return best;
  }

  // Multipliers are in units of force here, so that rows of all kinds count alike.
  void correct(Vec3* u, double h, bool accelerated) {
    gram_.solve(x_.data());
    for (std::size_t k = 0; k < size(); ++k) step_[k] = x_[k] * force_[k] / h;
    iteration_.observe(lambda_, step_);
    if (accelerated) iteration_.accelerate(step_);
    for (std::size_t k = 0; k < size(); ++k) lambda_[k] += step_[k];
    subtract(step_, u);
  }

  void subtract(const std::vector<double>& forces, Vec3* from) {
    for (std::size_t k = 0; k < size(); ++k) x_[k] = forces[k] / force_[k];
    subtract_impulse(x_.data(), from);
  }

  // In a step that is short enough the constraints correct what the forces kicked, and bend the way a little. A larger
  // correction leads to another branch, or stops what cannot go on.
  bool is_small_correction(double way, double kick) {
    for (std::size_t k = 0; k < size(); ++k) x_[k] = lambda_[k] / force_[k];
    return is_small(way, kick);
  }
  // Whether the multipliers x_ correct velocities of this size, or what kicked them, instead of turning them.
  bool is_small(double velocity, double kick) {
    constexpr double of_kick = 4.0;
    return largest_impulse() <= std::max(small_part * velocity, of_kick * kick);
  }

  // x with the directions left out that epsilon outweighs.
  void solve_damped(double* x) {
    std::copy_n(x, size(), right_.begin());
    gram_.solve(x);
    for (int pass = 0; pass < 2; ++pass) {
      std::copy_n(x, size(), direction_.begin());
      multiply(direction_, image_);
      for (std::size_t k = 0; k < size(); ++k) step_[k] = right_[k] - image_[k];
      gram_.solve(step_.data());
      for (std::size_t k = 0; k < size(); ++k) x[k] += step_[k];
    }
  }

  double largest_impulse() {  // of the multipliers x_
    field_.clear();
    for (std::size_t k = 0; k < size(); ++k) field_.add(k, x_[k]);
    return field_.largest();
  }
  double largest_of(const Vec3* v) const {
    double square = 0.0;
    for (std::size_t e = 0; e < block_.particles_end(size() - 1); ++e) {
      const Vec3& here = v[block_.particle(e)];
      square = std::max(square, dot(here, here));
    }
    return std::sqrt(square);
  }

  Gram gram_;
  std::size_t dependent_;
  double margin_ = 1.0;
  std::size_t nearest_ = 0;  // the row with that pivot
  ImpulseField field_;
  AcceleratedIteration iteration_;
  std::vector<Vec3> best_u_;  // of the particle of each entry
  std::vector<double> shift_, force_, lambda_, best_, step_, right_, residual_, direction_, image_;
};

}  // namespace

std::unique_ptr<Solver> make_semidefinite_solver(const Model& model, const Component& component,
                                                 const SolverOptions& options) {
  return std::make_unique<SemidefiniteSolver>(model, component, options);
}

}  // namespace taut
