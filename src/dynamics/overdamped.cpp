#include "dynamics/overdamped.hpp"

#include "base/packed.hpp"

namespace taut {

Overdamped::Overdamped(const Model& model, const ForceField& forces, const Plan& plan, const IntegratorOptions& options)
    : Overdamped(std::make_unique<const Model>(model.with_masses(forces.drags())), forces, plan, options) {}

Overdamped::Overdamped(std::unique_ptr<const Model> drags, const ForceField& forces, const Plan& plan,
                       const IntegratorOptions& options)
    : Motion(*drags, forces, plan, one_thread),
      drags_(std::move(drags)),
      order_(integrator_order(options)),
      u_(static_cast<std::size_t>(model_.size())),
      ignored_(u_),
      middle_(initial_state(model_)),
      end_(middle_) {}

StageReport Overdamped::stage(State& state, double t, double h) {
  StageReport report;
  if (order_ == 1) {
    move(state, state, t, h, end_, report);
  } else {
    move(state, state, t - 0.5 * h, 0.5 * h, middle_, report);
    if (report.ok()) move(state, middle_, t, h, end_, report);
  }
  if (!report.ok() || lacks_force(report)) return report;
  report.velocity = take_velocities(end_, h);
  if (report.ok()) std::swap(state, end_);
  return report;
}

// to = from + h W (f - B^T lambda), sigma(to) = 0, with f and B where the stepper is prepared; prepares it for `to`.
void Overdamped::move(const State& from, const State& at, double t, double h, State& to, StageReport& report) {
  if (lacks_force(report)) return;
  const auto away = [&](std::size_t i) {
    return (from.position[i] - at.position[i]) + (from.position_low[i] - at.position_low[i]);
  };
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] = stepper_.acceleration()[i] + (1.0 / h) * away(i);
  for (const DrivenPath& path : model_.driven())
    u_[path.particle] = (1.0 / h) * (driven_.position(path, t) - at.position[path.particle]);
  stepper_.constraints().forget();
  report.position = stepper_.constraints().solve_positions(u_.data(), ignored_.data(), h, t);
  if (!report.ok()) return;
  to = at;
  to.time = t;
  compensated_step(3 * u_.size(), h, flat(u_), flat(at.position), flat(at.position_low), flat(to.position),
                   flat(to.position_low));
  report.velocity = stepper_.prepare(to);
}

// Where the stepper is prepared.
bool Overdamped::lacks_force(StageReport& report) {
  report.particle = first_not_finite(stepper_.acceleration());
  if (report.particle < 0) return false;
  report.velocity = {.converged = false, .failure = SolveFailure::not_finite};
  return true;
}

StageReport Overdamped::begin(State& state, double h) {
  StageReport report;
  report.velocity = take_velocities(state, h);
  return report;
}

SolveReport Overdamped::take_velocities(State& state, double h) {
  take_free_velocities(state);
  state.velocity = u_;
  std::fill(state.velocity_low.begin(), state.velocity_low.end(), Vec3{});
  return stepper_.constraints().solve_velocities(u_.data(), state.velocity.data(), h);
}

// W f, and the velocities of driven particles.
void Overdamped::take_free_velocities(const State& state) {
  u_ = stepper_.acceleration();
  for (const DrivenPath& path : model_.driven()) u_[path.particle] = driven_.velocity(path, state.time);
}

// A lambda = B W f + dsigma/dt
SolveReport Overdamped::constraint_forces(const State& state, double h, std::span<double> forces) {
  take_free_velocities(state);
  const SolveReport report =
      stepper_.constraints().constraint_forces(h, forces, [this](const Solver& solver, double* x) {
        solver.apply_jacobian(u_.data(), x);
        solver.add_time_derivative(x);
      });
  share(state, forces);
  return report;
}

}  // namespace taut
