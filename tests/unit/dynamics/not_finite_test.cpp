// Forces that are not numbers are refused at the start, and states that overflow within a few steps, by every motion.
#include <gtest/gtest.h>

#include <limits>

#include "support/simulation.hpp"

namespace taut {
namespace {

using test::Simulation;
using test::System;

// Two atoms in one place and a rod far from them.
System overlapping() {
  System system;
  for (const Vec3& at : {Vec3{}, Vec3{}, Vec3{50.0, 0.0, 0.0}, Vec3{51.0, 0.0, 0.0}})
    system.model.add(ParticleSpec{.position = at, .type = "A"});
  system.model.add(DistanceSpec{.i = 2, .j = 3});
  PairForcesSpec pairs;
  pairs.cutoff = 2.5;
  pairs.dispersion = Dispersion::lennard_jones;
  pairs.types = {{"A", {1.0, 1.0}}};
  system.forces.pairs = pairs;
  return system;
}

IntegratorOptions options_of(IntegratorMethod method) {
  IntegratorOptions options{.method = method, .step = 1e-3};
  if (is_random(method) && method != IntegratorMethod::random_walk) options.temperature = 1.0;
  if (method == IntegratorMethod::random_walk) options.kick = 0.1;
  return options;
}

TEST(NotFinite, ForcesAreRefusedAtTheStart) {
  using enum IntegratorMethod;
  for (const IntegratorMethod method :
       {shake, rattle, yoshida4, suzuki4, kahan_li8, closed_form, overdamped, quasistatic, langevin, brownian, hmc}) {
    System system = overlapping();
    if (method == overdamped || method == brownian || method == langevin)
      system.forces.drags = {{.on = {}, .coefficient = 1.0}};
    Simulation s = Simulation::at_rest(system, options_of(method));
    const StartReport report = s.integrator->start(s.state);
    EXPECT_FALSE(report.ok()) << integrator_info(method).name;
    EXPECT_TRUE(report.particle == 0 || report.particle == 1) << integrator_info(method).name;
  }
}

// One free particle that moves on by `far` in each step: the forces on it are constant, so that they stay numbers.
System falling() {
  System system;
  system.model.add(ParticleSpec{.position = {1.0, 1.0, 0.0}, .velocity = {0.0, 1e300, 0.0}});
  system.forces.gravity = {0.0, 1.0, 0.0};
  return system;
}

TEST(NotFinite, AStateThatOverflowedIsNotSteppedOn) {
  Simulation s = Simulation::at_rest(falling(), {.method = IntegratorMethod::verlet, .step = 1e7});
  ASSERT_TRUE(s.integrator->start(s.state).ok());
  StepReport report;
  int steps = 0;
  do {
    report = s.integrator->step(s.state);
  } while (report.ok() && ++steps < 200);
  EXPECT_FALSE(report.ok());
  EXPECT_EQ(report.particle, 0);
  EXPECT_NE(s.integrator->explain(report).find("the motion overflowed"), std::string::npos);
}

// Where forces depend on places, those that are not numbers end the step that leads there.
TEST(NotFinite, AForceThatLeavesItsDomainEndsTheStep) {
  using enum IntegratorMethod;
  for (const IntegratorMethod method : {verlet, rattle, kahan_li8, closed_form, overdamped, langevin, brownian}) {
    System system;
    system.model.add(ParticleSpec{.position = {0.5, 0.0, 0.0}});
    system.forces.potentials = {{.on = {0}, .energy = "(1 - x)^1.5"}};  // pushes to where it ends
    if (method == overdamped || method == brownian || method == langevin)
      system.forces.drags = {{.on = {}, .coefficient = 1.0}};
    IntegratorOptions options = options_of(method);
    options.step = 0.05;
    if (options.temperature > 0.0) options.temperature = 1e-9;
    Simulation s = Simulation::at_rest(system, options);
    ASSERT_TRUE(s.integrator->start(s.state).ok());
    for (int step = 0; step < 1000; ++step)
      if (const StepReport report = s.integrator->step(s.state); !report.ok()) {
        EXPECT_EQ(report.particle, 0) << integrator_info(method).name;
        break;
      }
    EXPECT_TRUE(std::isfinite(s.state.position[0].x) && std::isfinite(s.state.velocity[0].x))
        << integrator_info(method).name;
    if (method == brownian) continue;  // takes forces at the start of a step only: the next one is refused
    EXPECT_LE(s.state.position[0].x, 1.0) << integrator_info(method).name;
  }
}

}  // namespace
}  // namespace taut
