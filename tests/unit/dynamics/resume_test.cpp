// A run that stops and goes on gives the same bits as one that does not stop.
#include "support/resume.hpp"

#include "support/systems.hpp"

namespace taut::test {
namespace {

std::vector<NamedSystem> resumable() {
  std::vector<NamedSystem> all = every_kind();
  System pushed = make_pendulum({.degrees = {30.0, 45.0}});
  pushed.forces.formulas = {{.on = 2, .force = {"3*sin(7*t) - x", "cos(t)", ""}}};
  all.push_back({"pushed", pushed});
  return all;
}

class Resume : public testing::TestWithParam<std::tuple<NamedSystem, IntegratorMethod>> {};

TEST_P(Resume, ContinuesBitForBit) {
  const auto& [named, method] = GetParam();
  Simulation s =
      Simulation::started(suited_to(method, named.system), {.method = method, .step = 0.013}, {.tolerance = 1e-12});
  // Before, while and after the multipliers' history fills, and at times n h that round differently from sums of h.
  for (int stop = 1; stop <= 10; ++stop) {
    s.step();
    expect_continues(s, 3);
  }
}

INSTANTIATE_TEST_SUITE_P(, Resume,
                         testing::Combine(testing::ValuesIn(resumable()), testing::ValuesIn(constrained_methods())),
                         [](const auto& instance) {
                           return std::get<0>(instance.param).name + "_" +
                                  test_name(integrator_info(std::get<1>(instance.param)).name);
                         });

TEST(ResumeClosedForm, ContinuesBitForBit) {
  for (const Stabilisation against : {Stabilisation::baumgarte, Stabilisation::projection})
    for (const NamedSystem& named : resumable()) {
      SCOPED_TRACE(named.name);
      Simulation s = Simulation::started(
          named.system, {.method = IntegratorMethod::closed_form, .step = 0.013, .stabilisation = against});
      s.step(7);
      expect_continues(s, 5);
    }
}

// Whatever a solver remembers: multipliers, an adapted relaxation factor.
TEST(ResumeSolver, ContinuesBitForBit) {
  for (const System& system : {make_free_chain(30), make_free_ring(6), make_free_tree(), make_water()})
    for (const SolverMethod solver : methods_for(system.model.build().value())) {
      SCOPED_TRACE(solver_name(solver));
      Simulation s = Simulation::started(system, {.step = 0.003}, {.method = solver});
      s.step(7);
      expect_continues(s, 5);
    }
}

TEST(ResumeTorques, ContinuesBitForBit) {
  System system = make_sprung_pendulum();
  system.forces.torques.push_back({.between = {2, 0, 1}, .torque = "sin(7*t)*w^2 - w", .damping = 0.3});
  Simulation s = Simulation::started(system, {.step = 0.013});
  for (int stop = 1; stop <= 20; ++stop) {
    s.step();
    expect_continues(s, 3);
  }
}

TEST(ResumeVerlet, ContinuesBitForBit) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.position = {1.0, 0.0, 0.0}, .velocity = {0.0, 1.0, 0.0}});
  system.forces.formulas = {{.on = 0, .force = {"-x*(1 + t)", "-y", ""}}};
  Simulation s = Simulation::started(system, {.method = IntegratorMethod::verlet, .step = 0.1});
  s.step(13);
  expect_continues(s, 50);
}

TEST(ResumeMemory, OfAnotherSystemIsRefused) {
  Simulation two = Simulation::started(make_pendulum({.degrees = {30.0, 45.0}}), {});
  Simulation three = Simulation::started(make_pendulum({.degrees = {30.0, 45.0, 60.0}}), {});
  EXPECT_FALSE(two.integrator->resume(two.state, three.integrator->memory()).converged);
  EXPECT_FALSE(two.integrator->resume(two.state, {}).converged);
}

}  // namespace
}  // namespace taut::test
