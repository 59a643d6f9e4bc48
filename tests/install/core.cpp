// The double pendulum in a few lines: a model, forces, a plan, an integrator; prints the energy after each second.
#include <cmath>
#include <cstdio>

#include "taut/forces.hpp"
#include "taut/integrate.hpp"
#include "taut/model.hpp"
#include "taut/solve.hpp"
#include "taut/state.hpp"

int main() {
  taut::ModelBuilder builder(2);
  const int pivot = builder.add(taut::ParticleSpec{.fixed = true});
  const int bob1 = builder.add(taut::ParticleSpec{.position = {1.0, 0.0}});
  const int bob2 = builder.add(taut::ParticleSpec{.position = {2.0, 0.0}});
  builder.add(taut::DistanceSpec{.i = pivot, .j = bob1});
  builder.add(taut::DistanceSpec{.i = bob1, .j = bob2});

  const auto model = builder.build().value();
  const auto forces = taut::ForceField::make(model, {.gravity = {0.0, -9.81}}).value();
  const auto plan = taut::Plan::make(model, {}).value();
  auto integrator = taut::Integrator::make(model, forces, plan, {.step = 1e-3}).value();

  taut::State state = taut::initial_state(model);
  bool ok = integrator.start(state).ok();
  const auto energy = [&] { return integrator.kinetic_energy(state) + integrator.potential_energy(state); };
  const double start_energy = energy();
  while (ok && state.step < 5000) {
    ok = integrator.step(state).ok();
    if (state.step % 1000 == 0) std::printf("t = %.0f s: energy %+.6f J\n", state.time, energy());
  }
  const double drift_limit = 0.01;  // RATTLE's energy swings by O(h^2) times the kinetic energy, about 30 J
  return ok && std::abs(energy() - start_energy) < drift_limit ? 0 : 1;
}
