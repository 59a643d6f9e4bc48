// Following the equilibrium of a load that changes slowly.
#include "support/resume.hpp"
#include "support/systems.hpp"

namespace taut::test {
namespace {

constexpr IntegratorOptions quasistatic = {.method = IntegratorMethod::quasistatic, .step = 0.05};

// A pendulum with a sideways force hangs in the direction of the sum of both.
TEST(Quasistatic, APendulumPointsAlongItsLoad) {
  System system = make_pendulum({.degrees = {70.0}});
  system.forces.formulas = {{.on = 1, .force = {"20*t", "0", ""}}};
  Simulation s = Simulation::started(system, quasistatic);
  for (int k = 0; k <= 40; ++k) {
    const double pull = 20.0 * s.state.time, load = std::hypot(pull, g);
    ASSERT_NEAR(s.position(1).x, pull / load, 1e-14);
    ASSERT_NEAR(s.position(1).y, -g / load, 1e-14);
    ASSERT_NEAR(s.constraint_forces()[0], load, 1e-12 * load);
    s.step();
  }
}

// A chain of rods between two points, the discrete catenary: horizontal tension is the same in every rod, and the
// vertical one changes by the weight of a bead from rod to rod.
TEST(Quasistatic, AHangingChainIsADiscreteCatenary) {
  constexpr int links = 20;
  System system{ModelBuilder(2), {.gravity = {0.0, -g, 0.0}}};
  for (int k = 0; k <= links; ++k)  // an arch, upside down: every rod pushes
    system.model.add(ParticleSpec{.position = {14.0 / links * k, k % 2 == 0 ? 0.0 : std::sqrt(1.0 - 0.49), 0.0},
                                  .mass = 0.1 + 0.01 * k,
                                  .fixed = k == 0 || k == links});
  for (int k = 0; k < links; ++k) system.model.add(DistanceSpec{.i = k, .j = k + 1, .length = 1.0});
  Simulation s = Simulation::started(system, quasistatic);
  const std::vector<double> tension = s.constraint_forces();
  const auto pull = [&](std::size_t rod) { return tension[rod] * (s.position(rod + 1) - s.position(rod)); };
  for (std::size_t k = 1; k < links; ++k) {
    const Vec3 change = pull(k) - pull(k - 1);
    EXPECT_NEAR(change.x, 0.0, 1e-12);
    EXPECT_NEAR(change.y, (0.1 + 0.01 * static_cast<double>(k)) * g, 1e-12);
    EXPECT_GT(tension[k], 0.0);  // it hangs
  }
}

// Two springs in a row share a displacement by their compliances.
TEST(Quasistatic, SpringsShareADrivenDisplacement) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.fixed = true});
  system.model.add(ParticleSpec{.position = {1.1, 0.3, 0.0}});
  system.model.add(ParticleSpec{.fixed = true, .path = {"2 + t", "0"}});
  system.forces.springs = {{.i = 0, .j = 1, .stiffness = 3.0, .rest_length = 0.9},
                           {.i = 1, .j = 2, .stiffness = 1.0, .rest_length = 0.9}};
  Simulation s = Simulation::started(system, quasistatic);
  s.step(10);
  const double stretch = 2.0 + s.state.time - 1.8;
  EXPECT_NEAR(s.position(1).x, 0.9 + 0.25 * stretch, 1e-14);
  EXPECT_NEAR(s.position(1).y, 0.0, 1e-12);
  EXPECT_NEAR(s.velocity(1).x, 0.25, 1e-10);  // the secant of a motion that is linear in time
}

// A bead on a wire that tilts with time: no spring, the wire and its load alone.
TEST(Quasistatic, FollowsAConstraintThatMoves) {
  System system{ModelBuilder(2), {.gravity = {0.0, -g, 0.0}}};
  system.model.add(ParticleSpec{.position = {0.3, 0.09, 0.0}});
  system.model.add(ImplicitSpec{.on = {0}, .equation = "y - x^2 - t*x"});
  Simulation s = Simulation::started(system, quasistatic);
  s.step(20);
  EXPECT_NEAR(s.position(0).x, -0.5 * s.state.time, 1e-14);
  EXPECT_LT(s.integrator->violations(s.state).position, 1e-14);
  EXPECT_LT(s.integrator->violations(s.state).velocity, 1e-14);
}

// Whatever the kind of constraint: at the end nothing would move, were it let go.
TEST(Quasistatic, LeavesNoForceUnbalanced) {
  System system = make_mixed();
  system.forces.springs = {{.i = 0, .j = 1, .stiffness = 5.0, .rest_length = 0.5},
                           {.i = 0, .j = 2, .stiffness = 20.0, .rest_length = 0.3}};
  system.forces.potentials = {{.on = {0}, .energy = "2*(x - 1)^2 + y^2 + 3*z^2"},
                              {.on = {1}, .energy = "(x - 2)^2 + y^2"}};
  Simulation s = Simulation::started(system, quasistatic);
  const Vec3 at_rest = s.position(1);
  Simulation released = Simulation::at_rest(system, {.method = IntegratorMethod::closed_form, .step = 0.01});
  released.state = s.state;
  ASSERT_TRUE(released.integrator->start(released.state).ok());
  released.step(100);
  EXPECT_LT(norm(released.position(1) - at_rest), 1e-10);
}

