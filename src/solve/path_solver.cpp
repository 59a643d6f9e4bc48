// RATTLE on a path of n rods, particles 0..n, rod k from particle k to k+1 [bailey2008, andersen1983].
//
//   b_k = r_{k+1} - r_k                      gradient of sigma_k with respect to r_{k+1}, and minus that to r_k
//   A_kk = (w_k + w_{k+1}) b_k.b_k,  A_{k,k-1} = -w_k b_{k-1}.b_k          symmetric tridiagonal
//   A = L D L^T:  l_k = A_{k,k-1} / D_{k-1},  D_k = A_kk - l_k A_{k,k-1}
//
// Positions: with d_k = h (u_{k+1} - u_k) the defect after the drift is, without cancellation,
//   sigma_k = sigma_k(r) + b_k.d_k + d_k.d_k / 2.
// Quasi-Newton solves A x = sigma / h with the factor that the last velocity projection used; where that is slow
// (a bond turns far in one step) Newton's unsymmetric matrix B(r + h u) W B(r)^T takes over, and from far off after the
// first correction.
#include "solve/path_solver.hpp"

#include <cmath>
#include <limits>

#include "base/exact.hpp"
#include "solve/limits.hpp"

namespace taut {
namespace {

// Particles that follow one another in memory need no index.
struct Consecutive {
  std::size_t first;
  std::size_t operator()(std::size_t k) const { return first + k; }
};
struct Listed {
  const std::int32_t* particle;
  std::size_t operator()(std::size_t k) const { return static_cast<std::size_t>(particle[k]); }
};

struct Rod {
  Vec3 b;        // at the configuration
  double sigma;  // its defect there
  double off;    // l_k, coupling to the rod before, over that rod's pivot
  double inverse_pivot;
  double inverse_square;    // 1 / l^2
  double inverse_diagonal;  // of A, on the constraint
};

struct NewtonRow {
  double upper;  // entry above the pivot, over the pivot before
  double inverse_pivot;
};

template <class Particles>
class ScalarPath final : public PathSolver {
 public:
  ScalarPath(const Model& model, const Component& component, const SolverOptions& options, Particles particles,
             std::vector<std::int32_t> listed)
      : PathSolver(component.rows),
        listed_(std::move(listed)),
        at_(particles),
        n_(component.rows.size()),
        tolerance_(component.tolerance),
        max_iterations_(options.max_iterations > 0 ? options.max_iterations : 50),
        rods_(n_ + 1, Rod{}),
        defects_(n_),
        lengths_(n_),
        weights_(n_ + 1),
        x_(n_ + 1, 0.0),
        newton_(n_ + 1, NewtonRow{}) {
    if constexpr (std::is_same_v<Particles, Listed>) at_.particle = listed_.data();
    for (std::size_t k = 0; k <= n_; ++k) weights_[k] = model.inverse_masses()[at_(k)];
    for (std::size_t k = 0; k < n_; ++k) {
      const Row& row = model.rows()[static_cast<std::size_t>(rows_[k])];
      lengths_[k] = model.distances()[static_cast<std::size_t>(row.index)].length;
      defects_[k] = LengthDefect(lengths_[k]);
      rods_[k].inverse_square = 1.0 / (lengths_[k] * lengths_[k]);
      rods_[k].inverse_diagonal = rods_[k].inverse_square / (weights_[k] + weights_[k + 1]);
    }
    history_.resize(n_);
  }

  SolveReport linearise(const Configuration& c) override {
    Elimination so_far;
    for (std::size_t k = 0; k < n_; ++k) take_rod(k, c, so_far);
    return report_of(so_far);
  }

  SolveReport take(std::span<const Vec3> rods, std::span<const double> defects) override {
    Elimination so_far;
    for (std::size_t k = 0; k < n_; ++k) {
      rods_[k].b = rods[k];
      rods_[k].sigma = defects[k];
      eliminate(k, so_far);
    }
    return report_of(so_far);
  }

