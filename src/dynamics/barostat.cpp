#include "dynamics/barostat.hpp"

#include <algorithm>
#include <cmath>

#include "base/random_stream.hpp"
#include "base/volume.hpp"

namespace taut {
namespace {

constexpr std::uint64_t box_stream = 1ull << 43;  // away from those of thermostats
constexpr double longest_drift = 0.01;            // of a box far from its size, relative, or three times the noise

}  // namespace

Barostat::Barostat(const Model& model, const ForceField& forces, const IntegratorOptions& options, Momentum momentum)
    : forces_(forces),
      options_(options.barostat),
      dimension_(model.dimension()),
      momentum_(momentum),
      thermal_energy_(options.thermostat.temperature),
      variance_(0.5 * thermal_energy_ * options_.compressibility / options_.time_constant *
                static_cast<double>(options_.every) * options.step),
      molecules_(model, forces) {}

Barostat::Place Barostat::look(const State& state, Stepper& stepper) {
  const double v = volume_of(state.box);
  molecules_.take(state, momentum_ == Momentum::conserved);
  const ForceField::Sums sums =
      forces_.sums(state.position.data(), stepper.force_workspace(), &stepper.blocks().team());
  Place at{.root = std::sqrt(v), .kinetic = molecules_.kinetic_energy(), .potential = sums.energy};
  const double virial = sums.virial - molecules_.inner_virial(state, stepper.acceleration().data());
  const double free = momentum_ == Momentum::conserved ? thermal_energy_ : 0.0;
  const double pressure = ((2.0 * at.kinetic + virial) / dimension_ + free) / v;
  const double most = std::max(longest_drift * at.root, 3.0 * std::sqrt(variance_));
  const double drift =
      variance_ * at.root / thermal_energy_ * (pressure - options_.pressure + 0.5 * thermal_energy_ / v);
  at.drift = std::clamp(drift, -most, most);
  return at;
}

// Of the root of the volume, up to a constant.
double Barostat::log_density(const Place& at) const {
  const double energy = at.kinetic + at.potential + options_.pressure * at.root * at.root;
  const double power = momentum_ == Momentum::conserved ? 3.0 : 1.0;  // V^c and dV = 2 x dx
  return power * natural_log(at.root) - energy / thermal_energy_;
}

// Of proposing one from the other.
double Barostat::log_step(const Place& from, const Place& to) const {
  const double off = to.root - from.root - from.drift;
  return -0.5 * off * off / variance_;
}

bool Barostat::after(State& state, Stepper& stepper, StepReport& report) {
  if (state.step % options_.every != 0) return true;
  RandomStream random(options_.seed, box_stream, static_cast<std::uint64_t>(state.step));
  const Place here = look(state, stepper);
  const double root = here.root + here.drift + std::sqrt(variance_) * random.normal(), chance = random.uniform();
  ++report.moves;
  if (!(root > 0.0) || !std::isfinite(root)) {
    ++report.rejected;
    return true;
  }
  before_ = state;
  const double factor = natural_exp(2.0 / dimension_ * natural_log(root / here.root));
  molecules_.scale(state, factor);
  if (!move(state, factor * state.box, stepper, report)) return false;
  const Place there = look(state, stepper);
  const double gain = log_density(there) - log_density(here) + log_step(there, here) - log_step(here, there);
  if (natural_log(chance) < gain) {
    work_ += there.kinetic + there.potential - here.kinetic - here.potential;
    return true;
  }
  ++report.rejected;
  state = before_;
  return move(state, state.box, stepper, report);
}

bool Barostat::move(State& state, const Vec3& box, Stepper& stepper, StepReport& report) {
  const double edge = dimension_ == 2 ? std::min(box.x, box.y) : std::min({box.x, box.y, box.z});
  if (edge < forces_.shortest_edge()) {
    report.short_edge = edge;
    report.position.converged = false;
    report.time = state.time;
    return false;
  }
  state.box = box;
  stepper.force_workspace().use_box(box);
  const SolveReport prepared = stepper.prepare(state);
  if (!prepared.converged) report.position = prepared;
  return prepared.converged;
}

}  // namespace taut
