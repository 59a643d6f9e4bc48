#include "double_pendulum.hpp"

#include <optional>

#include "taut/forces.hpp"
#include "taut/integrate.hpp"
#include "taut/model.hpp"
#include "taut/solve.hpp"
#include "taut/state.hpp"

namespace taut::wasm_test {
namespace {

Expected<Model> make_model() {
  ModelBuilder builder(2);
  const int pivot = builder.add(ParticleSpec{.name = "pivot", .fixed = true});
  const int bob1 = builder.add(ParticleSpec{.name = "bob1", .position = {1.0, 0.0, 0.0}});
  const int bob2 = builder.add(ParticleSpec{.name = "bob2", .position = {2.0, 0.0, 0.0}});
  builder.add(DistanceSpec{.i = pivot, .j = bob1});
  builder.add(DistanceSpec{.i = bob1, .j = bob2});
  return builder.build();
}

bool advance(Integrator& integrator, State& state, int steps) {
  if (!integrator.start(state).ok()) return false;
  for (int n = 0; n < steps; ++n) {
    if (!integrator.step(state).ok()) return false;
  }
  return true;
}

std::optional<State> run(const Model& model, const ForceField& forces, const Plan& plan, int steps) {
  auto integrator = Integrator::make(model, forces, plan, {.method = IntegratorMethod::rattle, .step = 1e-3});
  State state = initial_state(model);
  if (!integrator || !advance(*integrator, state, steps)) return {};
  return state;
}

void append_bobs(const State& state, std::vector<double>& values) {
  const Vec3 &r1 = state.position[1], &r2 = state.position[2];
  const Vec3 &v1 = state.velocity[1], &v2 = state.velocity[2];
  values.insert(values.end(), {r1.x, r1.y, r2.x, r2.y, v1.x, v1.y, v2.x, v2.y});
}

}  // namespace

std::vector<double> run_double_pendulum(int steps) {
  const auto model = make_model();
  if (!model) return {};
  const auto forces = ForceField::make(*model, {.gravity = {0.0, -9.81, 0.0}});
  if (!forces) return {};
  std::vector<double> values;
  for (const SolverInfo& solver : built_in_solvers()) {
    const auto plan = Plan::make(*model, {.method = solver.method});
    if (!plan) continue;  // a method for rings or triangles only
    const auto state = run(*model, *forces, *plan, steps);
    if (!state) return {};
    append_bobs(*state, values);
  }
  return values;
}

}  // namespace taut::wasm_test