  // Both in one pass: the forward substitution follows the factor rod by rod.
  SolveReport project_velocities(const Configuration& c, const Vec3* v, Vec3* dv, double /*h*/) override {
    Elimination so_far;
    double y = 0.0;
    for (std::size_t k = 0; k < n_; ++k) {
      const Rod& rod = take_rod(k, c, so_far);
      x_[k] = y = dot(rod.b, v[at_(k + 1)] - v[at_(k)]) - rod.off * y;
    }
    if (SolveReport report = report_of(so_far); !report.converged) return report;
    const auto multiplier = [this](std::size_t k, double next) {
      return x_[k] * rods_[k].inverse_pivot - rods_[k + 1].off * next;
    };
    backward(multiplier, [dv](std::size_t i, const Vec3& impulse) { dv[i] -= impulse; });
    return {};
  }

  SolveReport solve_positions(Vec3* u, Vec3* dv, double h, double end_time) override {
    const bool far = ahead() == Ahead::far;
    double* lambda = history_.predict(end_time - 0.5 * h, h);
    subtract_impulse(lambda, u);
    SolveReport report;
    double before = std::numeric_limits<double>::infinity();
    bool newton = false;
    for (;;) {
      const Residual residual = forward(u, h);
      report.max_violation = residual.violation;
      if (!std::isfinite(residual.y)) return not_converged(report, u, h);
      if (residual.violation <= tolerance_ && report.iterations > 0) {  // a guess is corrected at least once
        if (is_suspicious(residual.turn, margin_) && !is_right_root(u, h, residual.turn))
          return turned_too_far(report, u, h);
        subtract_impulse(lambda, dv);
        history_.keep();
        return report;
      }
      if (report.iterations >= max_iterations_) return not_converged(report, u, h);
      newton = newton || (far && report.iterations > 0) || residual.violation > fast_enough * before;
      before = residual.violation;
      ++report.iterations;
      correct(u, h, lambda, newton);
    }
  }

  SolveReport solve_velocities(const Vec3* v, Vec3* dv, double h) override {
    apply_jacobian(v, x_.data());
    const SolveReport report = solve(x_.data(), h);
    subtract_impulse(x_.data(), dv);
    return report;
  }

  double margin() const override { return margin_; }
  void apply_jacobian(const Vec3* x, double* out) const override {
    for (std::size_t k = 0; k < n_; ++k) out[k] = dot(rods_[k].b, x[at_(k + 1)] - x[at_(k)]);
  }
  void add_time_derivative(double* /*out*/) const override {}
  void add_acceleration_terms(const Vec3* v, double* out) override {
    for (std::size_t k = 0; k < n_; ++k) {
      const Vec3 relative = v[at_(k + 1)] - v[at_(k)];
      out[k] += dot(relative, relative);
    }
  }
  SolveReport solve(double* x, double /*h*/) override {
    for (std::size_t k = 1; k < n_; ++k) x[k] -= rods_[k].off * x[k - 1];
    double next = 0.0;
    for (std::size_t k = n_; k-- > 0;) x[k] = next = x[k] * rods_[k].inverse_pivot - rods_[k + 1].off * next;
    return {};
  }
  void subtract_impulse(const double* x, Vec3* dv) const override {
    Vec3 pull{};  // of the rod before
    for (std::size_t k = 0; k < n_; ++k) {
      const Vec3 here = x[k] * rods_[k].b;
      dv[at_(k)] += weights_[k] * (here - pull);
      pull = here;
    }
    dv[at_(n_)] -= weights_[n_] * pull;
  }
  double defect(std::size_t row) const override { return rods_[row].sigma; }
  double velocity_measure(std::size_t row) const override { return rods_[row].inverse_square; }
  double force_per_multiplier(std::size_t row) const override { return lengths_[row]; }

 private:
  // What the factorisation carries from rod to rod.
  struct Elimination {
    Vec3 b{};
    double inverse_pivot = 0.0;
    double margin = 1.0;  // the smallest pivot over its diagonal entry
  };

