// Constraints whose branches come near one another: a step that is too long for the turn between them must not lead
// from one to the other in silence.
#include "support/systems.hpp"

namespace taut::test {
namespace {

// Steps until one fails; whether all were taken.
bool runs(Simulation& s, double duration) {
  const auto steps = std::lround(duration / s.options.step);
  for (std::int64_t k = 0; k < steps; ++k)
    if (!s.integrator->step(s.state).ok()) return false;
  return true;
}

const IntegratorOptions methods[] = {{.method = IntegratorMethod::rattle, .step = 0.01},
                                     {.method = IntegratorMethod::shake, .step = 0.01},
                                     {.method = IntegratorMethod::suzuki4, .step = 0.01},
                                     {.method = IntegratorMethod::kahan_li8, .step = 0.01}};

// A bead that comes down one sheet of a hyperboloid, close to its tip, goes up on the other side of the same sheet.
TEST(Branches, SheetsOfAHyperboloidAreNotExchanged) {
  for (const double a : {0.01, 0.002, 0.0005, 0.0001})
    for (const IntegratorOptions& options : methods) {
      System system{ModelBuilder(3)};
      const double x = 0.605, z = a * std::sqrt(1.0 + x * x / (a * a));
      system.model.add(ParticleSpec{.position = {x, 0.0, z}, .velocity = {-1.0, 0.0, -x / z}});
      system.model.add(ShapeSpec{
          .family = ShapeFamily::surface, .on = 0, .shape = "hyperboloid2", .parameters = {{"a", a}, {"c", a}}});
      Simulation s = Simulation::started(system, options);
      const bool done = runs(s, 0.9);
      EXPECT_GT(s.position(0).z, 0.0) << a << " " << integrator_info(options.method).name;
      EXPECT_TRUE(!done || std::abs(s.position(0).z - 0.296) < 0.002 + 2.0 * a) << a << " " << s.position(0).z;
    }
}

// Two ovals of Cassini with a gap between them, and the figure of eight that they meet in.
System make_cassini(double gap) {
  System system{ModelBuilder(2)};
  const double y = 0.3, c = y * y * y * y + y * y + gap;  // u^2 + (2 y^2 - 1) u + c = 0, u = x^2
  const double b = 2.0 * y * y - 1.0, x = std::sqrt(0.5 * (-b + std::sqrt(b * b - 4.0 * c)));
  const Vec3 gradient{4.0 * x * (x * x + y * y) - 2.0 * x, 4.0 * y * (x * x + y * y) + 2.0 * y, 0.0};
  const Vec3 along = (1.0 / norm(gradient)) * Vec3{-gradient.y, gradient.x, 0.0};
  system.model.add(ParticleSpec{.position = {x, y, 0.0}, .velocity = along});
  system.model.add(ImplicitSpec{.on = {0}, .equation = "(x^2+y^2)^2 - (x^2-y^2) + " + std::to_string(gap)});
  return system;
}

TEST(Branches, OvalsThatNearlyTouchAreNotExchanged) {
  for (const double gap : {1e-3, 1e-4, 1e-5})
    for (const IntegratorOptions& options : methods) {
      Simulation s = Simulation::started(make_cassini(gap), options);
      bool right = s.position(0).x > 0.0;
      for (int k = 0; k < 400 && right && s.integrator->step(s.state).ok(); ++k) right = s.position(0).x > 0.0;
      EXPECT_TRUE(right) << gap << " " << integrator_info(options.method).name;
    }
}

TEST(Branches, ANodeIsPassed) {
  for (const IntegratorOptions& options : methods) {
    Simulation s = Simulation::started(make_cassini(0.0), options);
    ASSERT_TRUE(runs(s, 2.0)) << integrator_info(options.method).name;
    EXPECT_LT(s.position(0).x, 0.0) << integrator_info(options.method).name;
  }
}

// A crank is led past a change point that the linkage just misses: its rocker is a little too long. The coupler and the
// rocker are never in one line, and the sign of their product stays.
System make_led_four_bar(double longer) {
  System system{ModelBuilder(2)};
  const double rocker = 1.0 + longer;
  system.model.add(ParticleSpec{.fixed = true, .path = {"cos(pi/2 - t)", "sin(pi/2 - t)"}});
  system.model.add(ParticleSpec{.position = {2.0, 0.0, 0.0}, .fixed = true});
  system.model.add(ParticleSpec{.position = {2.0, 1.0 + longer, 0.0}});
  system.model.add(DistanceSpec{.i = 0, .j = 2, .length = 2.0});
  system.model.add(DistanceSpec{.i = 1, .j = 2, .length = rocker});
  system.forces.drags = {{.on = {2}, .coefficient = 1.0}};
  return system;
}

double side(const Simulation& s) {
  const Vec3 coupler = s.position(2) - s.position(0), rocker = s.position(2) - s.position(1);
  return coupler.x * rocker.y - coupler.y * rocker.x;
}

TEST(Branches, ALinkageThatMissesItsChangePointKeepsItsBranch) {
  const IntegratorOptions others[] = {
      {.method = IntegratorMethod::rattle},
      {.method = IntegratorMethod::overdamped},
      {.method = IntegratorMethod::quasistatic},
      {.method = IntegratorMethod::closed_form, .stabilisation = Stabilisation::projection}};
  for (IntegratorOptions options : others)
    for (const double longer : {1e-2, 1e-3, 1e-4, 1e-6, 1e-8})
      for (const double step : {0.1, 0.05, 0.01}) {
        options.step = step;
        System system = make_led_four_bar(longer);
        if (options.method != IntegratorMethod::overdamped) system.forces.drags.clear();
        Simulation s = Simulation::started(system, options);
        const double begin = side(s);
        static_cast<void>(runs(s, 3.0));
        EXPECT_GT(side(s) * begin, 0.0) << integrator_info(options.method).name << " " << longer << " " << step;
      }
}

// What a run near a singular configuration does next does not depend on whether it was stopped before.
TEST(Branches, ResumedNearASingularConfigurationItGoesOnBitForBit) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.fixed = true});
  system.model.add(ParticleSpec{.position = {2.0, 0.0, 0.0}, .fixed = true});
  system.model.add(ParticleSpec{.position = {0.0, 1.0, 0.0}, .velocity = {-1.0, 0.0, 0.0}});
  system.model.add(
      ParticleSpec{.position = {1.99999, 0.9999999999499999, 0.0}, .velocity = {-1.0, 0.0, 0.0}, .mass = 7.0});
  system.model.add(DistanceSpec{.i = 0, .j = 2, .length = 1.0});
  system.model.add(DistanceSpec{.i = 1, .j = 3, .length = 1.0});
  system.model.add(DistanceSpec{.i = 2, .j = 3, .length = 1.99999});
  const IntegratorOptions options{.method = IntegratorMethod::suzuki4, .step = 0.01};
  Simulation whole = Simulation::started(system, options, {.tolerance = 1e-12});
  whole.step(150);
  for (int stop = 150; stop < 165; ++stop) {
    Simulation resumed = Simulation::at_rest(system, options, {.tolerance = 1e-12});
    resumed.state = whole.state;
    ASSERT_TRUE(resumed.integrator->resume(resumed.state, whole.integrator->memory()).converged);
    whole.step();
    resumed.step();
    EXPECT_EQ(whole.state.position, resumed.state.position) << stop;
    EXPECT_EQ(whole.state.velocity, resumed.state.velocity) << stop;
    EXPECT_EQ(whole.integrator->memory(), resumed.integrator->memory()) << stop;
  }
}

