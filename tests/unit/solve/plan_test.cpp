// A plan: the method of each component and why, what is refused, and the floor of the tolerance.
#include "support/systems.hpp"

namespace taut::test {
namespace {

Expected<Plan> plan_of(const System& system, const SolverOptions& options) {
  return Plan::make(system.model.build().value(), options);
}

TEST(Plan, RefusesTridiagonalOnARingAndSaysWhy) {
  const Expected<Plan> plan = plan_of(make_free_ring(6), {.method = SolverMethod::tridiagonal});
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().key, "solver.method");
  for (const char* part : {"paths of rods only", "is a ring", "distance 0", "use auto or sparse"})
    EXPECT_NE(plan.error().message.find(part), std::string::npos) << plan.error().message;
}

TEST(Plan, TakesTheMethodAskedFor) {
  for (const SolverMethod method : {SolverMethod::gauss_seidel, SolverMethod::sparse, SolverMethod::newton})
    EXPECT_EQ(plan_of(make_free_ring(6), {.method = method}).value().components()[0].solver, method);
  EXPECT_EQ(plan_of(make_free_chain(6), {.method = SolverMethod::tridiagonal}).value().components()[0].solver,
            SolverMethod::tridiagonal);
}

TEST(Plan, RefusesTolerancesThatAreNone) {
  for (const double tolerance : {0.0, -1e-12, 1.0, std::nan("")})
    EXPECT_EQ(plan_of(make_circle(), {.tolerance = tolerance}).error().key, "solver.tolerance") << tolerance;
}

TEST(Plan, RefusesANegativeNumberOfIterations) {
  EXPECT_EQ(plan_of(make_circle(), {.max_iterations = -1}).error().key, "solver.max_iterations");
}

TEST(Plan, KeepsAToleranceAboveTheFloor) {
  const Plan plan = plan_of(make_circle(), {.tolerance = 1e-12}).value();
  EXPECT_FALSE(plan.tolerance_raised());
  EXPECT_EQ(plan.tolerance(), 1e-12);
}

// A rod of length 1 a thousand kilometres from the origin: epsilon X / l = 2.2e-10.
TEST(Plan, RaisesAToleranceBelowWhatCoordinatesResolve) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.position = {1e6, 0.0, 0.0}});
  system.model.add(ParticleSpec{.position = {1e6, 1.0, 0.0}});
  system.model.add(DistanceSpec{.i = 0, .j = 1});
  const Plan plan = plan_of(system, {.tolerance = 1e-12}).value();
  EXPECT_TRUE(plan.tolerance_raised());
  EXPECT_DOUBLE_EQ(plan.tolerance(), std::numeric_limits<double>::epsilon() * 1e6);
}

}  // namespace
}  // namespace taut::test
