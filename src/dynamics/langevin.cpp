#include "dynamics/langevin.hpp"

#include <cmath>

#include "base/elementary.hpp"

namespace taut {
namespace {

// Whether particles of a component that move have different rates.
bool is_uneven(const Model& model, const Component& component, const std::vector<double>& rate) {
  double first = -1.0;
  for (const std::int32_t p : component.particles) {
    const auto i = static_cast<std::size_t>(p);
    if (model.inverse_masses()[i] == 0.0) continue;
    if (first < 0.0) first = rate[i];
    if (rate[i] != first) return true;
  }
  return false;
}

}  // namespace

Langevin::Langevin(const Model& model, const ForceField& forces, const Plan& plan, const IntegratorOptions& options)
    : Motion(model, forces, plan, options.threads),
      temperature_(options.temperature),
      substeps_(integrator_substeps(options)),
      noise_(model, options.seed),
      move_(model, plan, stepper_),
      force_(model, forces, plan, options.temperature, stepper_.force_workspace()),
      rate_(forces.drags()),
      decay_(rate_.size()),
      deviation_(rate_.size()),
      noise_vectors_(rate_.size()),
      tangent_(rate_.size()),
      end_(initial_state(model)) {
  for (std::size_t i = 0; i < rate_.size(); ++i) {
    rate_[i] *= model.inverse_masses()[i];
    spread_.push_back(std::sqrt(temperature_ * model.inverse_masses()[i]));
  }
  for (const Component& component : plan.components()) uneven_ = uneven_ || is_uneven(model, component, rate_);
  if (options.measure == Measure::uniform) force_.measure().add(model, 1.0);
}

StageReport Langevin::stage(State& state, double t, double h) {
  StageReport report;
  end_ = state;
  move_.begin();
  kick(0.5 * h, report);
  for (int k = 0; k < substeps_ && report.ok(); ++k) drift(0.5 * h / substeps_, report);
  if (report.ok()) rub(h, report);
  for (int k = 0; k < substeps_ && report.ok(); ++k) drift(0.5 * h / substeps_, report);
  end_.time = t;
  if (report.ok()) kick(0.5 * h, report);
  if (report.ok()) std::swap(state, end_);
  return report;
}

// B
void Langevin::kick(double h, StageReport& report) {
  const std::vector<Vec3>& acceleration = force_.at(end_, report);
  if (!report.ok()) return;
  for (std::size_t i = 0; i < acceleration.size(); ++i) end_.velocity[i] += h * acceleration[i];
  include(report.velocity, move_.project(end_.velocity, h));
}

// A, one of them
void Langevin::drift(double h, StageReport& report) {
  move_.velocity() = end_.velocity;
  include(report.position, move_.move_all(end_, h));
  end_.velocity = move_.velocity();
  if (report.ok()) include(report.velocity, move_.project(end_.velocity, h));
}

// O
void Langevin::rub(double h, StageReport& report) {
  take_decay(h);
  if (uneven_) add_normal_part(h, report);
  noise_.fill(noise_.next(end_), 0, rate_.size(), deviation_, noise_vectors_);
  for (std::size_t i = 0; i < rate_.size(); ++i) end_.velocity[i] = decay_[i] * end_.velocity[i] + noise_vectors_[i];
  include(report.velocity, move_.project(end_.velocity, h));
}

void Langevin::add_normal_part(double h, StageReport& report) {
  noise_.fill(noise_.next(end_), 0, rate_.size(), spread_, noise_vectors_);
  tangent_ = noise_vectors_;
  include(report.velocity, move_.project(tangent_, h));
  for (std::size_t i = 0; i < rate_.size(); ++i) end_.velocity[i] += noise_vectors_[i] - tangent_[i];
}

void Langevin::take_decay(double h) {
  if (h == step_) return;
  step_ = h;
  constexpr double all_of_it = 700.0;  // decayed beyond what a double holds
  for (std::size_t i = 0; i < rate_.size(); ++i) {
    decay_[i] = natural_exp(-std::min(rate_[i] * h, all_of_it));
    deviation_[i] = spread_[i] * std::sqrt(1.0 - decay_[i] * decay_[i]);
  }
}

StageReport Langevin::begin(State& state, double h) {
  const StageReport report = Motion::begin(state, h);
  std::fill(state.velocity_low.begin(), state.velocity_low.end(), Vec3{});
  return report;
}

}  // namespace taut
