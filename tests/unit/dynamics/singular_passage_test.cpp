// Motion through configurations where the constraints depend on one another for a moment.
#include "solve/singular_projection.hpp"
#include "support/systems.hpp"

namespace taut::test {
namespace {

// Two cranks of length 1 on pivots 2 apart, joined by a rod of length 2: a parallelogram that passes its change points,
// where all lie in one line, at 0 and at 180 degrees. Both pins circle at the same speed.
System make_parallelogram(double degrees, double speed) {
  System system{ModelBuilder(2)};
  const Vec3 e{std::cos(degrees * degree), std::sin(degrees * degree), 0.0};
  const Vec3 v = speed * Vec3{-e.y, e.x, 0.0};
  system.model.add(ParticleSpec{.name = "left", .fixed = true});
  system.model.add(ParticleSpec{.name = "right", .position = {2.0, 0.0, 0.0}, .fixed = true});
  system.model.add(ParticleSpec{.name = "a", .position = e, .velocity = v});
  system.model.add(ParticleSpec{.name = "b", .position = Vec3{2.0, 0.0, 0.0} + e, .velocity = v});
  system.model.add(DistanceSpec{.i = 0, .j = 2, .length = 1.0, .name = "left crank"});
  system.model.add(DistanceSpec{.i = 1, .j = 3, .length = 1.0, .name = "right crank"});
  system.model.add(DistanceSpec{.i = 2, .j = 3, .length = 2.0, .name = "coupler"});
  return system;
}

struct Passage {
  int count = 0;
  double time = -1.0;
};

// Steps, and where the first singular configuration was passed.
Passage run(Simulation& s, int steps) {
  Passage passage;
  for (int k = 0; k < steps; ++k) {
    const StepReport report = s.integrator->step(s.state);
    if (!report.ok()) throw InputError(s.integrator->explain(report));
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

// A step of RATTLE turns each pin by asin(v h). Across the change point one short stage takes its gradients from ahead.
TEST(SingularPassage, BetweenTwoSteps) {
  for (const double h : {0.02, 0.01, 0.005}) {
    Simulation s = Simulation::started(make_parallelogram(90.3, 1.0), {.step = h});
    const double energy = s.energy();
    const int steps = static_cast<int>(std::lround(2.5 / h));
    const Passage passage = run(s, steps);
    EXPECT_EQ(passage.count, 1);
    EXPECT_NEAR(passage.time, 89.7 * degree, h);
    EXPECT_NEAR(s.energy(), energy, 1e-5 * h * h * energy);
    expect_parallelogram(s, 90.3 + steps * std::asin(h) / degree, h * h * h);  // one step of it was halved
  }
}

TEST(SingularPassage, InACompositionOfManyStages) {
  for (const double h : {0.02, 0.01, 0.005, 0.0025}) {
    Simulation s =
        Simulation::started(make_parallelogram(90.3, 1.0), {.method = IntegratorMethod::kahan_li8, .step = h});
    const double energy = s.energy();
    const int steps = static_cast<int>(std::lround(2.5 / h));
    EXPECT_GE(run(s, steps).count, 1);
    EXPECT_NEAR(s.energy(), energy, 1e-3 * h * h * energy);
    expect_parallelogram(s, 90.3 + steps * h / degree, 1e-3 * h * h);
  }
}

// Thirty steps of three degrees lead from 90 to 180, as exactly as rounding lets them, and sixty more to 360.
TEST(SingularPassage, AtTheEndOfAStep) {
  const double h = std::sin(3.0 * degree);
  for (const SolverMethod method : {SolverMethod::automatic, SolverMethod::newton}) {
    Simulation s = Simulation::started(make_parallelogram(90.0, 1.0), {.step = h}, tight(method));
    const double energy = s.energy();
    const Passage passage = run(s, 100);
    EXPECT_EQ(passage.count, 2);
    EXPECT_NEAR(passage.time, 30.0 * h, h / 512.0);
    EXPECT_NEAR(s.energy(), energy, 1e-5 * h * h * energy);
    expect_parallelogram(s, 90.0 + 300.0, h * h * h);
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
  EXPECT_EQ(run(s, 50).count, 1);
  EXPECT_NEAR(s.energy(), 1.0, 1e-5 * h * h);
  expect_parallelogram(s, 180.0 + 50 * std::asin(h) / degree, h * h * h);
}

TEST(SingularPassage, HasNoForcesAtTheChangePoint) {
  Simulation s = at_the_change_point(0.01);
  std::vector<double> forces(3);
  EXPECT_EQ(s.integrator->constraint_forces(s.state, forces).failure, SolveFailure::singular);
  s.step();
  EXPECT_TRUE(s.integrator->constraint_forces(s.state, forces).converged);
}

// Velocities there: all three rows hold although only two are independent.
TEST(SingularPassage, ProjectsVelocitiesAtTheChangePoint) {
  const Model model = make_parallelogram(90.0, 1.0).model.build().value();
  const Plan plan = Plan::make(model, {}).value();
  const std::vector<Vec3> position = {{}, {2.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, low(4);
  const std::vector<Vec3> before = {{}, {}, {0.1, -1.0, 0.0}, {0.2, -0.9, 0.0}};
  std::vector<Vec3> v = before;
  SingularProjection(model, plan).project({position.data(), low.data(), 0.0}, before.data(), v.data());
  EXPECT_LE(norm(v[2] - Vec3{0.0, -1.0, 0.0}), 1e-15);
  EXPECT_LE(norm(v[3] - Vec3{0.0, -0.9, 0.0}), 1e-15);
}

}  // namespace
}  // namespace taut::test
