#include "dynamics/molecules.hpp"

#include "base/exact.hpp"
#include "solve/disjoint_sets.hpp"

namespace taut {
namespace {

void shift(Vec3& high, Vec3& low, const Vec3& by) {
  for (int axis = 0; axis < 3; ++axis) {
    const Exact sum = two_sum(high[axis], by[axis]);
    const Exact rest = two_sum(sum.high, low[axis] + sum.low);
    high[axis] = rest.high;
    low[axis] = rest.low;
  }
}

}  // namespace

Molecules::Molecules(const Model& model, const ForceField& forces) : mass_(model.masses()) {
  const auto n = static_cast<std::size_t>(model.size());
  DisjointSets joined(n);
  for (int row = 0; row < model.row_count(); ++row) {
    const std::vector<std::int32_t> particles = model.row_particles(row);
    for (const std::int32_t p : particles) joined.join(particles.front(), p);
  }
  for (const auto& [i, j] : forces.bonds()) joined.join(i, j);
  std::vector<std::int32_t> number(n, -1);
  for (std::size_t i = 0; i < n; ++i) {
    std::int32_t& molecule = number[static_cast<std::size_t>(joined.find(static_cast<std::int32_t>(i)))];
    if (molecule < 0) {
      molecule = static_cast<std::int32_t>(masses_.size());
      masses_.push_back(0.0);
    }
    of_.push_back(molecule);
    masses_[static_cast<std::size_t>(molecule)] += mass_[i];
  }
  centre_.resize(masses_.size());
  velocity_.resize(masses_.size());
}

void Molecules::take(const State& state, bool relative) {
  for (auto* list : {&centre_, &velocity_}) list->assign(masses_.size(), Vec3{});
  Vec3 momentum;
  double mass = 0.0;
  for (std::size_t i = 0; i < of_.size(); ++i) {
    const auto molecule = static_cast<std::size_t>(of_[i]);
    centre_[molecule] += mass_[i] * state.position[i];
    velocity_[molecule] += mass_[i] * state.velocity[i];
    momentum += mass_[i] * state.velocity[i];
    mass += mass_[i];
  }
  const Vec3 common = relative ? (1.0 / mass) * momentum : Vec3{};
  for (std::size_t m = 0; m < masses_.size(); ++m) {
    centre_[m] *= 1.0 / masses_[m];
    velocity_[m] = (1.0 / masses_[m]) * velocity_[m] - common;
  }
}

double Molecules::kinetic_energy() const {
  double twice = 0.0;
  for (std::size_t m = 0; m < masses_.size(); ++m) twice += masses_[m] * dot(velocity_[m], velocity_[m]);
  return 0.5 * twice;
}

double Molecules::inner_virial(const State& state, const Vec3* acceleration) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < of_.size(); ++i)
    sum += mass_[i] * dot(acceleration[i], state.position[i] - centre_[static_cast<std::size_t>(of_[i])]);
  return sum;
}

void Molecules::scale(State& state, double factor) const {
  for (std::size_t i = 0; i < of_.size(); ++i) {
    const auto molecule = static_cast<std::size_t>(of_[i]);
    shift(state.position[i], state.position_low[i], (factor - 1.0) * centre_[molecule]);
    shift(state.velocity[i], state.velocity_low[i], (1.0 / factor - 1.0) * velocity_[molecule]);
  }
}

}  // namespace taut