// No step leads over a jump: the shorter it is, the harder the blow.
TEST(Branches, PathsAndFormulasThatJumpAreRefused) {
  for (const char* path : {"0.1*floor(t)", "0.1*sgn(t - 1.0003)"})
    for (const double step : {0.01, 0.001}) {
      System system{ModelBuilder(2), {.gravity = {0.0, -g, 0.0}}};
      system.model.add(ParticleSpec{.fixed = true, .path = {path, ""}});
      system.model.add(ParticleSpec{.position = {std::string(path)[4] == 's' ? -0.1 : 0.0, -1.0, 0.0}});
      system.model.add(DistanceSpec{.i = 0, .j = 1, .length = 1.0});
      Simulation s = Simulation::started(system, {.step = step});
      EXPECT_FALSE(runs(s, 1.5)) << path;
      EXPECT_NEAR(s.state.time, 1.0, 2.0 * step) << path;
    }
  for (const char* equation : {"y - 0.2*floor(x)", "y - 0.2*floor(2*t)", "y - 0.1*sgn(x - 1.0001) - 0.1"}) {
    System system{ModelBuilder(2)};
    system.model.add(ParticleSpec{.position = {0.5, 0.0, 0.0}, .velocity = {1.0, 0.0, 0.0}});
    system.model.add(ImplicitSpec{.on = {0}, .equation = equation});
    Simulation s = Simulation::started(system, {.step = 0.01});
    EXPECT_FALSE(runs(s, 1.5)) << equation;
    EXPECT_NEAR(s.state.time, 0.5, 0.02) << equation;
  }
}

// A path that only starts, stops or shakes fast is no jump.
TEST(Branches, SteepPathsAreFollowed) {
  for (const char* path : {"max(0, t - 0.5)^2", "0.1*cos(80*t)", "0.3*abs(sin(3*t))", "exp(-1/max(t, 1e-3))"}) {
    System system{ModelBuilder(2)};
    const double at = std::string(path) == "0.1*cos(80*t)" ? 0.1 : 0.0;
    system.model.add(ParticleSpec{.fixed = true, .path = {path, ""}});
    system.model.add(ParticleSpec{.position = {at, -1.0, 0.0}});
    system.model.add(DistanceSpec{.i = 0, .j = 1, .length = 1.0});
    Simulation s = Simulation::started(system, {.step = 0.005});
    EXPECT_TRUE(runs(s, 1.5)) << path;
  }
}

}  // namespace
}  // namespace taut::test
