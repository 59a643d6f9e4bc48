// Stages of systems with torques on their joints, for all blocks at once: torques reach from block to block.
#include <algorithm>

#include "dynamics/stepper.hpp"

namespace taut {

// The kick is brought onto the constraints before the positions are: the particles of a joint may be light, and the
// kick of a torque on them alone farther than solvers reach.
StageReport Stepper::rattle_with_torques(State& state, double t, double h) {
  StageReport report;
  const Block& all = blocks_.all();
  evaluate_driven(t, report);
  if (!report.ok()) return report;
  damp(state, 0.5 * h);
  begin_kick(all, state, 0.5 * h);
  constrain_kick(state.velocity, h, report);
  const Configuration here{state.position.data(), state.position_low.data(), prepared_for_};
  if (report.ok()) let_joints_turn(here, acceleration_, 0.5 * h, report);
  if (!report.ok()) return report;
  lead_driven(all, state, h);
  report.position = constraints_.solve_positions(u_.data(), dv_.data(), h, t);
  if (!report.ok()) return report;
  drift(all, state, h);
  accelerate(t, report);
  if (report.ok()) project_turning(state, t, h, report);
  if (report.ok()) commit(state);
  return report;
}

// dv -= W B(r)^T x with B dv = 0: what the impulse of the positions would take back. What is left for that is small,
// and zero a better guess than the past, whose errors throw light particles about.
void Stepper::constrain_kick(const std::vector<Vec3>& v, double h, StageReport& report) {
  undamped_ = dv_;
  include(report.velocity, constraints_.subtract_impulses(h, dv_.data(), [&](const Solver& solver, double* x) {
    solver.apply_jacobian(undamped_.data(), x);
  }));
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] = v[i] + dv_[i];
  constraints_.forget();
}

// Torques that depend on rates, over a time that the kick of the other forces has led to the end of.
void Stepper::let_joints_turn(const Configuration& at, const std::vector<Vec3>& acceleration, double h,
                              StageReport& report) {
  if (!joints_) return;
  if (!joints_taken_) include(report.velocity, joints_->take(at, constraints_));
  joints_taken_ = true;
  if (report.ok()) joints_->flow(acceleration, h, u_, dv_, report);
}

// The second half, the adjoint of the first: v* is brought onto the constraints before the joints turn, and once more
// for the round-off of light particles.
void Stepper::project_turning(const State& state, double t, double h, StageReport& report) {
  const auto onto_constraints = [&] {
    std::fill(undamped_.begin(), undamped_.end(), Vec3{});
    report.velocity = constraints_.solve_velocities(u_.data(), undamped_.data(), h);
    for (std::size_t i = 0; i < u_.size(); ++i) {
      u_[i] += undamped_[i];
      dv_[i] += undamped_[i];
    }
  };
  end_kick(blocks_.all(), state.velocity, 0.5 * h);
  report.velocity = constraints_.linearise(there(t));
  joints_taken_ = false;
  if (report.ok()) onto_constraints();
  if (report.ok()) let_joints_turn(there(t), acceleration_there(), 0.5 * h, report);
  if (report.ok() && damped_) report.velocity = project_damped(state, h);
  if (report.ok() && !damped_) onto_constraints();
  take_velocity(blocks_.all(), state.velocity, state.velocity_low);
}

}  // namespace taut
