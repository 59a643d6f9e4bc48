#include "dynamics/closed_form.hpp"

#include <cmath>
#include <span>

#include "base/packed.hpp"

namespace taut {
namespace {

// sum_j weights_j of[j][i]
Vec3 weighted_sum(std::span<const double> weights, const std::vector<std::vector<Vec3>>& of, std::size_t i) {
  Vec3 sum{};
  for (std::size_t j = 0; j < weights.size(); ++j)
    if (weights[j] != 0.0) sum += weights[j] * of[j][i];
  return sum;
}

// x + dx, kept to twice the precision
void add(const Vec3& dx, Vec3& x, Vec3& low) { compensated_add(3, &dx.x, &x.x, &low.x); }

}  // namespace

ClosedForm::ClosedForm(const Model& model, const ForceField& forces, const Plan& plan, const IntegratorOptions& options)
    : Motion(model, forces, plan, one_thread),
      method_(runge_kutta(integrator_order(options))),
      stabilisation_(options.stabilisation),
      rate_(options.stabilisation == Stabilisation::baumgarte ? baumgarte_rate(options) : 0.0),
      rate_of_row_(static_cast<std::size_t>(model.row_count())),
      off_(rate_of_row_),
      leaving_(rate_of_row_) {
  const std::vector<Vec3> zeros(static_cast<std::size_t>(model.size()));
  velocity_.assign(method_.stages(), zeros);
  acceleration_ = velocity_;
  position_ = nothing_ = zeros;
  end_ = initial_state(model);
}

StageReport ClosedForm::stage(State& state, double t, double h) {
  StageReport report;
  for (std::size_t stage = 0; stage < method_.stages() && report.ok(); ++stage)
    evaluate(stage, state, t - h, h, report);
  if (!report.ok()) return report;
  combine(state, t, h);
  settle(h, report);
  if (report.ok()) std::swap(state, end_);
  return report;
}

// The derivative at Y_i; the first is the state itself, for which the stepper is prepared.
void ClosedForm::evaluate(std::size_t stage, const State& state, double begin, double h, StageReport& report) {
  const double t = begin + method_.nodes[stage] * h;
  std::vector<Vec3>& a = acceleration_[stage];
  take_place(stage, state, t, h);
  free_.take(position_.data(), velocity_[stage].data(), t, a);
  report.particle = first_not_finite(a);
  if (report.particle >= 0)
    report.velocity = {.converged = false, .failure = SolveFailure::not_finite};
  else if (stage > 0)
    include(report.velocity, stepper_.constraints().linearise({position_.data(), nothing_.data(), t}));
  if (report.ok()) include(report.velocity, constrain(stage, h));
}

// Y_i = y + h sum_j a_ij (v, r'')_j
void ClosedForm::take_place(std::size_t stage, const State& state, double t, double h) {
  const std::span<const double> row = stage > 0 ? method_.row(stage) : std::span<const double>{};
  for (std::size_t i = 0; i < position_.size(); ++i) {
    position_[i] = state.position[i] + (state.position_low[i] + h * weighted_sum(row, velocity_, i));
    velocity_[stage][i] = state.velocity[i] + (state.velocity_low[i] + h * weighted_sum(row, acceleration_, i));
  }
  for (const DrivenPath& path : model_.driven()) {
    position_[path.particle] = driven_.position(path, t);
    velocity_[stage][path.particle] = driven_.velocity(path, t);
  }
}

// r'' -= W B^T lambda
SolveReport ClosedForm::constrain(std::size_t stage, double h) {
  const Vec3* v = velocity_[stage].data();
  Vec3* a = acceleration_[stage].data();
  return stepper_.constraints().subtract_impulses(h, a, [&](Solver& solver, double* x) {
    solver.apply_jacobian(a, x);
    solver.add_acceleration_terms(v, x);
    if (rate_ == 0.0) return;
    if (stage == 0) look_at_violations(solver, v);
    for (std::size_t k = 0; k < solver.rows().size(); ++k)
      x[k] -= wanted_acceleration(static_cast<std::size_t>(solver.rows()[k]), method_.nodes[stage] * h);
  });
}

void ClosedForm::look_at_violations(const Solver& solver, const Vec3* v) {
  solver.apply_jacobian(v, rate_of_row_.data());
  solver.add_time_derivative(rate_of_row_.data());
  for (std::size_t k = 0; k < solver.rows().size(); ++k) {
    const auto row = static_cast<std::size_t>(solver.rows()[k]);
    off_[row] = solver.defect(k);
    leaving_[row] = rate_of_row_[k] + rate_ * off_[row];
  }
}

// sigma = (sigma_0 + (sigma'_0 + a sigma_0) t) exp(-a t), twice differentiated.
double ClosedForm::wanted_acceleration(std::size_t row, double time) const {
  const double along = rate_ * (off_[row] + leaving_[row] * time) - 2.0 * leaving_[row];
  return rate_ * along * std::exp(-rate_ * time);
}

// y' = y + h sum_i b_i (v, r'')_i
void ClosedForm::combine(const State& state, double t, double h) {
  end_ = state;
  end_.time = t;
  for (std::size_t i = 0; i < position_.size(); ++i) {
    if (model_.inverse_masses()[i] == 0.0) continue;
    add(h * weighted_sum(method_.weights, velocity_, i), end_.position[i], end_.position_low[i]);
    add(h * weighted_sum(method_.weights, acceleration_, i), end_.velocity[i], end_.velocity_low[i]);
  }
  for (const DrivenPath& path : model_.driven()) {
    end_.position[path.particle] = driven_.position(path, t);
    end_.velocity[path.particle] = driven_.velocity(path, t);
  }
}

// The step's end, on the constraints where that is asked for, and the stepper prepared for it.
void ClosedForm::settle(double h, StageReport& report) {
  const bool projected = stabilisation_ == Stabilisation::projection;
  if (projected) report.position = stepper_.project_positions(end_);
  if (!report.ok()) return;
  include(report.velocity, stepper_.prepare(end_));
  if (projected && report.ok()) include(report.velocity, stepper_.project_velocities(end_, h));
}

}  // namespace taut
