// What cannot be computed is refused in words, and the state stays as it was.
#include "support/systems.hpp"

namespace taut::test {
namespace {

void expect_finite(const State& state) {
  for (const std::vector<Vec3>* vectors : {&state.position, &state.velocity})
    for (const Vec3& v : *vectors) EXPECT_TRUE(is_finite(v));
}

void expect_same(const State& a, const State& b) {
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.velocity, b.velocity);
}

struct Failure {
  State before;
  StepReport report;
};

Failure first_failure(Simulation& s, int most) {
  for (int k = 0; k < most; ++k) {
    State before = s.state;
    if (const StepReport report = s.integrator->step(s.state); !report.ok()) return {std::move(before), report};
  }
  ADD_FAILURE() << "no step failed";
  return {};
}

// --- the start

// Why no integrator can be made for a system.
std::string refusal(const System& system) {
  const Model model = system.model.build().value();
  const ForceField forces = ForceField::make(model, system.forces).value();
  const Plan plan = Plan::make(model, {}).value();
  const Expected<Integrator> integrator = Integrator::make(model, forces, plan, {});
  return integrator ? "" : integrator.error().message;
}

// Three collinear atoms held by three distances: the gradients are dependent [science, section 2].
TEST(Start, RefusesACollinearTriatomic) {
  System system{ModelBuilder(3)};
  for (int k = 0; k < 3; ++k) system.model.add(ParticleSpec{.position = {1.0 * k, 0.0, 0.0}});
  system.model.add(DistanceSpec{.i = 0, .j = 1});
  system.model.add(DistanceSpec{.i = 1, .j = 2});
  system.model.add(DistanceSpec{.i = 0, .j = 2});
  EXPECT_EQ(
      refusal(system),
      "distance 2 (0-2) is singular at the start: it depends on distance 0 (0-1), distance 1 (1-2) there and only "
      "there");
}

// Two rods of length 1 cannot bridge a gap of 3.
TEST(Start, RefusesWhatCannotHold) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.position = {-1.5, 0.0, 0.0}, .fixed = true});
  system.model.add(ParticleSpec{.position = {1.5, 0.0, 0.0}, .fixed = true});
  system.model.add(ParticleSpec{.position = {0.1, 1.0, 0.0}});
  system.model.add(DistanceSpec{.i = 0, .j = 2, .length = 1.0});
  system.model.add(DistanceSpec{.i = 1, .j = 2, .length = 1.0});
  EXPECT_EQ(refusal(system), "distance 1 (1-2) contradicts distance 0 (0-2): they cannot hold together");
}

TEST(Start, ThatFailsLeavesTheStateWhereItWas) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.position = {-1.0, 0.5, 0.0}, .velocity = {1.0, 0.0, 0.0}});
  system.model.add(ImplicitSpec{.on = {0}, .equation = "sqrt(x) - y"});
  Simulation s = Simulation::at_rest(system, {});
  EXPECT_EQ(s.integrator->start(s.state).position.failure, SolveFailure::not_finite);
  expect_same(s.state, initial_state(*s.model));
}

TEST(Start, ProjectsPositionsAndVelocitiesAndSaysByHowMuch) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.fixed = true});
  system.model.add(ParticleSpec{.position = {1.01, 0.0, 0.0}, .velocity = {0.5, 2.0, 0.0}});
  system.model.add(DistanceSpec{.i = 0, .j = 1, .length = 1.0});
  Simulation s = Simulation::at_rest(system, {.step = 1e-3});
  const StartReport report = s.integrator->start(s.state);
  ASSERT_TRUE(report.ok());
  constexpr double rounding = 1e-15;
  EXPECT_NEAR(report.position_error, 0.5 * (1.01 * 1.01 - 1.0), rounding);  // |sigma|/l^2
  EXPECT_NEAR(report.velocity_error, 1e-3 * 0.5, rounding);                 // |B v| h / l^2, on the circle
  EXPECT_EQ(report.removed.particle, 1);
  EXPECT_NEAR(report.removed.size, 0.5, rounding);  // in the unit of the velocity
  EXPECT_NEAR(report.removed.speed, std::sqrt(4.25), rounding);
  EXPECT_LT(norm(s.position(1) - Vec3{1.0, 0.0, 0.0}), rounding);
  EXPECT_LT(norm(s.velocity(1) - Vec3{0.0, 2.0, 0.0}), rounding);
}

