// Motion by the equations in closed form: what drifts, what does not, and that it is the motion of RATTLE.
#include "support/systems.hpp"

namespace taut::test {
namespace {

IntegratorOptions closed_form(double step, Stabilisation stabilisation = Stabilisation::none, int order = 4) {
  return {.method = IntegratorMethod::closed_form, .step = step, .order = order, .stabilisation = stabilisation};
}

double drift(Simulation& s) { return s.integrator->violations(s.state).position; }

// Double pendulum for 20 s at h = 0.01, order 4.
Simulation long_run(const IntegratorOptions& options) {
  Simulation s = Simulation::started(make_pendulum({.degrees = {30.0, 45.0}}), options);
  s.step(static_cast<int>(20.0 / options.step));
  return s;
}

constexpr double rounding = 1e-14;  // of a relative length

TEST(ClosedForm, DriftsWhereRattleDoesNot) {
  Simulation rattle = long_run({.step = 0.01}), none = long_run(closed_form(0.01));
  EXPECT_LT(drift(rattle), rounding);
  EXPECT_GT(drift(none), 1e-6);
}

// Errors of sigma' stay, so that sigma grows with the square of time: sixteenfold when four times as long.
TEST(ClosedForm, DriftsFasterAndFaster) {
  Simulation s = Simulation::started(make_pendulum({.degrees = {30.0, 45.0}}), closed_form(0.01));
  s.step(1000);
  const double early = drift(s);
  s.step(3000);
  EXPECT_NEAR(drift(s) / early, 16.0, 0.1);
}

TEST(ClosedForm, IsKeptCloseByBaumgarte) {
  Simulation none = long_run(closed_form(0.01)), held = long_run(closed_form(0.01, Stabilisation::baumgarte));
  EXPECT_LT(drift(held), 0.01 * drift(none));
  EXPECT_GT(drift(held), rounding);
}

TEST(ClosedForm, IsKeptOnTheConstraintsByProjection) {
  Simulation s = long_run(closed_form(0.01, Stabilisation::projection));
  EXPECT_LT(drift(s), rounding);
  EXPECT_LT(s.integrator->violations(s.state).velocity, rounding);
}

// Violations obey sigma'' + 2 a sigma' + a^2 sigma = 0: one that starts with sigma' = 0 is (1 + a t) exp(-a t) of
// itself later. A free particle on a plane shows it alone.
TEST(Baumgarte, IsCriticallyDamped) {
  constexpr double rate = 3.0, step = 1e-3;
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.position = {0.0, 0.0, 0.0}, .velocity = {1.0, 0.0, 0.0}});
  system.model.add(ImplicitSpec{.on = {0}, .equation = "y"});
  Simulation s = Simulation::started(system, {.method = IntegratorMethod::closed_form,
                                              .step = step,
                                              .stabilisation = Stabilisation::baumgarte,
                                              .baumgarte = rate});
  State off = s.state;
  off.position[0].y = 1e-3;
  ASSERT_TRUE(s.integrator->resume(off, s.integrator->memory()).converged);
  for (int k = 1; k <= 2000; ++k) {
    ASSERT_TRUE(s.integrator->step(off).ok());
    const double decay = rate * off.time;
    ASSERT_NEAR(off.position[0].y, 1e-3 * (1.0 + decay) * std::exp(-decay), 1e-3 * 1e-9) << off.time;
  }
}

// The rate goes with 1/h: with the violations of each stage in place of those at its begin, the order would be two.
TEST(Baumgarte, KeepsTheOrder) {
  const System system = make_pendulum({.degrees = {30.0, 45.0}});
  Simulation exact = Simulation::started(system, {.method = IntegratorMethod::kahan_li8, .step = 1e-3});
  exact.step(1000);
  const auto error = [&](double step) {
    Simulation s = Simulation::started(system, closed_form(step, Stabilisation::baumgarte));
    s.step(static_cast<int>(std::lround(1.0 / step)));
    return largest_difference(exact.state.position, s.state.position);
  };
  const double rough = error(0.01), fine = error(0.005), finest = error(0.0025);
  EXPECT_NEAR(std::log2(rough / fine), 4.0, 0.2);
  EXPECT_NEAR(std::log2(fine / finest), 4.0, 0.2);
}

class ClosedFormMotion : public testing::TestWithParam<NamedSystem> {};

// Both are of order eight; over half a second at this step each is off by less than the tolerance.
TEST_P(ClosedFormMotion, IsThatOfTheCompositions) {
  constexpr double step = 1e-3, tolerance = 2e-12;
  Simulation a = Simulation::started(GetParam().system, {.method = IntegratorMethod::kahan_li8, .step = step});
  for (const Stabilisation stabilisation : {Stabilisation::none, Stabilisation::baumgarte, Stabilisation::projection}) {
    Simulation b = Simulation::started(GetParam().system, closed_form(step, stabilisation, 8));
    b.step(500);
    if (a.state.step == 0) a.step(500);
    EXPECT_LT(largest_difference(a.state.position, b.state.position), tolerance);
    EXPECT_LT(largest_difference(a.state.velocity, b.state.velocity), 100.0 * tolerance);
    EXPECT_LT(largest_difference(a.constraint_forces(), b.constraint_forces()), 1e5 * tolerance);
  }
}

INSTANTIATE_TEST_SUITE_P(, ClosedFormMotion, testing::ValuesIn(every_kind()),
                         [](const auto& instance) { return instance.param.name; });

// Many components and long paths have solvers of their own.
TEST(ClosedForm, WorksWithEverySolver) {
  for (const System& system : {make_free_chain(600), make_free_ring(6), make_free_tree(), make_water()})
    for (const SolverMethod solver : methods_for(system.model.build().value())) {
      if (system.model.size() > 100 && solver != SolverMethod::automatic) continue;
      SCOPED_TRACE(solver_name(solver));
      Simulation a = Simulation::started(system, {.method = IntegratorMethod::kahan_li6, .step = 1e-4}, tight(solver));
      Simulation b = Simulation::started(system, closed_form(1e-4, Stabilisation::baumgarte, 8), tight(solver));
      a.step(50);
      b.step(50);
      EXPECT_LT(largest_difference(a.state.position, b.state.position), 1e-12);
    }
}

TEST(ClosedForm, ConservesMomentumOfAFreeBody) {
  Simulation s = Simulation::started(make_free_ring(6), closed_form(2e-3));
  const Momenta before = momenta(s);
  s.step(1000);
  EXPECT_LT(norm(momenta(s).linear - before.linear), 1e-12);
}

// The force on the particle is not a number from x = 0.9 on.
TEST(ClosedForm, NamesTheParticleWhoseForceIsNotANumber) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.name = "car", .position = {0.0, 0.0, 0.0}, .velocity = {1.0, 0.0, 0.0}});
  system.forces.formulas = {{.on = 0, .force = {"sqrt(0.9 - x)", "0", ""}}};
  Simulation s = Simulation::started(system, closed_form(0.01));
  StepReport report;
  while ((report = s.integrator->step(s.state)).ok() && s.state.time < 2.0) {
  }
  ASSERT_FALSE(report.ok());
  EXPECT_NE(s.integrator->explain(report).find("the force on car"), std::string::npos) << s.integrator->explain(report);
  EXPECT_LT(s.position(0).x, 0.9);
}

}  // namespace
}  // namespace taut::test
