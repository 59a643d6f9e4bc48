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

struct Refused {
  SolverMethod method;
  System system;
  std::vector<const char*> parts;  // of the sentence
};

TEST(Plan, RefusesWhatAMethodCannotTreatAndSaysWhy) {
  using enum SolverMethod;
  const std::vector<Refused> cases = {
      {tree, make_free_ring(6), {"tree treats trees and paths of rods only", "distance 0", "is a ring"}},
      {tree, make_mixed(), {"tree treats trees", "is a mixed"}},
      {ring, make_free_tree(), {"ring treats rings of rods only", "distance 0", "is a tree"}},
      {settle, make_free_ring(4), {"settle treats three rods between three moving", "is a ring of 4 rows"}},
      {settle, make_free_chain(4), {"settle treats three rods", "is a path of 3 rows"}},
      {m_shake, make_free_chain(202), {"m-shake keeps a dense matrix of at most 200 rows", "has 201", "use sparse"}},
      {p_shake, make_free_ring(6), {"p-shake treats rigid clusters of rods only", "can change its shape"}},
      {p_shake, make_circle(), {"p-shake", "is held by fixed particles"}},
      {p_shake, make_mixed(), {"p-shake", "has constraints of other kinds"}},
      {lincs, make_mixed(), {"lincs treats rods only", "has constraints of other kinds"}},
      {lincs, make_free_cluster(), {"coupled too strongly for the expansion of lincs", "expected less than 1"}}};
  for (const Refused& refused : cases) {
    const Expected<Plan> plan = plan_of(refused.system, {.method = refused.method});
    ASSERT_FALSE(plan) << solver_name(refused.method);
    EXPECT_EQ(plan.error().key, "solver.method");
    for (const char* part : refused.parts)
      EXPECT_NE(plan.error().message.find(part), std::string::npos) << plan.error().message;
  }
}

TEST(Plan, RefusesOptionsOutOfRange) {
  for (const double relaxation : {0.0, 2.0, -0.5, std::nan("")})
    EXPECT_EQ(plan_of(make_circle(), {.relaxation = relaxation}).error().key, "solver.relaxation") << relaxation;
  EXPECT_EQ(plan_of(make_circle(), {.order = -1}).error().key, "solver.order");
  EXPECT_EQ(plan_of(make_circle(), {.iterations = -1}).error().key, "solver.iterations");
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