TEST(Start, LeavesAGoodStartAlone) {
  Simulation s = Simulation::at_rest(make_circle(), {});
  const StartReport report = s.integrator->start(s.state);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report.position_error, 0.0);
  EXPECT_EQ(report.velocity_error, 0.0);
  EXPECT_EQ(report.removed.particle, -1);
  expect_same(s.state, initial_state(*s.model));
}

// --- the step

// A force that leaves its domain after t = 0.1.
FormulaForceSpec bad_after_a_tenth(int particle) { return {.on = particle, .force = {"sqrt(0.1 - t)", "0", ""}}; }

class NotANumber : public testing::TestWithParam<IntegratorMethod> {};

TEST_P(NotANumber, InAForceOnARodIsRefused) {
  System system = make_pendulum({.degrees = {30.0, 45.0}});
  system.forces.formulas = {bad_after_a_tenth(2)};
  Simulation s = Simulation::started(system, {.method = GetParam(), .step = 0.01});
  const Failure failure = first_failure(s, 20);
  expect_finite(s.state);
  expect_same(s.state, failure.before);
  EXPECT_NEAR(s.state.time, 0.1, 0.011);
  const std::string sentence = s.integrator->explain(failure.report);
  EXPECT_NE(sentence.find("a number"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("at t = "), std::string::npos) << sentence;
}

// No constraint touches the particle that the force acts on.
TEST_P(NotANumber, InAForceOnAFreeParticleIsRefused) {
  System system = make_pendulum({.degrees = {30.0, 45.0}});
  const int loose = system.model.add(ParticleSpec{.name = "loose", .position = {5.0, 0.0, 0.0}});
  system.forces.formulas = {bad_after_a_tenth(loose)};
  Simulation s = Simulation::started(system, {.method = GetParam(), .step = 0.01});
  first_failure(s, 20);
  expect_finite(s.state);
}

INSTANTIATE_TEST_SUITE_P(, NotANumber,
                         testing::Values(IntegratorMethod::shake, IntegratorMethod::rattle, IntegratorMethod::suzuki4),
                         [](const auto& instance) { return test_name(integrator_info(instance.param).name); });

TEST(NotANumberVerlet, IsRefused) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.name = "loose"});
  system.forces.formulas = {bad_after_a_tenth(0)};
  Simulation s = Simulation::started(system, {.method = IntegratorMethod::verlet, .step = 0.01});
  first_failure(s, 20);
  expect_finite(s.state);
}

// The gradient of the bean vanishes at the origin, which lies on it.
TEST(Start, RefusesAVanishingGradient) {
  EXPECT_EQ(refusal(make_track({"bean", {}, {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}})),
            "curve 0 (car) is singular at the start: its gradient vanishes there");
}

// One pivot is driven away: at t = 0.5 both rods are straight, and nothing can hold them after that.
TEST(RodsPulledStraight, AreRefusedWithTheTimeAndTheConstraint) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.fixed = true});
  system.model.add(ParticleSpec{.position = {1.5, 0.0, 0.0}, .fixed = true, .path = {"1.5 + t", "0"}});
  system.model.add(ParticleSpec{.position = {0.75, std::sqrt(1.0 - 0.75 * 0.75), 0.0}});
  system.model.add(DistanceSpec{.i = 0, .j = 2, .length = 1.0, .name = "left rod"});
  system.model.add(DistanceSpec{.i = 1, .j = 2, .length = 1.0, .name = "right rod"});
  Simulation s = Simulation::started(system, {.step = 0.003});
  const Failure failure = first_failure(s, 1000);
  expect_same(s.state, failure.before);
  EXPECT_TRUE(failure.report.locked);
  EXPECT_NEAR(failure.report.time, 0.5, 1e-8);
  const std::string sentence = s.integrator->explain(failure.report);
  EXPECT_NE(sentence.find(" rod"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("at t = 0.5 the mechanism locks"), std::string::npos) << sentence;
}

// A formula row at the tightest tolerance that a plan allows: rounding of the formula is no reason to halve a step.
TEST(FormulaAtTheFloor, IsNotSubdivided) {
  Simulation s = Simulation::started(make_breathing_circle(0.0), {.step = 0.01}, {.tolerance = 1e-16});
  for (int k = 0; k < 5000; ++k) {
    const StepReport report = s.integrator->step(s.state);
    ASSERT_TRUE(report.ok());
    ASSERT_FALSE(report.subdivided) << "at t = " << report.time;
  }
}

}  // namespace
}  // namespace taut::test
