// What is particular to each of the methods that users know by name.
#include <gtest/gtest.h>

#include <random>

#include "solve/constraint_set.hpp"
#include "solve/coupling.hpp"
#include "support/systems.hpp"

namespace taut::test {
namespace {

constexpr double h = 1e-3;

// One solve of the positions from the velocities of the start.
struct Solve {
  Solve(const System& system, const SolverOptions& options)
      : model(system.model.build().value()), plan(Plan::make(model, options).value()), set(model, plan) {}

  SolveReport operator()() {
    const std::vector<Vec3> low(model.positions().size());
    if (SolveReport start = set.linearise({model.positions().data(), low.data(), 0.0}); !start.converged) return start;
    std::vector<Vec3> u = model.velocities(), dv(u.size());
    return set.solve_positions(u.data(), dv.data(), h, 0.0);
  }

  Model model;
  Plan plan;
  ConstraintSet set;
};

// --- gauss-seidel and sor

// Two hundred rods, each bent by a tenth against the one before: Jacobi's iteration shrinks errors by mu = cos 0.1, a
// sweep by mu^2, and the best factor is 2 / (1 + sin 0.1) = 1.82, where a sweep shrinks them by 0.82 [young1971].
System make_straight_chain() {
  System system{ModelBuilder(3)};
  for (int k = 0; k <= 200; ++k)
    system.model.add(ParticleSpec{.position = {k * std::cos(0.05), k % 2 == 0 ? 0.0 : std::sin(0.05), 0.0},
                                  .velocity = {std::sin(5.0 * k), std::cos(7.0 * k), std::sin(11.0 * k)}});
  for (int k = 0; k < 200; ++k) system.model.add(DistanceSpec{.i = k, .j = k + 1, .length = 1.0});
  return system;
}

TEST(GaussSeidel, TakesFewerSweepsWithTheRightFactor) {
  const auto sweeps = [](double relaxation) {
    return Solve(make_straight_chain(), {.method = SolverMethod::gauss_seidel, .relaxation = relaxation})().iterations;
  };
  EXPECT_LT(5 * sweeps(1.82), sweeps(1.0));
  EXPECT_LT(sweeps(1.0), sweeps(0.5));
}

// The same solve again and again: the factor approaches the best, and stays there.
TEST(Sor, LearnsAFactorFromSolveToSolve) {
  Solve solve(make_straight_chain(), {.method = SolverMethod::sor});
  const int first = solve().iterations;
  EXPECT_EQ(first, Solve(make_straight_chain(), {.method = SolverMethod::gauss_seidel})().iterations);
  for (int k = 0; k < 20; ++k) ASSERT_TRUE(solve().converged);
  for (int k = 0; k < 5; ++k) EXPECT_LT(4 * solve().iterations, first);
}

// --- lincs

// A tolerance that order 4 and one iteration reach by themselves: the method as published, and what it leaves.
TEST(Lincs, DoesTheWorkItIsAskedForAndReportsWhatItLeaves) {
  Solve solve(make_free_chain(100), {.method = SolverMethod::lincs, .tolerance = 1e-4});
  const SolveReport report = solve();
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.iterations, 2) << "a projection and a correction";
  EXPECT_GT(report.max_violation, 0.0);
}

TEST(Lincs, GoesOnUntilTheToleranceHolds) {
  const SolveReport report = Solve(make_free_chain(100), {.method = SolverMethod::lincs})();
  EXPECT_TRUE(report.converged);
  EXPECT_GT(report.iterations, 2);
  EXPECT_LE(report.max_violation, 1e-12);
}

TEST(Lincs, TakesFewerCorrectionsAtAHigherOrder) {
  const auto passes = [](int order) {
    return Solve(make_free_chain(100), {.method = SolverMethod::lincs, .order = order})().iterations;
  };
  EXPECT_LT(passes(8), passes(4));
  EXPECT_LT(passes(4), passes(1));
}

TEST(Lincs, NamesTheRemedyWhenItDoesNotConverge) {
  Simulation s = Simulation::started(make_free_chain(100), {.step = h, .max_subdivisions = 0});
  s.plan = std::make_unique<Plan>(Plan::make(*s.model, {.method = SolverMethod::lincs, .max_iterations = 2}).value());
  s.integrator = std::make_unique<Integrator>(s.another_integrator());
  ASSERT_TRUE(s.integrator->start(s.state).ok());
  const StepReport report = s.integrator->step(s.state);
  ASSERT_FALSE(report.ok());
  const std::string sentence = s.integrator->explain(report);
  for (const char* part :
       {"distance ", "after 2 iterations", "solver.method = auto", "a larger solver.max_iterations than 2"})
    EXPECT_NE(sentence.find(part), std::string::npos) << sentence;
}

// Three unit masses and rods: S A S has 1 on the diagonal and cos 60 / 2 beside it, and its largest eigenvalue is
// 1 + 1/4 or, where the signs of all three couplings agree, 1 + 2/4.
TEST(Coupling, FindsTheLargestEigenvalue) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{});
  system.model.add(ParticleSpec{.position = {1.0, 0.0, 0.0}});
  system.model.add(ParticleSpec{.position = {0.5, std::sqrt(0.75), 0.0}});
  for (int k = 0; k < 3; ++k) system.model.add(DistanceSpec{.i = k, .j = (k + 1) % 3});
  const Model model = system.model.build().value();
  RowBlock rows(model, Plan::make(model, {.method = SolverMethod::sparse}).value().components()[0]);
  const std::vector<Vec3> low(3);
  rows.linearise({model.positions().data(), low.data(), 0.0});
  Coupling coupling(rows);
  ASSERT_EQ(coupling.take(), -1);
  EXPECT_NEAR(coupling.largest_eigenvalue().value, 1.5, 1e-9);
}

