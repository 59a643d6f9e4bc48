#include "dynamics/power_meter.hpp"

#include <algorithm>

namespace taut {
namespace {

bool depends_on_time(const Model& model, std::int32_t r, const std::vector<bool>& driven) {
  const Row& row = model.rows()[static_cast<std::size_t>(r)];
  const auto particles = model.row_particles(r);
  if (std::any_of(particles.begin(), particles.end(),
                  [&](std::int32_t p) { return driven[static_cast<std::size_t>(p)]; }))
    return true;
  return row.kind == RowKind::formula && model.formulas()[static_cast<std::size_t>(row.index)].formula.depends_on(
                                             static_cast<int>(3 * particles.size()));
}

Component rows_that_are_led(const Model& model) {
  std::vector<bool> driven(static_cast<std::size_t>(model.size()));
  for (const DrivenPath& path : model.driven()) driven[static_cast<std::size_t>(path.particle)] = true;
  Component led;
  led.size = 1.0;
  for (std::int32_t row = 0; row < model.row_count(); ++row)
    if (depends_on_time(model, row, driven)) led.rows.push_back(row);
  return led;
}

}  // namespace

PowerMeter::PowerMeter(const Model& model, const ForceField& forces)
    : forces_(forces),
      led_(rows_that_are_led(model)),
      rows_(model, led_),
      scratch_(static_cast<std::size_t>(model.size())) {}

Integrator::Power PowerMeter::read(const State& state, std::span<const double> forces, ForceWorkspace& work) {
  const ForceField::Power of_forces =
      forces_.power(state.position.data(), state.velocity.data(), state.time, scratch_.data(), work);
  return {of_forces.damping, of_forces.sources + (needs_constraint_forces() ? of_constraints(state, forces) : 0.0)};
}

double PowerMeter::of_constraints(const State& state, std::span<const double> forces) {
  rows_.linearise({state.position.data(), state.position_low.data(), state.time});
  double power = 0.0;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const double unit = rows_.force_per_multiplier(k);
    if (unit == 0.0) continue;
    double led = rows_.time_derivative(k);
    for (std::size_t e = rows_.particles_begin(k); e < rows_.particles_end(k); ++e)
      if (rows_.weight(e) == 0.0)
        led += dot(rows_.gradient(e), state.velocity[static_cast<std::size_t>(rows_.particle(e))]);
    power += forces[static_cast<std::size_t>(led_.rows[k])] / unit * led;
  }
  return power;
}

}  // namespace taut
