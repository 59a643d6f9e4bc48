// What is const may be shared: every thread computes what it would compute alone. The thread sanitizer sees more, see
// CONTRIBUTING.md.
#include <array>
#include <thread>

#include "support/melt.hpp"
#include "support/systems.hpp"

namespace taut::test {
namespace {

// Both at once.
template <class Work>
auto on_two_threads(Work&& work) {
  std::array<decltype(work(0)), 2> results;
  std::thread other([&] { results[1] = work(1); });
  results[0] = work(0);
  other.join();
  return results;
}
template <class Work>
auto one_after_the_other(Work&& work) {
  return std::array{work(0), work(1)};
}

IntegratorOptions fluctuating_box(int which) {
  return {.step = 0.004,
          .thermostat = {.method = ThermostatMethod::rescale, .temperature = 1.0, .time_constant = 0.05, .seed = 3},
          .barostat = {.method = BarostatMethod::cell_rescaling,
                       .pressure = which == 0 ? 0.2 : 3.0,
                       .compressibility = 0.3,
                       .time_constant = 0.05,
                       .every = 2,
                       .seed = 7}};
}

struct Place {
  std::vector<Vec3> position;
  Vec3 box;
  double energy;
  bool operator==(const Place&) const = default;
};

Place follow(const Model& model, const ForceField& forces, const Plan& plan, const IntegratorOptions& options,
             int steps) {
  Integrator integrator = Integrator::make(model, forces, plan, options).value();
  State state = initial_state(model);
  if (!integrator.start(state).ok()) throw InputError("the start failed");
  for (int k = 0; k < steps; ++k)
    if (!integrator.step(state).ok()) throw InputError("a step failed");
  return {state.position, state.box, integrator.potential_energy(state)};
}

// Two boxes of different sizes, with neighbour lists of their own.
TEST(SharedOnThreads, OneForceFieldServesTwoBarostats) {
  const System system = melt();
  const Model model = system.model.build().value();
  const ForceField forces = ForceField::make(model, system.forces).value();
  const Plan plan = Plan::make(model, {}).value();
  const auto run = [&](int which) { return follow(model, forces, plan, fluctuating_box(which), 300); };
  const auto expected = one_after_the_other(run);
  EXPECT_NE(expected[0].box, expected[1].box);
  EXPECT_EQ(on_two_threads(run), expected);
}

// By turns on one thread: neither sees the box of the other.
TEST(SharedOnThreads, TwoIntegratorsByTurnsDoWhatEachDoesAlone) {
  const System system = melt();
  const Model model = system.model.build().value();
  const ForceField forces = ForceField::make(model, system.forces).value(), copy = forces;
  const Plan plan = Plan::make(model, {}).value();
  std::vector<Integrator> both;
  for (const int which : {0, 1})
    both.push_back(Integrator::make(model, which == 0 ? forces : copy, plan, fluctuating_box(which)).value());
  std::array<State, 2> state = {initial_state(model), initial_state(model)};
  for (std::size_t which : {0u, 1u}) ASSERT_TRUE(both[which].start(state[which]).ok());
  for (int k = 0; k < 100; ++k)
    for (std::size_t which : {0u, 1u}) ASSERT_TRUE(both[which].step(state[which]).ok());
  for (int which : {0, 1}) {
    const auto w = static_cast<std::size_t>(which);
    const Place alone = follow(model, forces, plan, fluctuating_box(which), 100);
    EXPECT_EQ(state[w].position, alone.position);
    EXPECT_EQ(both[w].potential_energy(state[w]), alone.energy);
  }
}

TEST(SharedOnThreads, ForcesAreEvaluatedAtDifferentPlaces) {
  const System system = melt();
  const Model model = system.model.build().value();
  const ForceField forces = ForceField::make(model, system.forces).value();
  const auto work = [&](int which) {
    ForceWorkspace workspace(forces);
    std::vector<Vec3> at = model.positions(), force(at.size());
    std::vector<double> seen;
    for (int k = 0; k < 200; ++k) {
      for (std::size_t i = 0; i < at.size(); ++i)
        at[i].x += (which == 0 ? 1e-3 : -2e-3) * std::sin(1.0 + 3.0 * static_cast<double>(i));
      forces.evaluate(at.data(), 0.0, force.data(), workspace);
      seen.push_back(forces.potential_energy(at.data(), 0.0, workspace) + norm(force[3]));
    }
    return seen;
  };
  EXPECT_EQ(on_two_threads(work), one_after_the_other(work));
}

// Formulas of constraints, forces and driven paths.
TEST(SharedOnThreads, OneModelAndPlanServeTwoMotions) {
  System system{ModelBuilder(3), {.gravity = {0.0, 0.0, -g}}};
  system.model.add(ParticleSpec{.position = {0.0, 0.0, 0.0}, .fixed = true, .path = {"0.1*sin(t)", "0", "0"}});
  system.model.add(ParticleSpec{.position = {1.0, 0.0, 0.5}, .velocity = {0.0, 1.0, 0.0}});
  system.model.add(ParticleSpec{.position = {1.0, 1.0, 0.5}});
  system.model.add(DistanceSpec{.i = 1, .j = 2});
  system.model.add(ImplicitSpec{.on = {1}, .equation = "z - 0.5*(x^2 + y^2)"});
  system.forces.potentials = {{.on = {0, 2}, .energy = "(x1 - x2)^2 + cos(y2*z2 + t)"}};
  const Model model = system.model.build().value();
  const ForceField forces = ForceField::make(model, system.forces).value();
  const Plan plan = Plan::make(model, {}).value();
  const auto run = [&](int which) {
    return follow(model, forces, plan, {.method = which == 0 ? IntegratorMethod::rattle : IntegratorMethod::kahan_li6},
                  200);
  };
  EXPECT_EQ(on_two_threads(run), one_after_the_other(run));
}

}  // namespace
}  // namespace taut::test
