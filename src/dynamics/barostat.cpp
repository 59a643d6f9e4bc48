#include "dynamics/barostat.hpp"

#include <algorithm>
#include <cmath>

#include "base/random_stream.hpp"
#include "base/volume.hpp"

namespace taut {
namespace {

constexpr std::uint64_t box_stream = 1ull << 43;  // away from those of thermostats
constexpr double longest_drift = 0.01;            // of a box far from its size, relative, or three times the noise
constexpr double near_limit = 1.1;                // of an edge, times the shortest
constexpr int most_small = 30;                    // in a row: by chance, half of them too small, once in 1e9

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
  if (!std::isfinite(root)) {
    ++report.rejected;
    return true;
  }
  const double ratio = root > 0.0 ? root / here.root : 0.0;
  const double factor = ratio > 0.0 ? natural_exp(2.0 / dimension_ * natural_log(ratio)) : 0.0;
  if (!(factor > 0.0) || factor * shortest_edge(state.box) < forces_.shortest_edge())
    return reject_small(state, report);
  small_in_a_row_ = 0;
  return try_box(state, here, factor, natural_log(chance), stepper, report);
}

// False where the box itself is as small as it may be, and stays so.
bool Barostat::reject_small(const State& state, StepReport& report) {
  ++report.rejected;
  if (forces_.shortest_edge() > 0.0) ++report.too_small;
  const double edge = shortest_edge(state.box);
  small_in_a_row_ = edge < near_limit * forces_.shortest_edge() ? small_in_a_row_ + 1 : 0;
  if (small_in_a_row_ < most_small) return true;
  report.short_edge = edge;
  report.position.converged = false;
  report.time = state.time;
  return false;
}

bool Barostat::try_box(State& state, const Place& here, double factor, double log_chance, Stepper& stepper,
                       StepReport& report) {
  before_ = state;
  molecules_.scale(state, factor);
  if (!move(state, factor * state.box, stepper, report)) return false;
  const Place there = look(state, stepper);
  const double gain = log_density(there) - log_density(here) + log_step(there, here) - log_step(here, there);
  if (log_chance < gain) {
    work_ += there.kinetic + there.potential - here.kinetic - here.potential;
    return true;
  }
  ++report.rejected;
  state = before_;
  return move(state, state.box, stepper, report);
}

double Barostat::shortest_edge(const Vec3& box) const {
  return dimension_ == 2 ? std::min(box.x, box.y) : std::min({box.x, box.y, box.z});
}

bool Barostat::move(State& state, const Vec3& box, Stepper& stepper, StepReport& report) {
  state.box = box;
  stepper.force_workspace().use_box(box);
  const SolveReport prepared = stepper.prepare(state);
  if (!prepared.converged) report.position = prepared;
  return prepared.converged;
}

}  // namespace taut