TEST(Quasistatic, DoesNotDependOnTheStep) {
  const auto end_with = [](double step) {
    System system = make_pendulum({.degrees = {10.0, 20.0, 30.0}});
    system.forces.formulas = {{.on = 3, .force = {"10*sin(t)", "0", ""}}, {.on = 1, .force = {"-5*t", "0", ""}}};
    Simulation s = Simulation::started(system, {.method = IntegratorMethod::quasistatic, .step = step});
    s.step(static_cast<int>(1.0 / step + 0.5));
    return s.state.position;
  };
  EXPECT_LT(largest_difference(end_with(0.1), end_with(0.05)), 1e-13);
}

TEST(Quasistatic, ContinuesBitForBit) {
  System system = make_pendulum({.degrees = {10.0, 20.0, 30.0}});
  system.forces.formulas = {{.on = 3, .force = {"10*sin(t)", "0", ""}}};
  Simulation s = Simulation::started(system, quasistatic);
  s.step(5);
  expect_continues(s, 5);
}

std::string refusal(const System& system) {
  Simulation s = Simulation::at_rest(system, quasistatic);
  const StartReport report = s.integrator->start(s.state);
  return report.ok() ? "started" : s.integrator->explain(report);
}

TEST(Quasistatic, RefusesWhatNothingHolds) {
  System system = make_circle(0.0);  // without gravity the bob may be anywhere on its circle
  EXPECT_EQ(refusal(system),
            "nothing holds particle 1, which can move without resistance, so that the equilibrium is not determined; "
            "hold it by a spring, a constraint or a load, or use overdamped");
}

TEST(Quasistatic, RefusesAFreeBodyByTheNameOfAParticle) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.name = "left", .fixed = true});
  system.model.add(ParticleSpec{.name = "middle", .position = {1.0, 0.0, 0.0}});
  system.model.add(ParticleSpec{.name = "loose", .position = {2.0, 0.0, 0.0}});
  system.forces.springs = {{.i = 0, .j = 1, .stiffness = 3.0, .rest_length = 0.9}};
  system.forces.potentials = {{.on = {1}, .energy = "x^2 + y^2"}};
  EXPECT_EQ(refusal(system).rfind("nothing holds loose", 0), 0u) << refusal(system);
}

// The load grows until the force is no number any more: the last equilibrium stays, and the particle is named.
TEST(Quasistatic, NamesTheParticleWhoseForceIsNotANumber) {
  System system = make_pendulum({.degrees = {10.0}});
  system.forces.formulas = {{.on = 1, .force = {"sqrt(0.5 - t)", "0", ""}}};
  Simulation s = Simulation::started(system, quasistatic);
  StepReport report;
  while ((report = s.integrator->step(s.state)).ok() && s.state.time < 1.0) {
  }
  ASSERT_FALSE(report.ok());
  EXPECT_NEAR(s.state.time, 0.5, 1e-12);
  EXPECT_NE(s.integrator->explain(report).find("the force on bob1"), std::string::npos)
      << s.integrator->explain(report);
}

// A shallow arch of two springs, pushed down by a hand at its top, and snapped through: past its limit the equilibrium
// on this side is gone, and the other one is found.
TEST(Quasistatic, SnapsThrough) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.position = {-1.0, 0.0, 0.0}, .fixed = true});
  system.model.add(ParticleSpec{.position = {0.0, 0.2, 0.0}});
  system.model.add(ParticleSpec{.position = {1.0, 0.0, 0.0}, .fixed = true});
  const double rest = std::hypot(1.0, 0.2);
  system.forces.springs = {{.i = 0, .j = 1, .stiffness = 100.0, .rest_length = rest},
                           {.i = 1, .j = 2, .stiffness = 100.0, .rest_length = rest}};
  system.forces.potentials = {{.on = {1}, .energy = "t*y"}};
  Simulation s = Simulation::started(system, quasistatic);
  double before = s.position(1).y;
  int jumps = 0;
  for (int k = 0; k < 20; ++k) {
    s.step();
    const double y = s.position(1).y, stretched = std::hypot(1.0, y);
    EXPECT_NEAR(200.0 * (stretched - rest) * y / stretched, -s.state.time, 1e-10);  // equilibrium
    if (before > 0.0 && y < -0.2) ++jumps;
    before = y;
  }
  EXPECT_EQ(jumps, 1);
}

TEST(Quasistatic, RefusesWhatFallsForEver) {
  System system{ModelBuilder(2), {.gravity = {0.0, -g, 0.0}}};
  system.model.add(ParticleSpec{.name = "stone", .position = {1.0, 0.0, 0.0}});
  EXPECT_EQ(refusal(system),
            "no equilibrium was found nearby, and nothing holds stone; hold it by a spring or a constraint");
}

}  // namespace
}  // namespace taut::test