  const Rod& take_rod(std::size_t k, const Configuration& c, Elimination& before) {
    Rod& rod = rods_[k];
    const std::size_t i = at_(k), j = at_(k + 1);
    const ExactVector b = exact_difference(c.position[j], c.position_low[j], c.position[i], c.position_low[i]);
    rod.b = b.high;
    rod.sigma = defects_[k](b);
    return eliminate(k, before);
  }
  const Rod& eliminate(std::size_t k, Elimination& before) {
    Rod& rod = rods_[k];
    const double diagonal = (weights_[k] + weights_[k + 1]) * dot(rod.b, rod.b);
    const double coupling = -weights_[k] * dot(before.b, rod.b);
    rod.off = coupling * before.inverse_pivot;
    const double pivot = diagonal - coupling * rod.off;
    rod.inverse_pivot = before.inverse_pivot = 1.0 / pivot;
    before.margin = std::min(before.margin, pivot * rod.inverse_diagonal);
    before.b = rod.b;
    return rod;
  }

  SolveReport report_of(const Elimination& done) {
    SolveReport report;
    margin_ = done.margin;
    if (!(done.margin > smallest_pivot) || !std::isfinite(done.inverse_pivot)) report_singular(report);
    return report;
  }

  // What the forward pass carries from rod to rod.
  struct Residual {
    double violation = 0.0;  // the largest so far
    double turn = 0.0;       // the smallest b.d / l^2: how far the rods turned
    double y = 0.0;          // of L y = sigma; it carries any NaN to the end
  };

  Vec3 displacement(const Vec3* u, double h, std::size_t k) const { return h * (u[at_(k + 1)] - u[at_(k)]); }

  // The defect of rod k after the drift, and its line of the forward substitution L y = sigma.
  void take_residual(std::size_t k, const Vec3* u, double h, Residual& so_far) {
    const Rod& rod = rods_[k];
    const Vec3 d = displacement(u, h, k);
    const double along = dot(rod.b, d);
    const double sigma = rod.sigma + (along + 0.5 * dot(d, d));
    so_far.violation = std::max(so_far.violation, std::abs(sigma) * rod.inverse_square);
    so_far.turn = std::min(so_far.turn, along * rod.inverse_square);
    x_[k] = so_far.y = sigma - rod.off * so_far.y;
  }

  Residual forward(const Vec3* u, double h) {
    Residual residual;
    for (std::size_t k = 0; k < n_; ++k) take_residual(k, u, h, residual);
    return residual;
  }

  // Forward elimination of Newton's matrix: rows b'_k = b_k + d_k against columns b_k. Leaves the right-hand side in
  // x_, the pivots and the upper factor in newton_. Returns whether all pivots are positive.
  [[gnu::noinline]] bool newton_forward(const Vec3* u, double h) {
    double y = 0.0, inverse = 0.0, smallest = 1.0;
    Vec3 before{};
    for (std::size_t k = 0; k < n_; ++k) {
      const Rod& rod = rods_[k];
      const Vec3 d = displacement(u, h, k);
      const Vec3 now = rod.b + d;
      const double sigma = rod.sigma + (dot(rod.b, d) + 0.5 * dot(d, d));
      const double lower = k == 0 ? 0.0 : (-weights_[k] * dot(now, rods_[k - 1].b)) * inverse;
      const double above = -weights_[k] * dot(before, rod.b);
      const double pivot = (weights_[k] + weights_[k + 1]) * dot(now, rod.b) - above * lower;
      newton_[k].upper = above * inverse;
      newton_[k].inverse_pivot = inverse = 1.0 / pivot;
      smallest = std::min(smallest, pivot);
      x_[k] = y = sigma - lower * y;
      before = now;
    }
    return smallest > 0.0;
  }

  bool is_right_root(const Vec3* u, double h, double turn) { return turn > largest_turn && newton_forward(u, h); }

  // Back substitution with multiplier(k, that of rod k + 1), whose impulses act(particle, impulse) at once.
  template <class Multiplier, class Act>
  void backward(Multiplier&& multiplier, Act&& act) {
    double next = 0.0;
    Vec3 pull{};  // of the rod after
    const Rod* rods = rods_.data();
    const double* w = weights_.data();
    const Particles at = at_;
    for (std::size_t k = n_; k-- > 0;) {
      next = multiplier(k, next);
      const Vec3 here = next * rods[k].b;
      act(at(k + 1), w[k + 1] * (here - pull));
      pull = here;
    }
    act(at(0), -w[0] * pull);
  }

