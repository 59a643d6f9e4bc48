#include "dynamics/hybrid_monte_carlo.hpp"

#include <algorithm>
#include <cmath>

#include "base/elementary.hpp"
#include "solve/disjoint_sets.hpp"

namespace taut {

HybridMonteCarlo::HybridMonteCarlo(const Model& model, const ForceField& forces, const Plan& plan,
                                   const IntegratorOptions& options)
    : Motion(model, forces, plan, options.threads),
      plan_(plan),
      temperature_(options.temperature),
      substeps_(integrator_substeps(options)),
      noise_(model, options.seed),
      move_(model, plan, stepper_),
      force_(model, forces, plan, options.temperature, stepper_.force_workspace()),
      part_(static_cast<std::size_t>(model.size()), -1),
      shares_(part_.size()),
      determinants_(plan.components().size()),
      start_(initial_state(model)),
      end_(start_) {
  for (const double w : model.inverse_masses()) spread_.push_back(std::sqrt(temperature_ * w));
  if (options.measure == Measure::uniform) force_.measure().add(model, 1.0);
  find_parts(plan);
  rejected_.resize(parts_);
  before_.resize(parts_);
  after_.resize(parts_);
}

// Particles that share a component or a force.
void HybridMonteCarlo::find_parts(const Plan& plan) {
  const auto moves = [this](std::int32_t p) { return model_.inverse_masses()[static_cast<std::size_t>(p)] > 0.0; };
  DisjointSets sets(part_.size());
  std::vector<std::int32_t> first;  // particle of each component that moves
  for (const Component& component : plan.components()) {
    first.push_back(*std::find_if(component.particles.begin(), component.particles.end(), moves));
    for (const std::int32_t p : component.particles)
      if (moves(p)) sets.join(first.back(), p);
  }
  for (const auto& [i, j] : forces_.ties()) sets.join(i, j);
  std::vector<std::int32_t> number(part_.size(), -1);
  for (std::size_t i = 0; i < part_.size(); ++i) {
    if (model_.inverse_masses()[i] == 0.0) continue;
    std::int32_t& part = number[static_cast<std::size_t>(sets.find(static_cast<std::int32_t>(i)))];
    if (part < 0) part = static_cast<std::int32_t>(parts_++);
    part_[i] = part;
  }
  for (const std::int32_t p : first)
    part_of_component_.push_back(static_cast<std::size_t>(part_[static_cast<std::size_t>(p)]));
}

StageReport HybridMonteCarlo::stage(State& state, double t, double h) {
  StageReport report;
  const double step = h / substeps_;
  move_.begin();
  std::fill(rejected_.begin(), rejected_.end(), std::uint8_t{0});
  draw_velocities(state, step);
  start_ = state;
  take_energies(state, before_);
  follow(state, step, report);
  take_energies(state, after_);
  end_ = state;
  turn_round(state);
  follow(state, step, report);
  reject_lost(state);
  reject_by_energy(noise_.next(state));
  choose(state);
  state.time = t;
  report.moves = static_cast<std::int64_t>(parts_);
  report.rejected = std::count(rejected_.begin(), rejected_.end(), 1);
  report = accepted(report);
  report.velocity = stepper_.constraints().linearise({state.position.data(), state.position_low.data(), state.time});
  return report;
}

void HybridMonteCarlo::draw_velocities(State& state, double h) {
  noise_.fill(noise_.next(state), 0, part_.size(), spread_, state.velocity);
  static_cast<void>(move_.project(state.velocity, h));
}

// RATTLE; components that have no solution stay behind, and are remembered.
void HybridMonteCarlo::follow(State& state, double h, StageReport& report) {
  std::vector<Vec3>& u = move_.velocity();
  for (int k = 0; k < substeps_; ++k) {
    const std::vector<Vec3>& before = force_.at(state, report);
    for (std::size_t i = 0; i < u.size(); ++i) u[i] = state.velocity[i] + (0.5 * h) * before[i];
    include(report.position, move_.move_all(state, h));
    const std::vector<Vec3>& after = force_.at(state, report);
    for (std::size_t i = 0; i < u.size(); ++i) state.velocity[i] = u[i] + (0.5 * h) * after[i];
    include(report.velocity, move_.project(state.velocity, h));
  }
}

void HybridMonteCarlo::take_energies(const State& state, std::vector<double>& energies) {
  const auto add = [&](std::size_t i, double energy) { energies[static_cast<std::size_t>(part_[i])] += energy; };
  std::fill(energies.begin(), energies.end(), 0.0);
  std::fill(shares_.begin(), shares_.end(), 0.0);
  std::fill(determinants_.begin(), determinants_.end(), 0.0);
  forces_.add_energy_shares(state.position.data(), state.time, shares_.data(), stepper_.force_workspace());
  for (std::size_t i = 0; i < part_.size(); ++i)
    if (part_[i] >= 0) add(i, shares_[i] + 0.5 * model_.masses()[i] * dot(state.velocity[i], state.velocity[i]));
  const Configuration at{state.position.data(), state.position_low.data(), state.time};
  force_.measure().add_energies(at, determinants_);
  for (std::size_t c = 0; c < determinants_.size(); ++c) energies[part_of_component_[c]] += determinants_[c];
}

void HybridMonteCarlo::turn_round(State& state) const {
  for (Vec3& v : state.velocity) v = -v;
}

// What had no solution, on the way there or back, or did not return.
void HybridMonteCarlo::reject_lost(const State& back) {
  for (std::size_t c = 0; c < plan_.components().size(); ++c) {
    const Component& component = plan_.components()[c];
    const double far = std::sqrt(component.tolerance) * component.size;
    const auto returned = [&](std::int32_t p) {
      const auto i = static_cast<std::size_t>(p);
      return norm(back.position[i] - start_.position[i]) <= far;
    };
    if (move_.failed(c) || !std::all_of(component.particles.begin(), component.particles.end(), returned))
      rejected_[part_of_component_[c]] = 1;
  }
}

// What is not a number is rejected as well.
void HybridMonteCarlo::reject_by_energy(const GaussianDraw& draw) {
  for (std::size_t part = 0; part < parts_; ++part) {
    const double chance = noise_.uniform(draw, static_cast<std::uint32_t>(part));
    if (!(after_[part] - before_[part] <= -temperature_ * natural_log(chance))) rejected_[part] = 1;
  }
}

// The end of the move where it was accepted, else its start, both with the velocities they had there.
void HybridMonteCarlo::choose(State& state) {
  state = end_;
  for (std::size_t i = 0; i < part_.size(); ++i) {
    if (part_[i] < 0 || rejected_[static_cast<std::size_t>(part_[i])] == 0) continue;
    state.position[i] = start_.position[i];
    state.position_low[i] = start_.position_low[i];
    state.velocity[i] = start_.velocity[i];
  }
}

StageReport HybridMonteCarlo::begin(State& state, double h) {
  const StageReport report = Motion::begin(state, h);
  std::fill(state.velocity_low.begin(), state.velocity_low.end(), Vec3{});
  return report;
}

}  // namespace taut
