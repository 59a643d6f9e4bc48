#include "run/overlap.hpp"

#include <fmt/format.h>

#include <cmath>

namespace taut {
namespace {

constexpr double part_of_distance = 0.01;  // that a step that helps may lead two particles apart

// How far a unit force moves two particles apart within a step of length one: with inertia that goes with the square of
// the step, without with the step.
double yielding(const Scenario& scenario, const System& system, const ForceField::StrongPair& pair) {
  const bool inert = has_inertia(scenario.integrator.method);
  const std::vector<double> drags = inert ? std::vector<double>{} : system.forces.drags();
  double sum = 0.0;
  for (const std::int32_t p : {pair.i, pair.j}) {
    const auto i = static_cast<std::size_t>(p);
    const double w = system.model.inverse_masses()[i];
    sum += inert || w == 0.0 ? w : drags[i] > 0.0 ? 1.0 / drags[i] : 0.0;
  }
  return sum;
}

double step_of(const IntegratorOptions& options) {
  return options.method == IntegratorMethod::hmc ? options.step / integrator_substeps(options) : options.step;
}

}  // namespace

std::string overlap_text(const Scenario& scenario, const System& system, const std::vector<Vec3>& position,
                         const std::string& when) {
  const std::optional<ForceField::StrongPair> pair = system.forces.strongest_pair(position.data());
  if (!pair) return {};
  const std::string who = fmt::format("{} {} and {} are {:.6g} apart", when, system.model.particle_name(pair->i),
                                      system.model.particle_name(pair->j), pair->distance);
  if (!std::isfinite(pair->force)) return who + ", where the force between them is not a number; expected a distance";
  const double power = has_inertia(scenario.integrator.method) ? 2.0 : 1.0, h = step_of(scenario.integrator);
  const double moved = std::pow(h, power) * yielding(scenario, system, *pair) * pair->force;
  if (!(moved > pair->distance)) return {};
  const std::string closeness = fmt::format(
      "{}, too close for the step: the force between them, {:.3g}, would move them by {:.3g}", who, pair->force, moved);
  if (position != system.model.positions())  // it was steps that brought them there
    return fmt::format("{}; try integrator.step = {:.1g}", closeness, 0.1 * scenario.integrator.step);
  const double better = scenario.integrator.step * std::pow(part_of_distance * pair->distance / moved, 1.0 / power);
  return fmt::format("{}; place them farther apart, or try integrator.step = {:.1g}", closeness, better);
}

}  // namespace taut
