#include "double_pendulum.hpp"

#include <optional>

#include "taut/forces.hpp"
#include "taut/integrate.hpp"
#include "taut/model.hpp"
#include "taut/solve.hpp"
#include "taut/state.hpp"

namespace taut::wasm_test {
namespace {

// Pendulums of unit masses and rods, the first let go from the horizontal, the others from directions that need no
// sine: (0.6, 0.8), (-0.6, 0.8), ...
Expected<Model> make_model(int pendulums, int links) {
  constexpr Vec3 directions[] = {{1.0, 0.0, 0.0}, {0.6, 0.8, 0.0}, {-0.6, 0.8, 0.0}, {0.8, -0.6, 0.0}};
  ModelBuilder builder(2);
  for (int k = 0; k < pendulums; ++k) {
    Vec3 r{};
    int before = builder.add(ParticleSpec{.fixed = true});
    for (int link = 0; link < links; ++link) {
      r += directions[k % 4];
      const int bob = builder.add(ParticleSpec{.position = r});
      builder.add(DistanceSpec{.i = before, .j = bob});
      before = bob;
    }
  }
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

// Position and velocity of the first two bobs of the last pendulum.
void append_bobs(const State& state, std::size_t links, std::vector<double>& values) {
  const std::size_t first = state.position.size() - links;
  for (const std::vector<Vec3>* array : {&state.position, &state.velocity})
    for (const std::size_t bob : {first, first + 1}) values.insert(values.end(), {(*array)[bob].x, (*array)[bob].y});
}

// Whether all went well.
bool append_run(int pendulums, int links, SolverMethod method, int steps, std::vector<double>& values) {
  const auto model = make_model(pendulums, links);
  if (!model) return false;
  const auto forces = ForceField::make(*model, {.gravity = {0.0, -9.81, 0.0}});
  const auto plan = Plan::make(*model, {.method = method});
  if (!forces) return false;
  if (!plan) return true;  // a method for rings or triangles only
  const auto state = run(*model, *forces, *plan, steps);
  if (state) append_bobs(*state, static_cast<std::size_t>(links), values);
  return state.has_value();
}

}  // namespace

std::vector<double> run_pendulums(int steps) {
  std::vector<double> values;
  for (const SolverInfo& solver : built_in_solvers())
    if (!append_run(1, 2, solver.method, steps, values)) return {};
  if (!append_run(8, 2, SolverMethod::automatic, steps, values)) return {};
  if (!append_run(1, 300, SolverMethod::automatic, steps / 50, values)) return {};
  return values;
}

}  // namespace taut::wasm_test