// --- settle and p-shake

TEST(Settle, SolvesWaterWithoutIterating) {
  const SolveReport report = Solve(make_water(), {.method = SolverMethod::settle, .tolerance = 1e-13})();
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.iterations, 0);
}

TEST(Settle, SolvesWaterThatTumblesFast) {
  for (const double factor : {1.0, 10.0, 30.0}) {  // the last turns a hydrogen by some 20 degrees
    System fast{ModelBuilder(3)};
    const System water = make_water();
    for (int i = 0; i < 3; ++i) {
      ParticleSpec particle = water.model.particle(i);
      particle.velocity *= factor;
      fast.model.add(particle);
    }
    const Model model = water.model.build().value();
    for (const DistanceRow& d : model.distances()) fast.model.add(DistanceSpec{.i = d.i, .j = d.j, .length = d.length});
    const SolveReport report = Solve(fast, {.method = SolverMethod::settle, .tolerance = 1e-13})();
    EXPECT_TRUE(report.converged) << factor;
    EXPECT_EQ(report.iterations, 0) << factor;
  }
}

TEST(Settle, IteratesOnOtherTriangles) {
  const SolveReport report = Solve(make_triangle(), {.method = SolverMethod::settle})();
  EXPECT_TRUE(report.converged);
  EXPECT_GT(report.iterations, 0);
}

// The inverse of the start serves a cluster that has turned half round, and takes no more passes there.
TEST(PShake, KeepsItsInverseWhileTheClusterTumbles) {
  Simulation s = Simulation::started(make_triangle(), {.step = h}, {.method = SolverMethod::p_shake});
  int first = 0, most = 0;
  for (int k = 0; k < 5000; ++k) {
    const StepReport report = s.integrator->step(s.state);
    ASSERT_TRUE(report.ok());
    if (k == 0) first = report.position.iterations;
    most = std::max(most, report.position.iterations);
  }
  EXPECT_LE(most, first + 2);
}

}  // namespace
}  // namespace taut::test
