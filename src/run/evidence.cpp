#include "run/evidence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace taut {
namespace {

constexpr double part_of_energies = 1e-6;
constexpr double rounding = 1e-12;

// Of parts that move by some 1e-5 of their size in that time. Where nothing drives the motion it only comes to rest,
// and a step too long to see how is no reason for doubt.
double slight_energy(const System& system, double time) {
  constexpr double part = 1e-9;
  if (!is_driven(system)) return std::numeric_limits<double>::infinity();
  double sum = 0.0;
  for (const Component& component : system.plan.components())
    for (const std::int32_t p : component.particles)
      if (system.model.inverse_masses()[static_cast<std::size_t>(p)] > 0.0)
        sum += system.model.masses()[static_cast<std::size_t>(p)] * component.size * component.size;
  return part * sum / (time * time);
}

Evidence::Energy energy_of(const Scenario& scenario, const System& system, const Statistics& s, double time) {
  Evidence::Energy energy{
      .law = energy_law(scenario, system), .scale = judged_scale(scenario, system, s), .released = s.energy_scale()};
  const ThermostatOptions& bath = scenario.integrator.thermostat;
  if (s.exchange_unknown != 0) energy.law = EnergyLaw::open;
  const bool falls = energy.law == EnergyLaw::falling || energy.law == EnergyLaw::exchanged;
  if (energy.law != EnergyLaw::falling) energy.deviation = s.largest_imbalance;
  if (energy.law == EnergyLaw::exchanged) energy.doubt = s.doubt, energy.slight = slight_energy(system, time);
  if (falls && !is_driven(system)) energy.rise = s.largest_rise;
  if (bath.method != ThermostatMethod::none) energy.time_constants = std::max(1.0, time / bath.time_constant);
  return energy;
}

// Of Langevin's motion; hmc rejects what is too hot.
Evidence::Heat heat_of(const Scenario& scenario, const System& system, const Statistics& s) {
  const IntegratorOptions& o = scenario.integrator;
  if (o.method != IntegratorMethod::langevin || is_driven(system) || s.warm_frames == 0) return {};
  return {.degrees = system.plan.degrees_of_freedom(system.model),
          .temperature = o.temperature,
          .kinetic = s.kinetic_sum / static_cast<double>(s.warm_frames),
          .released = s.energy_scale()};
}

Evidence::Constraints constraints_of(const Scenario& scenario, const System& system, const Statistics& s) {
  const IntegratorOptions& o = scenario.integrator;
  return {.position_error = s.max_position_error,
          .velocity_error = s.max_velocity_error,
          .tolerance = system.plan.tolerance(),
          .requested = scenario.solver.tolerance,
          .drift = o.method == IntegratorMethod::closed_form && o.stabilisation != Stabilisation::projection,
          .worst = s.worst_row < 0 ? "a constraint" : system.model.row_name(static_cast<int>(s.worst_row))};
}

Evidence::Steps steps_of(const Scenario& scenario, const Statistics& s, std::int64_t made) {
  const IntegratorOptions& o = scenario.integrator;
  const double divided = static_cast<double>(std::max<std::int64_t>(1, s.subdivided_steps));
  return {.made = made,
          .subdivided = s.subdivided_steps,
          .mean_halvings = s.halvings / divided,
          .length = o.step,
          .smallest = s.smallest_step,
          .order = integrator_order(o),
          .composed = integrator_info(o.method).stages > 1 && has_inertia(o.method) &&
                      o.method != IntegratorMethod::closed_form && !is_random(o.method)};
}

}  // namespace

Evidence gather_evidence(const Scenario& scenario, const System& system, const Statistics& statistics,
                         const State& state) {
  Evidence evidence;
  evidence.energy = energy_of(scenario, system, statistics, state.time);
  evidence.heat = heat_of(scenario, system, statistics);
  evidence.constraints = constraints_of(scenario, system, statistics);
  evidence.steps = steps_of(scenario, statistics, state.step);
  if (has_moves(scenario.integrator.method)) evidence.moves = {statistics.moves, statistics.rejected};
  return evidence;
}

Evidence::Bath bath_of(const Scenario& scenario, const System& system, const BlockAverage& temperature, double time) {
  if (energy_law(scenario, system) != EnergyLaw::bath || temperature.count() == 0) return {};
  const ThermostatOptions& thermostat = scenario.integrator.thermostat;
  return {.asked = thermostat.temperature,
          .found = temperature.mean(),
          .error = temperature.error(),
          .known = temperature.converged(),
          .time_constant = thermostat.time_constant,
          .time = time};
}

double judged_scale(const Scenario& scenario, const System& system, const Statistics& statistics) {
  const bool summed = energy_law(scenario, system) == EnergyLaw::exchanged;
  return statistics.energy_scale() + (summed ? statistics.largest_exchange : 0.0);
}

double energy_floor(const System& system, const ForceSpecs& specs, const State& start, double step) {
  const Model& model = system.model;
  std::vector<Vec3> weight(start.position.size());
  for (std::size_t i = 0; i < weight.size(); ++i) weight[i] = model.masses()[i] * specs.gravity;
  for (const ConstantForceSpec& spec : specs.constants) weight[static_cast<std::size_t>(spec.on)] += spec.force;
  double parts = 0.0;
  for (const Component& component : system.plan.components())
    for (const std::int32_t p : component.particles)
      if (model.inverse_masses()[static_cast<std::size_t>(p)] > 0.0)
        parts += norm(weight[static_cast<std::size_t>(p)]) * component.size;
  ForceWorkspace work(system.forces);
  const ForceField::Energies e = system.forces.energies(start.position.data(), start.time, work);
  for (const double energy : {e.springs, e.potentials, e.angles, e.dihedrals, e.torques, e.dispersion, e.coulomb})
    parts += std::abs(energy);
  // Rounded coordinates are velocities, too.
  for (std::size_t i = 0; i < weight.size(); ++i)
    if (model.inverse_masses()[i] > 0.0) {
      const double slow = 1e-12 * norm(start.position[i]) / step;
      parts += model.masses()[i] * slow * slow;
    }
  return part_of_energies * parts + rounding * (std::abs(e.gravity) + std::abs(e.constants));
}

}  // namespace taut
