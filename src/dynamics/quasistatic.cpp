#include "dynamics/quasistatic.hpp"

#include <algorithm>

#include "base/packed.hpp"

namespace taut {

Quasistatic::Quasistatic(const Model& model, const ForceField& forces, const Plan& plan)
    : Motion(model, forces, plan, one_thread), equilibrium_(model, forces, plan, stepper_) {}

StageReport Quasistatic::stage(State& state, double t, double h) {
  foresee(state, t, h);
  StageReport report;
  report.position = stepper_.project_positions(end_);
  if (report.ok()) report = equilibrium_.find(end_);
  if (report.ok()) report.velocity = take_velocities(state, h, end_);
  if (report.ok()) std::swap(state, end_);
  return report;
}

// A first guess: on along the velocity, which is tangent to the constraints.
void Quasistatic::foresee(const State& state, double t, double h) {
  end_ = state;
  end_.time = t;
  compensated_step(3 * state.position.size(), h, flat(state.velocity), flat(state.position), flat(state.position_low),
                   flat(end_.position), flat(end_.position_low));
  for (const DrivenPath& path : model_.driven()) {
    end_.position[path.particle] = driven_.position(path, t);
    end_.position_low[path.particle] = {};
  }
}

StageReport Quasistatic::begin(State& state, double h) {
  StageReport report = equilibrium_.find(state);
  if (report.ok()) report.velocity = take_velocities(state, h, state);
  return report;
}

SolveReport Quasistatic::take_velocities(const State& before, double h, State& state) {
  for (std::size_t i = 0; i < state.velocity.size(); ++i)
    state.velocity[i] = (1.0 / h) * (state.position[i] - before.position[i]);
  std::fill(state.velocity_low.begin(), state.velocity_low.end(), Vec3{});
  for (const DrivenPath& path : model_.driven()) state.velocity[path.particle] = driven_.velocity(path, state.time);
  return stepper_.project_velocities(state, h);
}

// A lambda = B W f: at an equilibrium B^T lambda = f, whatever W
SolveReport Quasistatic::constraint_forces(const State& state, double h, std::span<double> forces) {
  const auto right = [this](const Solver& solver, double* x) {
    solver.apply_jacobian(stepper_.acceleration().data(), x);
  };
  const SolveReport report = stepper_.constraints().constraint_forces(h, forces, right);
  share(state, forces);
  return report;
}

}  // namespace taut
