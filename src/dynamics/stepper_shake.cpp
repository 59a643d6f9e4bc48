// SHAKE, the same map as RATTLE in positions only: the velocity at the half step, (r' − r)/h, is carried from step to
// step, and v' = P(r')((r' − r)/h + (h/2) W f(r')) is recovered from it. The first step starts from v.
#include "dynamics/stepper.hpp"

namespace taut {

StageReport Stepper::shake(State& state, double t, double h) {
  StageReport report;
  const Block& all = blocks_.all();
  const bool first = half_step_ != h;
  if (first) half_ = state.velocity, half_low_ = state.velocity_low;
  half_step_ = 0.0;
  evaluate_driven(t, report);
  if (!report.ok()) return report;
  start_kick(all, acceleration_, half_, first ? 0.5 * h : h);
  if (turned_) constrain_kick(half_, h, report);
  lead_driven(all, state, h);
  report.position = constraints_.solve_positions(u_.data(), dv_.data(), h, t);
  if (!report.ok()) return report;
  drift(all, state, h);
  add_to_moving(dv_, half_, half_low_);
  accelerate(t, report);
  if (!report.ok()) return report;
  start_kick(all, acceleration_there(), half_, 0.5 * h);
  take_driven_velocities(all);
  report.velocity = constraints_.project_velocities(there(t), u_.data(), dv_.data(), h);
  if (!report.ok()) return report;
  take_velocity(all, half_, half_low_);
  commit(state);
  half_step_ = h;
  return report;
}

void Stepper::forget() {
  constraints_.forget();
  half_step_ = 0.0;
}

std::vector<double> Stepper::memory() const {
  std::vector<double> memory = {half_step_};
  if (half_step_ != 0.0)
    for (const std::vector<Vec3>* array : {&half_, &half_low_})
      for (const Vec3& v : *array) memory.insert(memory.end(), {v.x, v.y, v.z});
  const std::vector<double> multipliers = constraints_.memory();
  memory.insert(memory.end(), multipliers.begin(), multipliers.end());
  return memory;
}

bool Stepper::restore(std::span<const double> memory) {
  if (memory.empty()) return false;
  half_step_ = memory[0];
  memory = memory.subspan(1);
  if (half_step_ != 0.0) {
    if (memory.size() < 6 * half_.size()) return false;
    for (std::vector<Vec3>* array : {&half_, &half_low_})
      for (Vec3& v : *array) {
        v = {memory[0], memory[1], memory[2]};
        memory = memory.subspan(3);
      }
  }
  return constraints_.restore(memory);
}

}  // namespace taut
