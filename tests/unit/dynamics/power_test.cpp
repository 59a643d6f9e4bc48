// The power that flows into a motion, summed over time, is what its energy changes by: for each thing that gives or
// takes energy alone, and for all together.
#include "base/running_integral.hpp"
#include "support/systems.hpp"

namespace taut::test {
namespace {

// A pendulum of two rods in the plane, with a third mass beside it that moves on its own.
System basis() {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.fixed = true});
  system.model.add(ParticleSpec{.position = {0.6, -0.8, 0.0}, .mass = 1.3});
  system.model.add(ParticleSpec{.position = {1.4, -1.4, 0.0}, .velocity = {0.3, 0.4, 0.0}, .mass = 0.7});
  system.model.add(ParticleSpec{.position = {-1.0, -0.5, 0.0}, .velocity = {0.5, 0.2, 0.0}, .mass = 2.0});
  system.model.add(DistanceSpec{.i = 0, .j = 1});
  system.model.add(DistanceSpec{.i = 1, .j = 2});
  system.forces.gravity = {0.0, -9.81, 0.0};
  system.forces.springs = {{.i = 2, .j = 3, .stiffness = 4.0, .rest_length = 1.0}};
  return system;
}

// The end of a spring and a dashpot, and of a rod, led along a path.
System led() {
  System system = basis();
  const int hand =
      system.model.add(ParticleSpec{.fixed = true, .path = {{"2 + 0.3*sin(3*t)", "0.2*cos(2*t) - 1", ""}}});
  const int foot = system.model.add(ParticleSpec{.position = {2.4, -0.1, 0.0}, .mass = 0.5});
  system.model.add(DistanceSpec{.i = hand, .j = foot});
  system.forces.springs.push_back({.i = hand, .j = 2, .stiffness = 3.0, .rest_length = 0.5, .damping = 0.4});
  system.forces.torques = {{.between = {hand, foot, 3}, .energy = "0.7*cos(q)", .damping = 0.2}};
  return system;
}

System damped() {
  System system = basis();
  system.forces.drags = {{.on = {1, 3}, .coefficient = 0.6}};
  system.forces.springs[0].damping = 0.5;
  system.forces.torques = {{.between = {0, 1, 2}, .damping = 0.3}};
  return system;
}

System pushed() {
  System system = basis();
  system.forces.formulas = {{.on = 2, .force = {"2*cos(4*t) - y", "x*sin(t)", ""}}};
  system.forces.potentials = {{.on = {1, 3}, .energy = "0.5*(x1 - x2)^2*(2 + sin(2*t))"}};
  system.forces.torques = {{.between = {0, 1, 2}, .energy = "0.4*cos(q - t)", .torque = "1.5*sin(5*t) - 0.3*w"}};
  return system;
}

// On a line that turns and a circle that breathes.
System swept() {
  System system = basis();
  const int bead = system.model.add(ParticleSpec{.position = {3.0, 0.0, 0.0}, .velocity = {0.0, 1.2, 0.0}});
  system.model.add(ImplicitSpec{.on = {bead}, .equation = "(y*cos(0.4*t) - x*sin(0.4*t))"});
  system.model.add(ImplicitSpec{.on = {3}, .equation = "x^2 + y^2 - 1.25*(1 + 0.2*sin(3*t))"});
  return system;
}

struct Balance {
  double imbalance = 0.0, heat = 0.0, work = 0.0;
};

Balance balance_of(const System& system, const IntegratorOptions& options, double duration) {
  Simulation s = Simulation::started(system, options);
  const double before = s.energy();
  RunningIntegral heat(options.step), work(options.step);
  const auto sum = [&] {
    const Integrator::Power power = s.integrator->power(s.state);
    EXPECT_LE(power.heat, 0.0);
    heat.add(power.heat);
    work.add(power.work);
  };
  sum();
  for (int n = 0; n < std::lround(duration / options.step); ++n) {
    s.step();
    sum();
  }
  return {s.energy() - before - heat.value() - work.value(), heat.value(), work.value()};
}

constexpr IntegratorOptions closed_form(double step) {
  return {.method = IntegratorMethod::closed_form, .step = step, .order = 8};
}

struct Named {
  const char* name;
  System system;
  bool takes, gives;
};
std::vector<Named> systems() {
  return {{"nothing", basis(), false, false},
          {"led", led(), true, true},
          {"damped", damped(), true, false},
          {"pushed", pushed(), false, true},
          {"swept", swept(), false, true}};
}

TEST(Power, IsWhatTheEnergyChangesBy) {
  for (const auto& [name, system, takes, gives] : systems()) {
    SCOPED_TRACE(name);
    const Balance balance = balance_of(system, closed_form(2e-3), 2.0);
    EXPECT_NEAR(balance.imbalance, 0.0, 1e-9);
    EXPECT_EQ(balance.heat < -0.1, takes) << balance.heat;
    EXPECT_EQ(std::abs(balance.work) > 0.1, gives) << balance.work;
  }
}

// With RATTLE the balance closes as fast as the motion converges.
TEST(Power, BalancesAtTheOrderOfTheMethod) {
  for (const auto& [name, system, takes, gives] : systems()) {
    SCOPED_TRACE(name);
    const double coarse = balance_of(system, {.step = 4e-3}, 2.0).imbalance;
    const double fine = balance_of(system, {.step = 1e-3}, 2.0).imbalance;
    EXPECT_NEAR(std::log2(std::abs(coarse / fine)) / 2.0, 2.0, 0.2) << coarse << " " << fine;
  }
}

}  // namespace
}  // namespace taut::test
