#include <gtest/gtest.h>

#include <cmath>

#include "support/melt.hpp"
#include "support/resume.hpp"
#include "support/series.hpp"

namespace taut::test {
namespace {

constexpr double temperature = 1.3, time_step = 0.005;
Simulation bath(ThermostatMethod method, double time_constant = 0.05) {
  return Simulation::started(
      melt(),
      {.step = time_step,
       .thermostat = {.method = method, .temperature = temperature, .time_constant = time_constant, .seed = 5}},
      {});
}

class Thermostats : public testing::TestWithParam<ThermostatMethod> {};

int degrees_of(ThermostatMethod method) {
  const int all = 3 * (clique + 5) - (chains * (beads - 1) + 9);
  return method == ThermostatMethod::andersen ? all : all - 3;
}

// A sum of f squares: mean f kT/2, variance f (kT)^2 / 2.
TEST_P(Thermostats, KineticEnergyIsCanonical) {
  Simulation s = bath(GetParam());
  s.step(400);
  Series energy, square;
  const int f = degrees_of(GetParam());
  const double expected = 0.5 * f * temperature;
  for (int sample = 0; sample < 1000; ++sample) {
    s.step(8);
    const double k = s.integrator->kinetic_energy(s.state);
    energy.add(k);
    square.add((k - expected) * (k - expected));
  }
  EXPECT_EQ(s.integrator->thermodynamics(s.state, s.constraint_forces()).degrees_of_freedom, f);
  EXPECT_NEAR(energy.mean(), expected, far_off * energy.error());
  EXPECT_NEAR(square.mean(), expected * temperature, far_off * square.error());
  EXPECT_LT(energy.error(), 0.02 * expected);  // or it would show nothing
  EXPECT_LT(square.error(), 0.2 * expected * temperature);
}

TEST_P(Thermostats, StayInTheTangentSpaceAndAccountForTheirHeat) {
  Simulation s = bath(GetParam());
  const auto balance = [&] { return s.energy() - s.integrator->thermodynamics(s.state, s.constraint_forces()).heat; };
  const double before = balance();
  double exchanged = 0.0;
  for (int k = 0; k < 40; ++k) {
    s.step(10);
    EXPECT_LT(s.integrator->violations(s.state).velocity, 1e-12);
    EXPECT_NEAR(balance(), before, 0.02 * std::abs(before));  // the error of the motion, of second order in the step
    exchanged = std::max(exchanged, std::abs(s.energy() - before));
  }
  EXPECT_GT(exchanged, 0.05 * std::abs(before));
}

TEST_P(Thermostats, ContinueBitForBit) {
  Simulation s = bath(GetParam());
  s.step(57);
  expect_continues(s, 40);
}

// A bath that is taken away, or put in place of another, leaves the rest of the memory where it belongs.
TEST_P(Thermostats, CanBeTakenAwayBetweenRuns) {
  Simulation s = bath(GetParam());
  s.step(57);
  const std::vector<double> memory = s.integrator->memory();
  s.options.thermostat = {};
  Integrator without = s.another_integrator();
  State free = s.state;
  ASSERT_TRUE(without.resume(free, memory).converged);
  const double energy = without.kinetic_energy(free) + without.potential_energy(free);
  for (int k = 0; k < 40; ++k) ASSERT_TRUE(without.step(free).ok());
  EXPECT_EQ(free.time, 97 * s.options.step);
  EXPECT_NEAR(without.kinetic_energy(free) + without.potential_energy(free), energy, 0.02 * std::abs(energy));
  EXPECT_EQ(without.memory().size() + std::size_t{4}, memory.size());
  State warmed = free;
  EXPECT_TRUE(bath(GetParam()).another_integrator().resume(warmed, without.memory()).converged);
}

TEST_P(Thermostats, ConserveMomentumOrThermaliseIt) {
  Simulation s = bath(GetParam());
  s.step(100);
  const double momentum = norm(momenta(s).linear);
  if (GetParam() == ThermostatMethod::andersen)
    EXPECT_GT(momentum, 0.1);
  else
    EXPECT_LT(momentum, 1e-10);
}

INSTANTIATE_TEST_SUITE_P(Methods, Thermostats,
                         testing::Values(ThermostatMethod::rescale, ThermostatMethod::andersen,
                                         ThermostatMethod::nose_hoover));

// The clique has six degrees of freedom whatever the number of its rods, the trimers have seven each.
TEST(Equipartition, HoldsForRedundantConstraints) {
  Simulation s = bath(ThermostatMethod::andersen, 0.02);
  Series rigid, flexible;
  for (int sample = 0; sample < 1500; ++sample) {
    s.step(5);
    double part[2] = {};
    for (int i = 0; i < s.model->size(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      part[i < clique] += 0.5 * s.model->masses()[k] * dot(s.velocity(k), s.velocity(k));
    }
    rigid.add(part[0]);
    flexible.add(part[1]);
  }
  EXPECT_NEAR(rigid.mean(), 0.5 * 6 * temperature, far_off * rigid.error());
  EXPECT_NEAR(flexible.mean(), 0.5 * 7 * chains * temperature, far_off * flexible.error());
  EXPECT_LT(rigid.error(), 0.04 * 3 * temperature);
}

// Nothing but rotation stretches the rods of a free rigid body: the virial of the constraints takes the energy of
// rotation out of the pressure, and that of the centres of mass is left.
TEST(Pressure, OfFreeRigidBodiesIsThatOfTheirCentres) {
  System system = make_framework(
      3, {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.1}, {0.3, 0.9, 0.0}, {0.4, 0.2, 0.8}, {1.1, 0.9, 0.7}}, all_pairs(5));
  system.model.set_box({7.0, 8.0, 9.0});
  Simulation s = Simulation::started(system, {.step = 0.01}, {});
  s.step(20);
  const auto now = s.integrator->thermodynamics(s.state, s.constraint_forces());
  ASSERT_TRUE(now.pressure);
  const Vec3 momentum = momenta(s).linear;
  double mass = 0.0;
  for (const double m : s.model->masses()) mass += m;
  const double volume = 7.0 * 8.0 * 9.0;
  EXPECT_NEAR(now.pressure->trace() * volume, dot(momentum, momentum) / mass, 1e-10);
  EXPECT_GT(2.0 * s.integrator->kinetic_energy(s.state) - dot(momentum, momentum) / mass, 0.5);
}

TEST(Thermostat, RefusesWhatItCannotServe) {
  const auto message = [](const IntegratorOptions& options) {
    const System system = melt();
    const Model model = system.model.build().value();
    const ForceField forces = ForceField::make(model, system.forces).value();
    const Plan plan = Plan::make(model, {}).value();
    const auto made = Integrator::make(model, forces, plan, options);
    return made ? std::string() : made.error().key + ": " + made.error().message;
  };
  ThermostatOptions bath{.method = ThermostatMethod::rescale, .temperature = 1.0, .time_constant = 1.0};
  EXPECT_EQ(message({.thermostat = bath}), "");
  EXPECT_NE(message({.method = IntegratorMethod::shake, .thermostat = bath}).find("takes no thermostat"),
            std::string::npos);
  bath.temperature = 0.0;
  EXPECT_NE(message({.thermostat = bath}).find("thermostat.temperature: found 0"), std::string::npos);
}

}  // namespace
}  // namespace taut::test
