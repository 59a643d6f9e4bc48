#include <gtest/gtest.h>

#include "support/systems.hpp"
#include "support/tangents.hpp"

namespace taut::test {
namespace {

constexpr double h = 1e-2;

// The linearised step against differences of the step, in units of the largest entry.
double error_of_linearisation(const System& system, IntegratorMethod method = IntegratorMethod::rattle) {
  Simulation s = Simulation::started(system, {.method = method, .step = h});
  s.step(7);
  Flow flow = Flow::make(*s.model, *s.forces, *s.plan, s.options, 1).value();
  EXPECT_TRUE(flow.place(s.state).converged);
  flow.tangents()[0] = random_tangent(*s.model, 5);
  flow.project(flow.tangents()[0]);
  const TangentVector expected = difference_quotient(s, flow.tangents()[0], 1e-5);
  EXPECT_TRUE(flow.advance(s.state, s.state.time + h, h).ok());
  return largest_difference(flow.tangents()[0], expected) / largest_entry(expected);
}

constexpr double by_differences = 1e-8;  // e^2 = 1e-10 times third derivatives of order one to a hundred

TEST(Flow, LinearisesPendulums) {
  EXPECT_LT(error_of_linearisation(make_pendulum({.degrees = {90.0, 90.0}})), by_differences);
  EXPECT_LT(error_of_linearisation(make_pendulum({.degrees = {50.0, 20.0, 70.0}}), IntegratorMethod::kahan_li8),
            by_differences);
}

TEST(Flow, LinearisesSurfacesOfFormulas) { EXPECT_LT(error_of_linearisation(make_funnel()), by_differences); }

TEST(Flow, LinearisesTorques) {
  System system = make_sprung_pendulum();
  system.forces.torques.push_back({.between = {2, 0, 1}, .torque = "3*sin(q + 5*t)"});
  EXPECT_LT(error_of_linearisation(system), by_differences);
}

TEST(Flow, LinearisesDrag) {
  System system = make_pendulum({.degrees = {90.0, 30.0}, .masses = {1.0, 3.0}});
  system.forces.drags.push_back({.on = {}, .coefficient = 8.0});
  EXPECT_LT(error_of_linearisation(system), by_differences);
}

TEST(Flow, LinearisesDrivenParticlesAndMovingConstraints) {
  System system{ModelBuilder(2), {.gravity = {0.0, -g, 0.0}}};
  system.model.add(ParticleSpec{.fixed = true, .path = {"0.1*sin(20*t)", "0.2*cos(9*t)"}});
  system.model.add(ParticleSpec{.position = {0.6, -0.6, 0.0}, .velocity = {1.0, 0.5, 0.0}});
  system.model.add(ParticleSpec{.position = {1.2, -1.0, 0.0}});
  system.model.add(DistanceSpec{.i = 0, .j = 1, .length = 1.0});
  system.model.add(ImplicitSpec{.on = {1, 2}, .equation = "(x1-x2)^2 + (y1-y2)^2 - (0.6 + 0.1*sin(7*t))^2"});
  EXPECT_LT(error_of_linearisation(system), by_differences);
}

TEST(Flow, KeepsRedundantConstraints) {
  System system{ModelBuilder(3)};
  for (int k = 0; k < 5; ++k)
    system.model.add(ParticleSpec{.position = {std::cos(1.3 * k), std::sin(1.3 * k), 0.4 * k},
                                  .velocity = {0.3 * k, 0.2, -0.1 * k * k}});
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < i; ++j) system.model.add(DistanceSpec{.i = i, .j = j});
  EXPECT_LT(error_of_linearisation(system), by_differences);
}

// A step of any length is that of an integrator with this step.
TEST(Flow, GoesTheStepOfTheIntegrator) {
  Simulation s = Simulation::started(make_pendulum({.degrees = {90.0, 90.0}}),
                                     {.method = IntegratorMethod::yoshida4, .step = 0.013});
  Flow flow = Flow::make(*s.model, *s.forces, *s.plan, {.method = IntegratorMethod::yoshida4}).value();
  State state = s.state;
  ASSERT_TRUE(flow.place(state).converged);
  for (int k = 1; k <= 20; ++k) ASSERT_TRUE(flow.advance(state, 0.013 * k, 0.013).ok());
  s.step(20);
  EXPECT_LT(largest_difference(state.position, s.state.position), 1e-12);
  EXPECT_EQ(state.time, s.state.time);
}

TEST(Flow, EnergyIsConservedAlongTangentVectors) {
  Simulation s = Simulation::started(make_pendulum({.degrees = {90.0, 90.0}}), {.step = 1e-4});
  Flow flow = Flow::make(*s.model, *s.forces, *s.plan, s.options, 1).value();
  ASSERT_TRUE(flow.place(s.state).converged);
  flow.tangents()[0] = random_tangent(*s.model, 5);
  flow.project(flow.tangents()[0]);
  const double before = flow.energy_change(flow.tangents()[0]);
  for (int k = 1; k <= 1000; ++k) ASSERT_TRUE(flow.advance(s.state, 1e-4 * k, 1e-4).ok());
  EXPECT_NEAR(flow.energy_change(flow.tangents()[0]), before, 1e-5 * std::abs(before));  // h^2 m a^2 with a ~ 10
}

TEST(Flow, RefusesWhatItCannotFollow) {
  const Simulation s = Simulation::started(make_pendulum({.degrees = {90.0}}), {.step = h});
  const auto refusal = [&](const ForceField& forces, IntegratorMethod method) {
    const Expected<Flow> flow = Flow::make(*s.model, forces, *s.plan, {.method = method}, 1);
    return flow ? "" : flow.error().message;
  };
  EXPECT_NE(refusal(*s.forces, IntegratorMethod::closed_form).find("closed-form"), std::string::npos);
  EXPECT_NE(refusal(*s.forces, IntegratorMethod::shake).find("shake"), std::string::npos);
  const ForceField damped =
      ForceField::make(*s.model, {.springs = {{.i = 0, .j = 1, .stiffness = 1.0, .damping = 1.0}}}).value();
  EXPECT_NE(refusal(damped, IntegratorMethod::rattle).find("damping"), std::string::npos);
  EXPECT_EQ(refusal(*s.forces, IntegratorMethod::rattle), "");
  const ThermostatOptions bath = {.method = ThermostatMethod::rescale, .temperature = 1.0, .time_constant = 1.0};
  const Expected<Flow> heated = Flow::make(*s.model, *s.forces, *s.plan, {.thermostat = bath});
  ASSERT_FALSE(heated);
  EXPECT_EQ(heated.error().key, "thermostat.method");
}

}  // namespace
}  // namespace taut::test
