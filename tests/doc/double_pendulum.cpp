// A double pendulum, its energy and the tensions of its rods after five seconds.
#include <cstdio>
#include <vector>

#include "taut/forces.hpp"
#include "taut/integrate.hpp"
#include "taut/model.hpp"
#include "taut/solve.hpp"
#include "taut/state.hpp"

int main() {
  taut::ModelBuilder builder(2);
  const int pivot = builder.add(taut::ParticleSpec{.fixed = true});
  const int upper = builder.add(taut::ParticleSpec{.position = {1.0, 0.0}});
  const int lower = builder.add(taut::ParticleSpec{.position = {2.0, 0.0}});
  builder.add(taut::DistanceSpec{.i = pivot, .j = upper, .name = "upper rod"});
  builder.add(taut::DistanceSpec{.i = upper, .j = lower, .name = "lower rod"});

  const auto model = builder.build().value();  // throws InputError when something is wrong with the model
  const auto forces = taut::ForceField::make(model, {.gravity = {0.0, -9.81}}).value();
  const auto plan = taut::Plan::make(model, {.tolerance = 1e-15}).value();
  for (const taut::Component& component : plan.components()) std::printf("%s\n", component.reason.c_str());

  const taut::IntegratorOptions options{.method = taut::IntegratorMethod::kahan_li8, .step = 5e-3};
  auto integrator = taut::Integrator::make(model, forces, plan, options).value();
  taut::State state = taut::initial_state(model);
  if (!integrator.start(state).ok()) return 1;  // brings the start onto the constraints

  while (state.step < 1000) {
    const taut::StepReport report = integrator.step(state);
    if (report.ok()) continue;
    std::printf("%s\n", integrator.explain(report).c_str());  // which constraint, when, and what would help
    return 1;
  }

  std::vector<double> tension(static_cast<std::size_t>(model.row_count()));
  if (!integrator.constraint_forces(state, tension).converged) return 1;
  const double energy = integrator.kinetic_energy(state) + integrator.potential_energy(state);
  const taut::Vec3& bob = state.position[static_cast<std::size_t>(lower)];
  std::printf("t = %g: lower bob at (%.12f, %.12f), energy %.1e\n", state.time, bob.x, bob.y, energy);
  for (int row = 0; row < model.row_count(); ++row)
    std::printf("%s pulls with %.9f\n", model.row_name(row).c_str(), tension[static_cast<std::size_t>(row)]);
}
