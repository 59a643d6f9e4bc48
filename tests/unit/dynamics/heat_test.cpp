// Random motion: the same bits from the same seed, whatever the threads and wherever it was interrupted; what is
// rejected; what is refused.
#include "support/heat.hpp"

#include <gtest/gtest.h>

#include "support/resume.hpp"
#include "support/systems.hpp"

namespace taut::test {
namespace {

IntegratorOptions options_of(IntegratorMethod method) {
  const bool walks = method == IntegratorMethod::random_walk;
  return {.method = method,
          .step = 0.05,
          .temperature = walks ? 0.0 : 1.0,
          .kick = walks ? 0.1 : 0.0,
          .substeps = walks || method == IntegratorMethod::brownian ? 0 : 2,
          .measure = walks ? Measure::rigid : Measure::uniform};
}

System suited(System system, IntegratorMethod method) {
  if (method == IntegratorMethod::brownian || method == IntegratorMethod::langevin)
    for (int i = 0; i < system.model.size(); ++i)
      if (!system.model.particle(i).fixed) system.forces.drags.push_back({.on = {i}, .coefficient = 1.0 + i % 2});
  if (method == IntegratorMethod::random_walk) system.forces = {};
  return system;
}

class RandomMotion : public testing::TestWithParam<IntegratorMethod> {};

TEST_P(RandomMotion, HasTheSameBitsWithAnyNumberOfThreads) {
  IntegratorOptions options = options_of(GetParam());
  options.measure = Measure::rigid;
  const System system = suited(make_chains(300, {.beads = 5, .dimension = 3}), GetParam());
  Simulation one = Simulation::started(system, options);
  options.threads = 2;
  Simulation two = Simulation::started(system, options);
  ASSERT_EQ(two.integrator->threads(), 2);
  one.step(6);
  two.step(6);
  expect_same(one.state, two.state);
  options.seed = 2;
  Simulation other = Simulation::started(system, options);
  other.step(6);
  EXPECT_GT(largest_difference(one.state.position, other.state.position), 1e-3);
}

TEST_P(RandomMotion, ContinuesBitForBit) {
  for (const System& system : {make_mixed(), make_pendulum({.degrees = {30.0, 45.0, 100.0}}), make_free_cluster()}) {
    Simulation s = Simulation::started(suited(system, GetParam()), options_of(GetParam()));
    s.step(7);
    expect_continues(s, 7);
  }
}

TEST_P(RandomMotion, KeepsTheConstraintsAndThePlane) {
  Simulation s = Simulation::started(suited(make_pendulum({.degrees = {30.0, 45.0}}), GetParam()),
                                     options_of(GetParam()), {.tolerance = 1e-12});
  for (int k = 0; k < 100; ++k) {
    s.step();
    EXPECT_LE(s.integrator->violations(s.state).position, 1e-12);
    EXPECT_LE(s.integrator->violations(s.state).velocity, 1e-12);
    EXPECT_EQ(s.last_position().z, 0.0);
  }
}

// A component moves as it would in a solver of its own.
TEST_P(RandomMotion, DoesNotDependOnWhatIsSolvedBesideIt) {
  const System system = suited(make_chains(8, {.beads = 4, .dimension = 2}), GetParam());
  Simulation together = Simulation::started(system, options_of(GetParam()), {.tolerance = 1e-12});
  Simulation alone =
      Simulation::started(system, options_of(GetParam()), {.method = SolverMethod::tridiagonal, .tolerance = 1e-12});
  ASSERT_FALSE(together.plan->bundles().empty());
  together.step(5);
  alone.step(5);
  EXPECT_LT(largest_difference(together.state.position, alone.state.position), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(, RandomMotion,
                         testing::Values(IntegratorMethod::random_walk, IntegratorMethod::brownian,
                                         IntegratorMethod::langevin, IntegratorMethod::hmc),
                         [](const auto& instance) { return test_name(integrator_info(instance.param).name); });

// Chains in a bundle move as chains alone do, to the last bit: some kicks are solved easily, some hardly, some not.
TEST(RandomWalk, OfPathsHasTheSameBitsInABundle) {
  for (const int dimension : {2, 3})
    for (const double kick : {0.02, 0.1, 0.4}) {
      const System system = make_chains(11, {.beads = 6, .dimension = dimension});
      const IntegratorOptions options = {.method = IntegratorMethod::random_walk, .step = 1.0, .kick = kick};
      Simulation together = Simulation::started(system, options);
      Simulation alone = Simulation::started(system, options, tight(SolverMethod::tridiagonal));
      ASSERT_FALSE(together.plan->bundles().empty());
      together.step(20);
      alone.step(20);
      EXPECT_EQ(together.state.position, alone.state.position) << dimension << " dimensions, kick " << kick;
      EXPECT_EQ(together.state.position_low, alone.state.position_low);
    }
}

// Kicks so large that some moves have no solution: those chains stay, the others move, and the count is right.
TEST(RandomWalk, RejectsMovesOfSingleComponents) {
  constexpr std::size_t beads = 4;
  Simulation s = Simulation::started(make_chains(64, {.beads = beads, .dimension = 2}),
                                     {.method = IntegratorMethod::random_walk, .step = 1.0, .kick = 0.4});
  std::int64_t rejected = 0;
  for (int step = 0; step < 20; ++step) {
    const State before = s.state;
    const StepReport report = s.integrator->step(s.state);
    ASSERT_TRUE(report.ok());
    EXPECT_EQ(report.moves, 64);
    std::int64_t stayed = 0;
    for (std::size_t i = 0; i < s.state.position.size(); i += beads)
      stayed += s.state.position[i] == before.position[i] && s.state.position[i + 1] == before.position[i + 1];
    EXPECT_EQ(report.rejected, stayed);
    rejected += report.rejected;
  }
  EXPECT_GT(rejected, 20);
  EXPECT_LT(rejected, 20 * 64 - 20);
  EXPECT_LT(s.integrator->violations(s.state).position, 1e-14);
}

// Too few iterations are moves without a solution, too.
TEST(RandomWalk, RejectsWhatItsSolverCannotSolve) {
  Simulation s = Simulation::started(make_chains(1, {.beads = 10, .dimension = 3}),
                                     {.method = IntegratorMethod::random_walk, .step = 1.0, .kick = 0.05},
                                     {.method = SolverMethod::gauss_seidel, .tolerance = 1e-12, .max_iterations = 3});
  EXPECT_EQ(s.integrator->step(s.state).rejected, 1);
}

TEST(ThermalVelocities, AreDrawnOnTheConstraints) {
  Simulation s = Simulation::started(make_chains(100, {.beads = 5, .dimension = 3}),
                                     {.temperature = 2.0, .velocities = StartVelocities::thermal});
  EXPECT_LT(s.integrator->violations(s.state).velocity, 1e-14);
  const double degrees = 1100.0, expected = 0.5 * degrees * 2.0, deviation = std::sqrt(0.5 * degrees) * 2.0;
  EXPECT_NEAR(s.integrator->kinetic_energy(s.state), expected, 4.0 * deviation);
}

std::string refusal(const System& system, const IntegratorOptions& options) {
  const Model model = system.model.build().value();
  const ForceField forces = ForceField::make(model, system.forces).value();
  const Plan plan = Plan::make(model, {}).value();
  const Expected<Integrator> made = Integrator::make(model, forces, plan, options);
  return made ? "accepted" : made.error().message;
}

TEST(RandomMotionRefuses, WhatTheoryDoesNotCover) {
  System falling = make_pendulum({.degrees = {30.0}}), damped = falling, dashed = falling;
  damped.forces.drags = {{.on = {}, .coefficient = 1.0}};
  dashed.forces.springs = {{.i = 0, .j = 1, .stiffness = 1.0, .damping = 1.0}};
  const IntegratorOptions walk = options_of(IntegratorMethod::random_walk),
                          brownian = options_of(IntegratorMethod::brownian),
                          langevin = options_of(IntegratorMethod::langevin), hmc = options_of(IntegratorMethod::hmc);
  EXPECT_EQ(refusal(falling, walk),
            "random-walk knows kicks only, but there are forces; use brownian, langevin or hmc");
  EXPECT_EQ(refusal(falling, brownian),
            "brownian motion needs drag on every particle that can move, but bob1 has none; give drag in [forces]");
  EXPECT_EQ(refusal(falling, langevin),
            "langevin takes its friction from the drag, but nothing has any; give drag in [forces]");
  EXPECT_EQ(refusal(damped, hmc), "hmc knows no friction, but there is drag or damping; use langevin");
  EXPECT_EQ(refusal(dashed, langevin),
            "langevin knows drag of single particles only, but a spring has damping; use drag");
  EXPECT_EQ(refusal(falling, hmc), "accepted");
  EXPECT_EQ(refusal(damped, langevin), "accepted");
  EXPECT_EQ(refusal(make_circle(), {.method = IntegratorMethod::random_walk}),
            "random-walk needs the size of its kicks, a positive number");
  EXPECT_EQ(refusal(make_circle(), {.method = IntegratorMethod::hmc}), "hmc needs one, a positive number");
  EXPECT_EQ(
      refusal(make_shaken_pendulum(0.0), hmc),
      "hmc samples at rest, but pivot is driven along a path; use rattle, or pull it by a spring or a potential of t");
  EXPECT_EQ(refusal(make_breathing_circle(0.0), hmc),
            "hmc samples constraints at rest, but implicit 0 (0) depends on t; use rattle");
}

}  // namespace
}  // namespace taut::test
