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
    if (info.order == 2) continue;
    EXPECT_EQ(refusal(damped(), {.method = info.method}).key, "integrator.method") << info.name;
  }
}

TEST(IntegratorOptions, AcceptDragInRattle) {
  EXPECT_EQ(refusal(damped(), {.method = IntegratorMethod::rattle}).message, "accepted");
}

}  // namespace
}  // namespace taut::test
