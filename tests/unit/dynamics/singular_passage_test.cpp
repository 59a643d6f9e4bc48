// Motion through configurations where the constraints depend on one another for a moment.
#include "support/systems.hpp"

namespace taut::test {
namespace {

struct Pins {
  double mass_a = 1.0, mass_b = 1.0;
  Vec3 force_a, force_b;
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
  system.model.add(DistanceSpec{.i = 2, .j = 3, .length = 2.0, .name = "coupler"});
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

}  // namespace
}  // namespace taut::test
