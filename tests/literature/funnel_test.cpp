// A point on the funnel z = -1/rho, started at rho = 2 with v = 1.8 around it, g = 9.81 [science, section 6].
#include "support/systems.hpp"

namespace taut::test {
namespace {

constexpr double radial_period = 4.13041761209467;
constexpr double precession = 1.21115498700330;
constexpr double pericentre = 72.0 / 73.0;

Simulation funnel(double step) {
  return Simulation::started(make_funnel(), {.method = IntegratorMethod::kahan_li8, .step = step});
}

double rho(const Vec3& r) { return std::hypot(r.x, r.y); }
double radial_velocity(const Simulation& s) {
  return (s.position(0).x * s.velocity(0).x + s.position(0).y * s.velocity(0).y) / rho(s.position(0));
}

// kahan-li8 with a thousand steps a period errs by less than 1e-13 (halving the step changes less); the tolerances are
// the last printed digits, and for velocities that digit of the period times an acceleration of at most 2g.
constexpr int steps_per_period = 1000;

TEST(Funnel, IsWhereThePrintedTrajectoryIs) {
  Simulation s = funnel(10.0 / 4000);
  s.step(4000);
  EXPECT_LT(norm(s.position(0) - Vec3{0.333408478568, -1.018952693927, -0.932737694857}), 1e-12);
}

TEST(Funnel, TurnsAtThePericentre) {
  Simulation s = funnel(radial_period / steps_per_period);
  s.step(steps_per_period / 2);
  EXPECT_NEAR(rho(s.position(0)), pericentre, 1e-12);
  EXPECT_NEAR(radial_velocity(s), 0.0, 1e-12);
}

TEST(Funnel, HasThePrintedPeriodAndPrecession) {
  Simulation s = funnel(radial_period / steps_per_period);
  s.step(steps_per_period);
  EXPECT_NEAR(rho(s.position(0)), 2.0, 1e-12);
  EXPECT_NEAR(radial_velocity(s), 0.0, 1e-12);
  EXPECT_NEAR(std::atan2(s.position(0).y, s.position(0).x), precession, 1e-12);
}

// Circular orbits have v = sqrt(g a / rho); a small radial oscillation turns by 2 pi sqrt(1 + a^2/rho^4), which is more
// than a full turn: the precession is prograde.
TEST(Funnel, HoldsACircularOrbit) {
  System system{ModelBuilder(3), {.gravity = {0.0, 0.0, -g}}};
  system.model.add(ParticleSpec{.position = {1.5, 0.0, -1.0 / 1.5}, .velocity = {0.0, std::sqrt(g / 1.5), 0.0}});
  system.model.add(ShapeSpec{.family = ShapeFamily::surface, .on = 0, .shape = "funnel", .parameters = {{"a", 1.0}}});
  Simulation s = Simulation::started(system, {.method = IntegratorMethod::kahan_li8, .step = 0.01});
  for (int k = 0; k < 500; ++k) {
    s.step();
    ASSERT_NEAR(rho(s.position(0)), 1.5, 1e-12);
  }
}

}  // namespace
}  // namespace taut::test
