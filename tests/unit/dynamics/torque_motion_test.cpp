// Mechanisms with torques at their joints.
#include "support/jointed_arm.hpp"
#include "taut/flow.hpp"

namespace taut::test {
namespace {

// A mass on a rail with a spring along it is a harmonic oscillator, and Verlet's method on that has a closed form:
// x_n = A cos(n phi), 1 - cos phi = (omega h)^2 / 2.
TEST(TorqueMotion, ASpringAlongARailIsHarmonic) {
  System system{ModelBuilder(2)};
  const Vec3 along{0.6, 0.8, 0.0};
  system.model.add(ParticleSpec{.position = {1.0, 1.0, 0.0}, .fixed = true});
  system.model.add(ParticleSpec{.position = Vec3{1.0, 1.0, 0.0} + 2.0 * along, .fixed = true});
  system.model.add(ParticleSpec{.position = Vec3{1.0, 1.0, 0.0} + 1.5 * along, .mass = 2.0});
  system.model.add(ImplicitSpec{.on = {2}, .equation = "0.6*(y - 1) - 0.8*(x - 1)"});
  system.forces.torques = {
      {.between = {0, 1, 2}, .kind = JointMotion::shift, .zero = 0.5, .stiffness = 8.0, .rest = 0.2}};
  constexpr double h = 0.05, omega = 2.0;
  Simulation s = Simulation::started(system, {.step = h});
  const double phi = std::acos(1.0 - 0.5 * omega * omega * h * h);
  for (int n = 0; n <= 200; ++n) {
    const double q = dot(s.position(2) - s.position(0), along) - 0.7;
    ASSERT_NEAR(q, 0.8 * std::cos(n * phi), 1e-12) << n;
    s.step();
  }
}

// A body on a hinge with a torsional spring: period 2 pi sqrt(I / k), whatever the amplitude.
TEST(TorqueMotion, ATorsionalSpringHasItsPeriod) {
  const Vec3 axis{2.0 / 3.0, 1.0 / 3.0, 2.0 / 3.0}, first{-1.0 / std::sqrt(5.0), 2.0 / std::sqrt(5.0), 0.0};
  const Vec3 second = cross(axis, first);
  const auto at = [&](double angle, double radius, double height) {
    return radius * (std::cos(angle) * first + std::sin(angle) * second) + height * axis;
  };
  System system{ModelBuilder(3)};
  system.model.add(ParticleSpec{.fixed = true});
  system.model.add(ParticleSpec{.position = axis, .fixed = true});
  system.model.add(ParticleSpec{.position = at(0.3, 0.5, 0.2), .fixed = true});      // where q counts from
  system.model.add(ParticleSpec{.position = at(0.3 + 2.0, 0.7, 0.4), .mass = 1.3});  // I = 1.3 0.7^2 + 0.6 0.9^2
  system.model.add(ParticleSpec{.position = at(0.3 + 2.8, 0.9, -0.3), .mass = 0.6});
  for (const auto& [i, j] : {std::pair{0, 3}, {1, 3}, {0, 4}, {1, 4}, {3, 4}})
    system.model.add(DistanceSpec{.i = i, .j = j});
  constexpr double stiffness = 4.0, inertia = 1.3 * 0.49 + 0.6 * 0.81;
  system.forces.torques = {{.between = {2, 0, 1, 3}, .stiffness = stiffness, .rest = 50.0}};
  const double period = 2.0 * std::numbers::pi * std::sqrt(inertia / stiffness);
  Simulation s = Simulation::started(system, {.step = period / 4000});
  const State before = s.state;
  const double energy = s.energy();
  s.step(1000);  // a quarter: through the rest, with all of the energy in motion
  EXPECT_NEAR(s.integrator->potential_energy(s.state), 0.0, 1e-5 * energy);
  s.step(3000);
  EXPECT_LT(largest_difference(s.state.position, before.position), 1e-10);  // a maximum: second order in the period
  EXPECT_LT(largest_difference(s.state.velocity, before.velocity), 1e-5);
  EXPECT_NEAR(s.energy(), energy, 1e-6 * energy);
}

TEST(TorqueMotion, InnerMotorsConserveMomentumAndAngularMomentum) {
  System plane{ModelBuilder(2)}, space{ModelBuilder(3)};
  for (const Vec3& r : {Vec3{1.0, 0.0, 0.0}, Vec3{}, Vec3{0.3, 0.9, 0.0}})
    plane.model.add(ParticleSpec{.position = r, .velocity = {0.2 + r.y, 0.4 * r.x, 0.0}, .mass = 0.001 + r.x});
  for (const int end : {0, 2}) plane.model.add(DistanceSpec{.i = 1, .j = end});
  plane.forces.torques = {{.between = {0, 1, 2}, .torque = "sin(5*t) - 0.3*w^3", .stiffness = 2.0, .damping = 0.1}};
  for (const Vec3& r : {Vec3{1.0, 0.0, 0.2}, Vec3{}, Vec3{0.0, 0.0, 1.0}, Vec3{0.3, 0.9, 0.6}})
    space.model.add(ParticleSpec{.position = r, .velocity = {0.2 + r.y, 0.4 * r.x, 0.3}, .mass = 0.001 + r.x});
  for (const auto& [i, j] : {std::pair{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}})
    space.model.add(DistanceSpec{.i = i, .j = j});
  space.forces.torques = {{.between = {0, 1, 2, 3}, .torque = "sin(5*t) - 0.3*w^3", .stiffness = 2.0, .damping = 0.1}};
  for (const System& system : {plane, space}) {
    Simulation s = Simulation::started(system, {.step = 2e-3});
    const Momenta before = momenta(s);
    const State start = s.state;
    s.step(1000);
    EXPECT_GT(largest_difference(start.velocity, s.state.velocity), 0.1);
    EXPECT_LT(norm(momenta(s).linear - before.linear), 1e-12);
    EXPECT_LT(norm(momenta(s).angular - before.angular), 1e-12);
  }
}

void expect_second_order_towards_the_closed_form(const System& system) {
  Simulation fine = Simulation::started(system, {.method = IntegratorMethod::closed_form, .step = 1e-3, .order = 8});
  fine.step(800);
  const auto error = [&](double h, int steps) {
    Simulation s = Simulation::started(system, {.step = h});
    s.step(steps);
    return largest_difference(s.state.position, fine.state.position);
  };
  const double coarse = error(2e-3, 400), finer = error(1e-3, 800);
  EXPECT_LT(coarse, 1e-4);
  EXPECT_NEAR(coarse / finer, 4.0, 0.1);
}

// A closed loop: the four joints of a four-bar turn together, and their dampers share one motion. The closed form knows
// nothing of flows.
TEST(TorqueMotion, DampersOfAClosedLoopAreThoseOfTheClosedForm) {
  System system{ModelBuilder(2), {.gravity = {0.0, -g, 0.0}}};
  system.model.add(ParticleSpec{.fixed = true});
  system.model.add(ParticleSpec{.position = {2.0, 0.0, 0.0}, .fixed = true});
  system.model.add(ParticleSpec{.position = {0.3, 1.0, 0.0}});
  system.model.add(ParticleSpec{.position = {2.2, 1.4, 0.0}, .mass = 1.5});
  for (const auto& [i, j] : {std::pair{0, 2}, {2, 3}, {3, 1}}) system.model.add(DistanceSpec{.i = i, .j = j});
  system.forces.torques = {{.between = {1, 0, 2}, .damping = 0.6},
                           {.between = {0, 2, 3}, .damping = 0.4},
                           {.between = {2, 3, 1}, .damping = 0.9},
                           {.between = {3, 1, 0}, .torque = "-0.2*w"}};
  expect_second_order_towards_the_closed_form(system);
}

// Two hinges in space whose axes are askew, the second between light particles that the first carries along.
TEST(TorqueMotion, HingesInSpaceAreThoseOfTheClosedForm) {
  System system{ModelBuilder(3), {.gravity = {0.0, -g, 1.0}}};
  for (const Vec3& r : {Vec3{1.0, 0.0, 0.0}, Vec3{}, Vec3{0.0, 0.0, 1.0}})
    system.model.add(ParticleSpec{.position = r, .fixed = true});
  system.model.add(ParticleSpec{.position = {0.9, 0.1, 0.2}, .mass = 1e-3});
  system.model.add(ParticleSpec{.position = {1.1, 0.3, 0.9}, .mass = 1e-3});
  system.model.add(ParticleSpec{.position = {0.5, -0.3, 0.6}});
  system.model.add(ParticleSpec{.position = {1.8, 0.4, 0.3}, .mass = 0.8});
  for (const auto& [i, j] : {std::pair{1, 3}, {2, 3}, {1, 4}, {2, 4}, {3, 4}, {1, 5}, {2, 5}, {3, 5}, {3, 6}, {4, 6}})
    system.model.add(DistanceSpec{.i = i, .j = j});
  system.forces.torques = {{.between = {0, 1, 2, 3}, .torque = "8*(sin(2*t) - q) - 0.7*w - 0.1*w^3"},
                           {.between = {1, 3, 4, 6}, .zero = 180.0, .stiffness = 3.0, .damping = 0.5}};
  expect_second_order_towards_the_closed_form(system);
}

// A shoulder that is moved along a path, with a servo between it and the arm.
TEST(TorqueMotion, JointsOfADrivenBaseAreThoseOfTheClosedForm) {
  System system{ModelBuilder(2), {.gravity = {0.0, -g, 0.0}}};
  system.model.add(ParticleSpec{.fixed = true, .path = {"0.3*sin(4*t)", "0.2*t^2"}});
  system.model.add(ParticleSpec{.fixed = true, .path = {"0.3*sin(4*t) + cos(2*t)", "0.2*t^2 + sin(2*t)"}});
  system.model.add(ParticleSpec{.position = {0.0, -1.0, 0.0}, .velocity = {1.2, 0.0, 0.0}});
  system.model.add(DistanceSpec{.i = 0, .j = 2});
  system.forces.torques = {{.between = {1, 0, 2}, .zero = -90.0, .torque = "-4*q - 3*w"}};
  expect_second_order_towards_the_closed_form(system);
}

// Of one joint the damping is exact: nothing else acts, and the rate decays by exp(-c t / I) at any step. Its arm turns
// by rate h a step in the middle between two halves of the decay.
TEST(TorqueMotion, ADamperDecaysByTheInertiaOfItsArm) {
  JointedArm arm{.light = 1e-6, .rate = {1.5, 1.5}, .gravity = 0.0};
  System system = arm.system();
  system.model.add(DistanceSpec{.i = 1, .j = 4});  // the elbow is stiff: one body
  system.forces.torques = {JointedArm::at_shoulder()};
  system.forces.torques[0].damping = 30.0;
  double inertia = 0.0;
  for (std::size_t k = 2; k < 6; ++k) {
    const Vec3 r = JointedArm::positions(arm.start())[k];
    inertia += static_cast<double>(arm.masses()[k - 2]) * dot(r, r);
  }
  constexpr double h = 0.02;
  Simulation s = Simulation::started(system, {.step = h});
  double before = 1.5;
  for (int n = 0; n < 10; ++n) {
    s.step();
    const double rate = cross(s.position(2), s.velocity(2)).z;  // the elbow is at distance one
    EXPECT_NEAR(rate / before, std::exp(-30.0 * h / inertia), 1e-4);
    before = rate;
  }
}

// A step and the same step backwards: the flow of rates is symmetric, also of friction that is not linear. Backwards
// friction drives, and round-off grows.
TEST(TorqueMotion, StepsWithFrictionAreSymmetricInTime) {
  JointedArm arm{.rate = {1.0, -0.7}};
  System system = arm.system();
  system.forces.torques = {JointedArm::at_shoulder(), JointedArm::at_elbow()};
  system.forces.torques[0].torque = "2*sin(3*t) - w*abs(w)";
  system.forces.torques[1].torque = "-q - w + 0.1*w^2";
  Simulation s = Simulation::started(system, {.step = 0.01});
  Flow flow = Flow::make(*s.model, *s.forces, *s.plan, s.options, 0).value();
  ASSERT_TRUE(flow.place(s.state).converged);
  const State before = s.state;
  for (int k = 0; k < 20; ++k) ASSERT_TRUE(flow.advance(s.state, 0.01 * (k + 1), 0.01).ok());
  EXPECT_GT(largest_difference(before.position, s.state.position), 0.05);
  for (int k = 20; k-- > 0;) ASSERT_TRUE(flow.advance(s.state, 0.01 * k, -0.01).ok());
  EXPECT_LT(largest_difference(before.position, s.state.position), 1e-11);
  EXPECT_LT(largest_difference(before.velocity, s.state.velocity), 1e-10);
}

TEST(TorqueMotion, AServoAtRestHoldsALoad) {
  System system = make_pendulum({.degrees = {90.0}});
  system.model.add(ParticleSpec{.position = {1.0, 0.0, 0.0}, .fixed = true});
  system.forces.torques = {{.between = {2, 0, 1}, .torque = "20*(0.5 - q) - 3*w"}};
  Simulation s = Simulation::started(system, {.method = IntegratorMethod::quasistatic, .step = 0.1});
  const double q = std::atan2(s.position(1).y, s.position(1).x);
  EXPECT_NEAR(20.0 * (0.5 - q), g * std::cos(q), 1e-11);
  system.forces.torques[0].damping = 5.0;  // and comes to rest there
  Simulation moving = Simulation::started(system, {.step = 0.01});
  moving.step(3000);
  EXPECT_LT(largest_difference(moving.state.position, s.state.position), 1e-10);
}

// Its rate is then a few roundings, and so is its torque, a difference of what holds the load and of that again: there
// is no digit left to agree on, and nothing to find. Some formulas lose more than their values tell.
TEST(TorqueMotion, AServoThatCameToRestStaysThere) {
  for (const char* law : {"kp*(0.5 - q) - kd*w", "kp*0.5 - kp*q - kd*w", "kp*(0.5 - q) - kd*(w + 1000) + 1000*kd"})
    for (const auto& [kp, kd] : {std::pair{400.0, 40.0}, {2000.0, 100.0}, {1000.0, 200.0}})
      for (const double h : {0.001, 0.004, 0.02}) {
        System system = make_pendulum({.degrees = {0.0}});
        system.model.add(ParticleSpec{.position = {1.0, 0.0, 0.0}, .fixed = true});
        system.forces.torques = {{.between = {2, 0, 1}, .torque = law, .parameters = {{"kp", kp}, {"kd", kd}}}};
        Simulation s = Simulation::started(system, {.step = h});
        for (int n = 0; n < 12.0 / h; ++n) {
          const StepReport report = s.integrator->step(s.state);
          ASSERT_TRUE(report.ok()) << law << ", " << kd << ", " << h << ": " << s.integrator->explain(report);
          ASSERT_FALSE(report.subdivided);
        }
        const double q = std::atan2(s.position(1).y, s.position(1).x);
        EXPECT_NEAR(kp * (0.5 - q), g * std::cos(q), 1e-9) << law << ", " << kd << ", " << h;
        EXPECT_LT(norm(s.velocity(1)), 1e-9);
      }
}

TEST(TorqueMotion, IsRefusedWhereRatesHaveNoMeaning) {
  System system = make_sprung_pendulum();
  system.forces.drags = {{.on = {}, .coefficient = 1.0}};
  const auto refusal = [&](const IntegratorOptions& options) {
    const Model model = system.model.build().value();
    const ForceField forces = ForceField::make(model, system.forces).value();
    const auto made = Integrator::make(model, forces, Plan::make(model, tight()).value(), options);
    return made ? "" : made.error().key + ": " + made.error().message;
  };
  EXPECT_EQ(refusal({.method = IntegratorMethod::overdamped}), "");
  system.forces.torques[0].damping = 0.5;
  for (const IntegratorMethod method : {IntegratorMethod::overdamped, IntegratorMethod::langevin})
    EXPECT_EQ(refusal({.method = method}),
              std::string("integrator.method: ") + integrator_info(method).name +
                  " knows drag of single particles only, but a torque depends on the rate of its joint; use rattle or "
                  "closed-form");
  system.forces.drags = {};
  for (const IntegratorMethod method : {IntegratorMethod::shake, IntegratorMethod::suzuki4, IntegratorMethod::hmc})
    EXPECT_NE(refusal({.method = method, .temperature = 1.0}), "");
  EXPECT_EQ(refusal({}), "");
}

}  // namespace
}  // namespace taut::test
