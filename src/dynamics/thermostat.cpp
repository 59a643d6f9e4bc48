#include "dynamics/thermostat.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/random_stream.hpp"

namespace taut {
namespace {

// Streams of random numbers, away from those of chains, molecules and samples.
constexpr std::uint64_t bath_stream = 1ull << 40, group_stream = 1ull << 41, start_stream = 1ull << 42;

bool is_internal(const Model& model, const LinearRow& row) {
  double sum = 0.0, size = 0.0;
  for (std::int32_t k = row.first; k < row.first + row.count; ++k) {
    sum += model.linear_terms()[static_cast<std::size_t>(k)].weight;
    size += std::abs(model.linear_terms()[static_cast<std::size_t>(k)].weight);
  }
  return std::abs(sum) <= 1e-14 * size;
}

// Maxwell's velocity of one particle.
Vec3 maxwell(RandomStream& random, double temperature, double inverse_mass, int dimension) {
  Vec3 v;
  for (int axis = 0; axis < dimension; ++axis) v[axis] = std::sqrt(temperature * inverse_mass) * random.normal();
  return v;
}

class Rescale final : public Thermostat {
 public:
  using Thermostat::Thermostat;
  SolveReport after(State& state, Stepper&, double h) override {
    const double energy = kinetic(state);
    if (!(energy > 0.0)) return {};
    RandomStream random(options_.seed, bath_stream, static_cast<std::uint64_t>(state.step));
    const double c = std::exp(-h / options_.time_constant), share = 0.5 * options_.temperature / energy;
    const double first = random.normal(), squares = first * first + random.sum_of_squares(degrees_ - 1);
    const double square = c + (1.0 - c) * squares * share + 2.0 * first * std::sqrt(c * (1.0 - c) * share);
    const double sign = first + std::sqrt(c / ((1.0 - c) * share)) < 0.0 ? -1.0 : 1.0;
    scale(state, sign * std::sqrt(std::max(square, 0.0)));
    return {};
  }
};

class Andersen final : public Thermostat {
 public:
  Andersen(const Model& model, const ForceField& forces, const Plan& plan, const ThermostatOptions& options)
      : Thermostat(model, forces, plan, options) {
    std::vector<bool> joined(static_cast<std::size_t>(model.size()));
    for (const Component& component : plan.components()) {
      groups_.emplace_back();
      for (const auto* rows : {&component.rows, &component.dependent})
        for (const auto row : *rows)
          for (const std::int32_t i : model.row_particles(static_cast<int>(row))) join(i, joined);
    }
    for (std::int32_t i = 0; i < model.size(); ++i)
      if (!joined[static_cast<std::size_t>(i)]) groups_.emplace_back(), join(i, joined);
  }

  SolveReport after(State& state, Stepper& stepper, double h) override {
    const double before = kinetic(state), chance = -std::expm1(-h / options_.time_constant);
    bool any = false;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      RandomStream random(options_.seed, group_stream + g, static_cast<std::uint64_t>(state.step));
      if (random.uniform() >= chance) continue;
      any = true;
      for (const std::int32_t i : groups_[g]) {
        const double w = model_.inverse_masses()[static_cast<std::size_t>(i)];
        state.velocity[static_cast<std::size_t>(i)] = maxwell(random, options_.temperature, w, model_.dimension());
        state.velocity_low[static_cast<std::size_t>(i)] = {};
      }
    }
    if (!any) return {};
    const SolveReport report = stepper.project_velocities(state, h);
    heat_ += kinetic(state) - before;
    return report;
  }

 private:
  void join(std::int32_t i, std::vector<bool>& joined) {
    if (joined[static_cast<std::size_t>(i)] || !(model_.inverse_masses()[static_cast<std::size_t>(i)] > 0.0)) return;
    joined[static_cast<std::size_t>(i)] = true;
    groups_.back().push_back(i);
  }

  std::vector<std::vector<std::int32_t>> groups_;
};

class NoseHoover final : public Thermostat {
 public:
  using Thermostat::Thermostat;
  void before(State& state, double h) override { flow(state, h); }
  SolveReport after(State& state, Stepper&, double h) override {
    flow(state, h);
    return {};
  }
  Memory memory() const override { return {heat_, speed_[0], speed_[1], speed_[2]}; }
  void restore(const Memory& memory) override {
    heat_ = memory[0];
    std::copy(memory.begin() + 1, memory.end(), speed_.begin());
  }

 private:
  static constexpr int links = 3;

  // Half a step, itself in three parts after Suzuki and Yoshida.
  void flow(State& state, double h) {
    constexpr double outer = 1.3512071919596576;  // 1 / (2 - 2^(1/3))
    double twice = 2.0 * kinetic(state), factor = 1.0;
    for (const double weight : {outer, 1.0 - 2.0 * outer, outer}) part(0.5 * weight * h, twice, factor);
    scale(state, factor);
  }

