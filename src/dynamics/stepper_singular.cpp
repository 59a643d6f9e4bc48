// Stages that begin at, end at or lead across a configuration where the constraints are singular.
#include <algorithm>

#include "base/largest_norm.hpp"
#include "dynamics/stepper.hpp"

namespace taut {

StageReport Stepper::pass(State& state, double t, double h) {
  StageReport report;
  if (joints_) {  // whose inertia has no meaning there
    report.position = singular_here();
    return report;
  }
  const Block& all = blocks_.all();
  half_step_ = 0.0;
  evaluate_driven(t, report);
  if (!report.ok()) return report;
  damp(state, 0.5 * h);
  begin_kick(all, state, 0.5 * h);
  lead_driven(all, state, h);
  report.position = constrain_ahead(state, t, h);
  if (!report.ok()) return report;
  drift(all, state, h);
  accelerate(t, report);
  if (!report.ok()) return report;
  if (damped_) {
    second_half_damped(state, t, h, report);
    note_singular(report.velocity);
  } else {
    end_kick(all, state.velocity, 0.5 * h);
    report.velocity = project_any(there(t), h);
    take_velocity(all, state.velocity, state.velocity_low);
  }
  if (report.ok()) commit(state);
  return report;
}

// The impulse of the positions with the gradient at r*, beyond the configuration that has none. It is not symmetric in
// time, but this is one short stage. Two branches may meet there: the motion goes on along its own when the impulse is
// small, as that of a short stage is; a large one means that the constraints stop the motion.
SolveReport Stepper::constrain_ahead(const State& state, double t, double h) {
  constexpr double largest_impulse = 0.1;  // of the speed
  for (std::size_t i = 0; i < u_.size(); ++i) position_[i] = state.position[i] + h * u_[i];
  position_low_ = state.position_low;
  SolveReport report = constraints_.linearise(there(t));
  if (!report.converged) return report;
  constraints_.forget();
  std::fill(undamped_.begin(), undamped_.end(), Vec3{});
  report = constraints_.solve_positions(undamped_.data(), dv_.data(), h, t);
  if (report.converged && largest_norm(undamped_) > largest_impulse * largest_norm(u_)) {
    report.converged = false;
    report.failure = SolveFailure::singular;
  }
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] += undamped_[i];
  return report;
}

// v' = v* − W B(r')ᵀ μ, at configurations with no unique μ as well
SolveReport Stepper::project_any(const Configuration& at, double h) {
  undamped_ = dv_;
  const SolveReport report = constraints_.project_velocities(at, u_.data(), dv_.data(), h);
  note_singular(report);
  if (singular_row_ < 0) return report;
  if (!singular_projection_) singular_projection_.emplace(model_, plan_);
  dv_ = undamped_;
  singular_projection_->project(at, u_.data(), dv_.data());
  return {};
}

}  // namespace taut