  void correct(Vec3* u, double h, double* lambda, bool newton) {
    const double scale = 1.0 / h;
    const auto act = [=](std::size_t i, const Vec3& impulse) { u[i] -= impulse; };
    const auto quasi_step = [=, y = x_.data(), rods = rods_.data()](std::size_t k, double next) {
      const double x = y[k] * (scale * rods[k].inverse_pivot) - rods[k + 1].off * next;
      lambda[k] += x;
      return x;
    };
    const auto newton_step = [=, y = x_.data(), matrix = newton_.data()](std::size_t k, double next) {
      const double x = y[k] * (scale * matrix[k].inverse_pivot) - matrix[k + 1].upper * next;
      lambda[k] += x;
      return x;
    };
    if (!newton) return backward(quasi_step, act);
    newton_forward(u, h);
    backward(newton_step, act);
  }

  [[gnu::noinline]] SolveReport turned_too_far(SolveReport report, const Vec3* u, double h) const {
    report.converged = false;
    report.failure = SolveFailure::turned_too_far;
    double furthest = 0.0;
    for (std::size_t k = 0; k < n_; ++k) {
      const double turn = dot(rods_[k].b, displacement(u, h, k)) * rods_[k].inverse_square;
      if (turn < furthest) furthest = turn, report.worst_row = rows_[k];
    }
    return report;
  }

  [[gnu::noinline]] SolveReport not_converged(SolveReport report, const Vec3* u, double h) const {
    report.converged = false;
    report.failure = SolveFailure::not_converged;
    double worst = -1.0;
    for (std::size_t k = 0; k < n_; ++k) {
      const Vec3 d = displacement(u, h, k);
      const double violation =
          std::abs(rods_[k].sigma + (dot(rods_[k].b, d) + 0.5 * dot(d, d))) * rods_[k].inverse_square;
      if (violation <= worst) continue;
      worst = violation;
      report.worst_row = rows_[k];
      if (std::isfinite(violation)) continue;
      report.failure = SolveFailure::not_finite;
      break;
    }
    return report;
  }

  [[gnu::noinline]] void report_singular(SolveReport& report) const {
    report.converged = false;
    report.failure = SolveFailure::singular;
    for (std::size_t k = 0; k < n_; ++k) {
      const double diagonal = (weights_[k] + weights_[k + 1]) * dot(rods_[k].b, rods_[k].b);
      report.worst_row = rows_[k];
      if (!std::isfinite(diagonal)) report.failure = SolveFailure::not_finite;
      if (!(1.0 / rods_[k].inverse_pivot > smallest_pivot * diagonal)) return;
    }
  }

  std::vector<std::int32_t> listed_;
  Particles at_;
  std::size_t n_;
  double tolerance_;
  int max_iterations_;
  double margin_ = 1.0;    // the smallest pivot over its diagonal entry, at the configuration
  std::vector<Rod> rods_;  // one more than there are, zero, so that the last needs no exception
  std::vector<LengthDefect> defects_;
  std::vector<double> lengths_, weights_, x_;
  std::vector<NewtonRow> newton_;  // one more, zero
};

}  // namespace

std::unique_ptr<PathSolver> make_path_solver(const Model& model, const Component& component,
                                             const SolverOptions& options) {
  const std::vector<std::int32_t>& p = component.particles;
  bool consecutive = true;
  for (std::size_t k = 1; k < p.size(); ++k) consecutive = consecutive && p[k] == p[k - 1] + 1;
  if (consecutive)
    return std::make_unique<ScalarPath<Consecutive>>(
        model, component, options, Consecutive{static_cast<std::size_t>(p.front())}, std::vector<std::int32_t>{});
  return std::make_unique<ScalarPath<Listed>>(model, component, options, Listed{nullptr}, p);
}

}  // namespace taut