  void part(double h, double& twice, double& factor) {
    speed_[links - 1] += 0.5 * h * push(links - 1, twice);
    for (int k = links - 1; k-- > 0;) slow(k, 0.25 * h, 0.5 * h, twice);
    const double scaled = std::exp(-h * speed_[0]);
    factor *= scaled;
    twice *= scaled * scaled;
    for (int k = 0; k < links - 1; ++k) slow(k, 0.25 * h, 0.5 * h, twice);
    speed_[links - 1] += 0.5 * h * push(links - 1, twice);
  }
  void slow(int k, double quarter, double half, double twice) {
    const auto at = static_cast<std::size_t>(k);
    const double drag = std::exp(-quarter * speed_[at + 1]);
    speed_[at] = (speed_[at] * drag + half * push(k, twice)) * drag;
  }
  double inertia(int k) const {
    const double one = options_.temperature * options_.time_constant * options_.time_constant;
    return k == 0 ? degrees_ * one : one;
  }
  double push(int k, double twice) const {
    const double t = options_.temperature;
    if (k == 0) return (twice - degrees_ * t) / inertia(0);
    const double before = speed_[static_cast<std::size_t>(k) - 1];
    return (inertia(k - 1) * before * before - t) / inertia(k);
  }

  std::array<double, links> speed_ = {};
};

Vec3 centre_velocity(const Model& model, const State& state, bool relative) {
  if (!relative) return {};
  Vec3 momentum;
  double mass = 0.0;
  for (std::size_t i = 0; i < state.velocity.size(); ++i) {
    momentum += model.masses()[i] * state.velocity[i];
    mass += model.masses()[i];
  }
  return (1.0 / mass) * momentum;
}

}  // namespace

double thermal_energy(const Model& model, const State& state, bool relative) {
  const Vec3 centre = centre_velocity(model, state, relative);
  double twice = 0.0;
  for (std::size_t i = 0; i < state.velocity.size(); ++i) {
    if (!(model.inverse_masses()[i] > 0.0)) continue;
    const Vec3 v = state.velocity[i] - centre;
    twice += model.masses()[i] * dot(v, v);
  }
  return 0.5 * twice;
}

bool conserves_momentum(const Model& model, const ForceField& forces) {
  return forces.conserves_momentum() && model.quadrics().empty() && model.formulas().empty() &&
         std::all_of(model.linears().begin(), model.linears().end(),
                     [&](const LinearRow& row) { return is_internal(model, row); });
}

int thermal_degrees(const Model& model, const ForceField& forces, const Plan& plan, const ThermostatOptions& options) {
  const bool conserved = options.method != ThermostatMethod::andersen && conserves_momentum(model, forces);
  return plan.degrees_of_freedom(model) - (conserved ? model.dimension() : 0);
}

Thermostat::Thermostat(const Model& model, const ForceField& forces, const Plan& plan, const ThermostatOptions& options)
    : model_(model),
      options_(options),
      relative_(options.method != ThermostatMethod::andersen && conserves_momentum(model, forces)),
      degrees_(thermal_degrees(model, forces, plan, options)) {}

void Thermostat::scale(State& state, double factor) {
  const double before = kinetic(state);
  const Vec3 centre = centre_velocity(model_, state, relative_);
  for (std::size_t i = 0; i < state.velocity.size(); ++i) {
    if (!(model_.inverse_masses()[i] > 0.0)) continue;
    state.velocity[i] = centre + factor * (state.velocity[i] - centre);
    state.velocity_low[i] = {};
  }
  heat_ += (factor * factor - 1.0) * before;
}

void Thermostat::warm(State& state) const {
  for (std::size_t i = 0; i < state.velocity.size(); ++i) {
    RandomStream random(options_.seed, start_stream, i);
    const double w = model_.inverse_masses()[i];
    if (w > 0.0) state.velocity[i] = maxwell(random, options_.temperature, w, model_.dimension());
  }
  const Vec3 centre = centre_velocity(model_, state, relative_);
  if (relative_)
    for (Vec3& v : state.velocity) v -= centre;
}

std::unique_ptr<Thermostat> make_thermostat(const Model& model, const ForceField& forces, const Plan& plan,
                                            const ThermostatOptions& options) {
  switch (options.method) {
    case ThermostatMethod::none:
      return nullptr;
    case ThermostatMethod::rescale:
      return std::make_unique<Rescale>(model, forces, plan, options);
    case ThermostatMethod::andersen:
      return std::make_unique<Andersen>(model, forces, plan, options);
    case ThermostatMethod::nose_hoover:
      break;
  }
  return std::make_unique<NoseHoover>(model, forces, plan, options);
}

}  // namespace taut
