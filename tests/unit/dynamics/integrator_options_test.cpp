// What an integrator refuses before it starts, and why.
#include "support/systems.hpp"

namespace taut::test {
namespace {

Error refusal(const System& system, const IntegratorOptions& options) {
  const Model model = system.model.build().value();
  const ForceField forces = ForceField::make(model, system.forces).value();
  const Plan plan = Plan::make(model, {}).value();
  const Expected<Integrator> made = Integrator::make(model, forces, plan, options);
  return made ? Error{"", "accepted"} : made.error();
}

System damped() {
  System system = make_pendulum({.degrees = {30.0}});
  system.forces.drags = {{.on = {}, .coefficient = 1.0}};
  return system;
}

TEST(IntegratorOptions, RefuseStepsThatAreNotPositive) {
  for (const double step : {0.0, -1.0, std::nan(""), HUGE_VAL})
    EXPECT_EQ(refusal(make_circle(), {.step = step}).key, "integrator.step") << step;
}

TEST(IntegratorOptions, RefuseSubdivisionsOutOfRange) {
  for (const int most : {-1, 41})
    EXPECT_EQ(refusal(make_circle(), {.max_subdivisions = most}).key, "integrator.max_subdivisions") << most;
}

TEST(IntegratorOptions, RefuseVerletWithConstraints) {
  const Error error = refusal(make_circle(), {.method = IntegratorMethod::verlet});
  EXPECT_EQ(error.key, "integrator.method");
  EXPECT_NE(error.message.find("rattle"), std::string::npos) << error.message;
}

TEST(IntegratorOptions, RefuseDragWhereVelocitiesAreNotCarried) {
  EXPECT_EQ(refusal(damped(), {.method = IntegratorMethod::shake}).key, "integrator.method");
}

// Negative weights would run drag backwards in time.
TEST(IntegratorOptions, RefuseDragInCompositions) {
  for (const IntegratorInfo& info : built_in_integrators()) {
    if (info.order <= 2 || !info.orders.empty()) continue;
    EXPECT_EQ(refusal(damped(), {.method = info.method}).key, "integrator.method") << info.name;
  }
}

TEST(IntegratorOptions, AcceptDragInRattleAndInTheClosedForm) {
  EXPECT_EQ(refusal(damped(), {.method = IntegratorMethod::rattle}).message, "accepted");
  EXPECT_EQ(refusal(damped(), {.method = IntegratorMethod::closed_form}).message, "accepted");
}

TEST(IntegratorOptions, RefuseOrdersThatAMethodDoesNotOffer) {
  EXPECT_EQ(refusal(make_circle(), {.order = 2}).message, "accepted");
  EXPECT_EQ(refusal(make_circle(), {.order = 4}).message, "found 4, but rattle is of order 2 only");
  EXPECT_EQ(refusal(make_circle(), {.method = IntegratorMethod::closed_form, .order = 8}).message, "accepted");
  const Error third = refusal(make_circle(), {.method = IntegratorMethod::closed_form, .order = 3});
  EXPECT_EQ(third.key, "integrator.order");
  EXPECT_EQ(third.message, "found 3, but closed-form is of order 2, 4 or 8");
  EXPECT_EQ(refusal(damped(), {.method = IntegratorMethod::overdamped, .order = 4}).message,
            "found 4, but overdamped is of order 1 or 2");
}

TEST(IntegratorOptions, RefuseToStabiliseWhatDoesNotDrift) {
  const Error error = refusal(make_circle(), {.stabilisation = Stabilisation::projection});
  EXPECT_EQ(error.key, "integrator.stabilisation");
  EXPECT_EQ(error.message, "rattle keeps its constraints; only closed-form drifts");
}

TEST(IntegratorOptions, RefuseBaumgarteRatesThatMakeViolationsGrow) {
  const auto of_rate = [](double rate) {
    return refusal(make_circle(), {.method = IntegratorMethod::closed_form,
                                   .step = 0.01,
                                   .stabilisation = Stabilisation::baumgarte,
                                   .baumgarte = rate});
  };
  EXPECT_EQ(of_rate(200.0).message, "accepted");
  for (const double rate : {-1.0, 201.0, std::nan("")}) EXPECT_EQ(of_rate(rate).key, "integrator.baumgarte") << rate;
  EXPECT_EQ(of_rate(1e3).message,
            "found 1000, expected a rate between 0 and 2/step = 200, beyond which violations grow");
}

TEST(IntegratorOptions, RefuseOverdampedMotionWithoutDrag) {
  System system = make_pendulum({.degrees = {30.0, 45.0}});
  EXPECT_EQ(refusal(system, {.method = IntegratorMethod::overdamped}).message,
            "overdamped motion needs drag on every particle that can move, but bob1 has none; give drag in [forces]");
  system.forces.drags = {{.on = {1}, .coefficient = 1.0}, {.on = {2}, .coefficient = 0.0}};
  EXPECT_EQ(refusal(system, {.method = IntegratorMethod::overdamped}).message,
            "overdamped motion needs drag on every particle that can move, but bob2 has none; give drag in [forces]");
}

TEST(IntegratorOptions, RefuseOverdampedMotionWithDashpots) {
  System system = damped();
  system.forces.springs = {{.i = 0, .j = 1, .stiffness = 1.0, .damping = 1.0}};
  const Error error = refusal(system, {.method = IntegratorMethod::overdamped});
  EXPECT_EQ(error.key, "integrator.method");
  EXPECT_EQ(error.message, "overdamped knows drag of single particles only, but a spring has damping; use drag");
}

}  // namespace
}  // namespace taut::test
