// Motion against drag alone.
#include "support/systems.hpp"

namespace taut::test {
namespace {

IntegratorOptions overdamped(double step, int order = 2) {
  return {.method = IntegratorMethod::overdamped, .step = step, .order = order};
}

// A chain of six in a plane, pulled at one end, with unequal drags; nothing holds it.
System make_pulled_chain() {
  System system = make_free_chain(6);
  system.forces.gravity = {0.0, 0.0, -g};
  system.forces.constants = {{.on = 5, .force = {3.0, -2.0, 5.0}}};
  for (int i = 0; i < 6; ++i) system.forces.drags.push_back({.on = {i}, .coefficient = 0.5 + 0.4 * i});
  return system;
}

// sum D v = sum f where constraints are internal: they push and pull in pairs.
TEST(Overdamped, BalancesTheForceOnAFreeBody) {
  Simulation s = Simulation::started(make_pulled_chain(), overdamped(0.01));
  const std::vector<double> drags = s.forces->drags();
  Vec3 weight = {3.0, -2.0, 5.0};
  for (const double mass : s.model->masses()) weight += Vec3{0.0, 0.0, -mass * g};
  for (int k = 0; k < 100; ++k) {
    Vec3 resisted{};
    for (std::size_t i = 0; i < 6; ++i) resisted += drags[i] * s.velocity(i);
    ASSERT_LT(norm(resisted - weight), 1e-12 * norm(weight));
    s.step();
  }
}

// D v = f - B^T lambda, particle by particle, with the tensions that are reported.
TEST(Overdamped, BalancesTheForceOnEveryParticle) {
  Simulation s = Simulation::started(make_pulled_chain(), overdamped(0.01));
  s.step(50);
  const std::vector<double> tension = s.constraint_forces(), drags = s.forces->drags();
  for (std::size_t i = 0; i < 6; ++i) {
    Vec3 force = {0.0, 0.0, -s.model->masses()[i] * g};
    if (i == 5) force += Vec3{3.0, -2.0, 5.0};
    const auto pull = [&](std::size_t rod, std::size_t other) {
      const Vec3 b = s.position(other) - s.position(i);
      return (tension[rod] / norm(b)) * b;
    };
    if (i < 5) force += pull(i, i + 1);
    if (i > 0) force += pull(i - 1, i - 1);
    EXPECT_LT(norm(drags[i] * s.velocity(i) - force), 1e-10) << i;
  }
}

TEST(Overdamped, LosesEnergyInEveryStep) {
  System system = make_pendulum({.degrees = {150.0, 120.0, 90.0}});
  system.forces.drags = {{.on = {}, .coefficient = 2.0}};
  system.forces.springs = {{.i = 0, .j = 3, .stiffness = 20.0, .rest_length = 1.5}};
  for (const int order : {1, 2}) {
    Simulation s = Simulation::started(system, overdamped(0.01, order));
    double before = s.energy();
    for (int k = 0; k < 400; ++k) {
      s.step();
      ASSERT_LT(s.energy(), before) << "step " << k;
      before = s.energy();
    }
    EXPECT_EQ(s.integrator->kinetic_energy(s.state), 0.0);
  }
}

TEST(Overdamped, StaysOnEveryKindOfConstraint) {
  constexpr double rounding = 1e-13;  // of a typed formula as well
  for (const NamedSystem& named : every_kind()) {
    SCOPED_TRACE(named.name);
    Simulation s = Simulation::started(suited_to(IntegratorMethod::overdamped, named.system), overdamped(1e-3));
    for (int k = 0; k < 100; ++k) {
      s.step();
      const Integrator::Violations violations = s.integrator->violations(s.state);
      ASSERT_LT(violations.position, rounding);
      ASSERT_LT(violations.velocity, rounding);
    }
  }
}

// The velocity belongs to the positions, whatever the scenario said.
TEST(Overdamped, IgnoresVelocitiesAtTheStart) {
  const System moving = suited_to(IntegratorMethod::overdamped, make_free_chain(4));
  Simulation s = Simulation::started(moving, overdamped(0.01));
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(s.velocity(i), Vec3{});  // no force, no motion
}

// Motion with drag and little mass comes as close as the mass is small: inertia remembers a time m/c.
TEST(Overdamped, IsTheLimitOfLittleMass) {
  const auto differs = [](double mass) {
    System system{ModelBuilder(2)};
    system.model.add(ParticleSpec{.fixed = true});
    system.model.add(ParticleSpec{.position = {1.0, 0.0, 0.0}, .mass = mass});
    system.model.add(ParticleSpec{.position = {1.0, 1.0, 0.0}, .mass = mass});
    system.model.add(DistanceSpec{.i = 0, .j = 1});
    system.model.add(DistanceSpec{.i = 1, .j = 2});
    system.forces.constants = {{.on = 1, .force = {0.0, -1.0, 0.0}}, {.on = 2, .force = {0.0, -2.0, 0.0}}};
    system.forces.drags = {{.on = {1}, .coefficient = 1.0}, {.on = {2}, .coefficient = 3.0}};
    Simulation slow = Simulation::started(system, overdamped(1e-3));
    Simulation inert = Simulation::started(system, {.method = IntegratorMethod::closed_form, .step = 2e-4, .order = 8});
    slow.step(1000);
    inert.step(5000);
    return largest_difference(slow.state.position, inert.state.position);
  };
  const double coarse = differs(2e-3), fine = differs(1e-3);
  EXPECT_LT(coarse, 1e-3);
  EXPECT_NEAR(coarse / fine, 2.0, 0.05);
}

TEST(Overdamped, WorksWithManyComponentsAndLongPaths) {
  for (const int particles : {40, 600}) {
    System system = make_free_chain(particles);
    system.forces.gravity = {0.0, 0.0, -g};
    for (int i = 0; i < particles; ++i) system.forces.drags.push_back({.on = {i}, .coefficient = 1.0 + 0.1 * (i % 5)});
    Simulation s = Simulation::started(system, overdamped(1e-3));
    s.step(20);
    EXPECT_LT(s.integrator->violations(s.state).position, 1e-13);
  }
}

}  // namespace
}  // namespace taut::test
