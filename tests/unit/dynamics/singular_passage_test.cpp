// Motion through configurations where the constraints depend on one another for a moment.
#include "support/systems.hpp"
#include "taut/flow.hpp"

namespace taut::test {
namespace {

struct Pins {
  double mass_a = 1.0, mass_b = 1.0;
  Vec3 force_a = {}, force_b = {};
  double coupler = 2.0;
};

// Two cranks of length 1 on pivots 2 apart, joined by a rod of length 2: a parallelogram that passes its change points,
// where all lie in one line, at 0 and at 180 degrees. Both pins circle at the same speed.
System make_parallelogram(double degrees, double speed, const Pins& pins = {}) {
  System system{ModelBuilder(2)};
  const Vec3 e{std::cos(degrees * degree), std::sin(degrees * degree), 0.0};
  const Vec3 v = speed * Vec3{-e.y, e.x, 0.0};
  system.model.add(ParticleSpec{.name = "left", .fixed = true});
  system.model.add(ParticleSpec{.name = "right", .position = {2.0, 0.0, 0.0}, .fixed = true});
  system.model.add(ParticleSpec{.name = "a", .position = e, .velocity = v, .mass = pins.mass_a});
  system.model.add(ParticleSpec{.name = "b", .position = Vec3{2.0, 0.0, 0.0} + e, .velocity = v, .mass = pins.mass_b});
  system.model.add(DistanceSpec{.i = 0, .j = 2, .length = 1.0, .name = "left crank"});
  system.model.add(DistanceSpec{.i = 1, .j = 3, .length = 1.0, .name = "right crank"});
  system.model.add(DistanceSpec{.i = 2, .j = 3, .length = pins.coupler, .name = "coupler"});
  system.forces.constants = {{2, pins.force_a}, {3, pins.force_b}};
  return system;
}

// Steps that ended in success, how many of them led near a singular configuration, and when the first did.
struct Passage {
  int count = 0;
  double time = -1.0;
};
Passage run(Simulation& s, int steps) {
  Passage passage;
  for (int k = 0; k < steps; ++k) {
    const StepReport report = s.integrator->step(s.state);
    if (!report.ok()) throw InputError(s.integrator->explain(report));
    EXPECT_FALSE(report.subdivided);
    if (report.singular_row < 0) continue;
    if (passage.count++ == 0) passage.time = report.singular_time;
  }
  return passage;
}

void expect_parallelogram(const Simulation& s, double degrees, double tolerance) {
  const Vec3 e{std::cos(degrees * degree), std::sin(degrees * degree), 0.0};
  EXPECT_LE(norm(s.position(2) - e), tolerance);
  EXPECT_LE(norm(s.position(3) - s.position(2) - Vec3{2.0, 0.0, 0.0}), tolerance);
}

// A step of RATTLE turns each pin by asin(v h), through a change point as elsewhere.
TEST(SingularPassage, BetweenTwoSteps) {
  for (const double h : {0.02, 0.01, 0.005}) {
    Simulation s = Simulation::started(make_parallelogram(90.3, 1.0), {.step = h}, tight());
    const double energy = s.energy();
    const int steps = static_cast<int>(std::lround(2.5 / h));
    const Passage passage = run(s, steps);
    EXPECT_GE(passage.count, 1);
    EXPECT_NEAR(passage.time, 89.7 * degree, 4.0 * h);
    EXPECT_NEAR(s.energy(), energy, 1e-12 * energy);
    expect_parallelogram(s, 90.3 + steps * std::asin(h) / degree, 1e-11);
  }
}

TEST(SingularPassage, InACompositionOfManyStages) {
  for (const double h : {0.02, 0.01, 0.005, 0.0025}) {
    Simulation s =
        Simulation::started(make_parallelogram(90.3, 1.0), {.method = IntegratorMethod::kahan_li8, .step = h}, tight());
    const double energy = s.energy();
    const int steps = static_cast<int>(std::lround(2.5 / h));
    EXPECT_GE(run(s, steps).count, 1);
    EXPECT_NEAR(s.energy(), energy, 1e-11 * energy);
    expect_parallelogram(s, 90.3 + steps * h / degree, 1e-11);
  }
}

// With unequal masses and forces the coupler must hold against the pins across its own direction there. The angle obeys
// (m_a + m_b) angle'' = torque of both forces, here by Runge and Kutta with steps a hundred times as short.
double angle_of(const Pins& pins, double angle, double speed, double time) {
  const Vec3 force = pins.force_a + pins.force_b;
  const auto acceleration = [&](double x) {
    return (force.y * std::cos(x) - force.x * std::sin(x)) / (pins.mass_a + pins.mass_b);
  };
  const int steps = 40000;
  const double h = time / steps;
  for (int k = 0; k < steps; ++k) {
    const double a1 = acceleration(angle), a2 = acceleration(angle + 0.5 * h * speed);
    const double a3 = acceleration(angle + 0.5 * h * (speed + 0.5 * h * a1));
    const double a4 = acceleration(angle + h * (speed + 0.5 * h * a2));
    angle += h * (speed + h * (a1 + a2 + a3) / 6.0);
    speed += h * (a1 + 2.0 * a2 + 2.0 * a3 + a4) / 6.0;
  }
  return angle;
}

TEST(SingularPassage, KeepsTheOrderUnderUnequalLoads) {
  const Pins pins{1.0, 3.0, {2.0, -9.81, 0.0}, {-1.0, -15.0, 0.0}};
  const double truth = angle_of(pins, 80.0 * degree, 1.0, 4.0) / degree;
  const auto error = [&](IntegratorMethod method, double h) {
    Simulation s = Simulation::started(make_parallelogram(80.0, 1.0, pins), {.method = method, .step = h}, tight());
    EXPECT_GE(run(s, static_cast<int>(std::lround(4.0 / h))).count, 1);
    const Vec3 e{std::cos(truth * degree), std::sin(truth * degree), 0.0};
    return norm(s.position(2) - e);
  };
  EXPECT_NEAR(error(IntegratorMethod::rattle, 4e-3) / error(IntegratorMethod::rattle, 1e-3), 16.0, 0.5);
  EXPECT_NEAR(error(IntegratorMethod::shake, 4e-3) / error(IntegratorMethod::shake, 1e-3), 16.0, 0.5);
  EXPECT_NEAR(error(IntegratorMethod::yoshida4, 8e-3) / error(IntegratorMethod::yoshida4, 4e-3), 16.0, 3.0);
  EXPECT_LE(error(IntegratorMethod::kahan_li8, 1e-2), 1e-10);
  EXPECT_LE(error(IntegratorMethod::kahan_li8, 5e-3), 1e-10);
}

// Thirty steps of three degrees lead from 90 to 180, as exactly as rounding lets them, and sixty more to 360.
TEST(SingularPassage, AtTheEndOfAStep) {
  const double h = std::sin(3.0 * degree);
  for (const SolverMethod method : {SolverMethod::automatic, SolverMethod::newton}) {
    Simulation s = Simulation::started(make_parallelogram(90.0, 1.0), {.step = h}, tight(method));
    const double energy = s.energy();
    const Passage passage = run(s, 100);
    EXPECT_GE(passage.count, 2);
    EXPECT_NEAR(passage.time, 30.0 * h, 4.0 * h);
    EXPECT_NEAR(s.energy(), energy, 1e-11 * energy);
    expect_parallelogram(s, 90.0 + 300.0, 1e-10);
  }
}

// A state at the change point itself, as a continued run may find it.
Simulation at_the_change_point(double h) {
  Simulation s = Simulation::started(make_parallelogram(90.0, 1.0), {.step = h});
  s.state.position[2] = {-1.0, 0.0, 0.0};
  s.state.position[3] = {1.0, 0.0, 0.0};
  s.state.velocity[2] = s.state.velocity[3] = {0.0, -1.0, 0.0};
  EXPECT_TRUE(s.integrator->resume(s.state, s.integrator->memory()).converged);
  return s;
}

TEST(SingularPassage, AtTheBeginningOfAStep) {
  const double h = 0.01;
  Simulation s = at_the_change_point(h);
  EXPECT_GE(run(s, 50).count, 1);
  EXPECT_NEAR(s.energy(), 1.0, 1e-10);
  expect_parallelogram(s, 180.0 + 50 * std::asin(h) / degree, 1e-9);
}

// Many sets of forces hold the pins on their circles there; the smallest leave the coupler without any.
TEST(SingularPassage, HasTheSmallestForcesAtTheChangePoint) {
  Simulation s = at_the_change_point(0.01);
  std::vector<double> forces(3);
  ASSERT_TRUE(s.integrator->constraint_forces(s.state, forces).converged);
  EXPECT_NEAR(forces[0], 1.0, 1e-9);
  EXPECT_NEAR(forces[1], 1.0, 1e-9);
  EXPECT_NEAR(forces[2], 0.0, 1e-9);
}

// The base moves along: constraints depend on time, themselves and by the pivots. In its frame the pins feel -m x'', so
// that the angle obeys angle'' = x'' sin(angle); here by Runge and Kutta with short steps.
constexpr double sway = 0.3, frequency = 3.0;
double angle_on_a_swaying_base(double angle, double rate, double time) {
  const int steps = 40000;
  const double dt = time / steps;
  const auto turn = [](double at, double t) {
    return -sway * frequency * frequency * std::sin(frequency * t) * std::sin(at);
  };
  for (int k = 0; k < steps; ++k) {
    const double t = k * dt;
    const double a1 = rate, r1 = turn(angle, t);
    const double a2 = rate + 0.5 * dt * r1, r2 = turn(angle + 0.5 * dt * a1, t + 0.5 * dt);
    const double a3 = rate + 0.5 * dt * r2, r3 = turn(angle + 0.5 * dt * a2, t + 0.5 * dt);
    const double a4 = rate + dt * r3, r4 = turn(angle + dt * a3, t + dt);
    angle += dt / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    rate += dt / 6.0 * (r1 + 2.0 * r2 + 2.0 * r3 + r4);
  }
  return angle;
}

System make_swaying_parallelogram(double degrees, double speed) {
  System system{ModelBuilder(2)};
  const Vec3 e{std::cos(degrees * degree), std::sin(degrees * degree), 0.0};
  const Vec3 v = speed * Vec3{-e.y, e.x, 0.0} + Vec3{sway * frequency, 0.0, 0.0};
  system.model.add(ParticleSpec{.fixed = true, .path = {"0.3*sin(3*t)", "0"}});
  system.model.add(ParticleSpec{.position = e, .velocity = v});
  system.model.add(ParticleSpec{.position = Vec3{2.0, 0.0, 0.0} + e, .velocity = v});
  system.model.add(DistanceSpec{.i = 0, .j = 1, .length = 1.0});
  system.model.add(DistanceSpec{.i = 1, .j = 2, .length = 2.0});
  system.model.add(ImplicitSpec{.on = {2}, .equation = "((x - 2 - 0.3*sin(3*t))^2 + y^2 - 1)/2"});
  return system;
}

TEST(SingularPassage, OnAMovingBase) {
  constexpr double duration = 3.0, speed = 1.5;
  const double angle = angle_on_a_swaying_base(60.3 * degree, speed, duration);
  const auto error = [&](const IntegratorOptions& options) {
    Simulation s = Simulation::started(make_swaying_parallelogram(60.3, speed), options, tight());
    EXPECT_GE(run(s, static_cast<int>(std::lround(duration / options.step))).count, 1);
    const Vec3 e = Vec3{std::cos(angle), std::sin(angle), 0.0} + s.position(0);
    return std::max(norm(s.position(1) - e), norm(s.position(2) - e - Vec3{2.0, 0.0, 0.0}));
  };
  EXPECT_GT(angle, 180.0 * degree);
  const double coarse = error({.step = 0.01}), fine = error({.step = 0.0025});
  EXPECT_NEAR(std::log2(coarse / fine) / 2.0, 2.0, 0.1) << coarse << " " << fine;
  for (const double h : {0.02, 0.01}) EXPECT_LT(error({.method = IntegratorMethod::kahan_li8, .step = h}), 1e-9);
}

// A coupler that is a little too long: the change point is missed, and the pins turn sharply beside it. Tangent
// vectors, which go along, change nothing about the way.
TEST(SingularPassage, IsConfirmedWithTangentVectors) {
  for (const double longer : {0.0, 1e-4, 1e-3}) {
    const System system = make_parallelogram(90.3, 1.0, {.coupler = 2.0 + longer});
    Simulation s = Simulation::started(system, {.step = 0.01}, tight());
    Flow flow = Flow::make(*s.model, *s.forces, *s.plan, s.options, 1).value();
    State followed = s.state;
    ASSERT_TRUE(flow.place(followed).converged);
    int past = 0;
    for (int k = 0; k < 250; ++k) {
      const StepReport report = s.integrator->step(s.state);
      const StepReport beside = flow.advance(followed, s.options.step * (k + 1), s.options.step);
      ASSERT_EQ(report.ok(), beside.ok()) << k << " " << longer;
      if (!report.ok()) break;
      EXPECT_EQ(report.near_miss, beside.near_miss) << k;
      if (report.singular_row >= 0) ++past;
      ASSERT_LT(largest_difference(s.state.position, followed.position), 1e-10) << k << " " << longer;
    }
    EXPECT_TRUE(past > 0 || longer > 0.0);
  }
}

}  // namespace
}  // namespace taut::test
