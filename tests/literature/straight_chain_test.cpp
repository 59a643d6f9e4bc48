// A nearly straight chain of a thousand rods, 0.8 % of violation, to 1e-10: where methods that pass corrections from
// rod to rod give up. Textbook SHAKE takes some 5e4 sweeps, LINCS of order 8 with 4 iterations leaves nearly all of the
// violation, and its order hardly matters; elimination takes a handful of iterations [bailey2008].
#include <random>

#include "solve/constraint_set.hpp"
#include "support/systems.hpp"

namespace taut::test {
namespace {

constexpr int rods = 1000;
constexpr double tolerance = 1e-10, violation = 0.008;
constexpr double bend = 0.0186;  // radians between a rod and the next

// Unit rods by turns up and down.
Model zigzag() {
  ModelBuilder chain(3);
  for (int k = 0; k <= rods; ++k)
    chain.add(ParticleSpec{.position = {k * std::cos(0.5 * bend), k % 2 == 0 ? 0.0 : std::sin(0.5 * bend), 0.0}});
  for (int k = 0; k < rods; ++k) chain.add(DistanceSpec{.i = k, .j = k + 1, .length = 1.0});
  return chain.build().value();
}

// A ring of unit rods that bends by 2 pi / n from one to the next.
Model polygon() {
  ModelBuilder ring(3);
  const double turn = 2.0 * std::numbers::pi / rods, radius = 0.5 / std::sin(0.5 * turn);
  for (int k = 0; k < rods; ++k)
    ring.add(ParticleSpec{.position = {radius * std::cos(turn * k), radius * std::sin(turn * k), 0.0}});
  for (int k = 0; k < rods; ++k) ring.add(DistanceSpec{.i = k, .j = (k + 1) % rods, .length = 1.0});
  return ring.build().value();
}

// One solve from a trial step that stretches and shrinks the rods at random, by 0.8 % at most.
SolveReport solved(const Model& model, const SolverOptions& options) {
  ConstraintSet set(model, Plan::make(model, options).value());
  const std::vector<Vec3> low(model.positions().size());
  const SolveReport start = set.linearise({model.positions().data(), low.data(), 0.0});
  EXPECT_TRUE(start.converged);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-0.5 * violation, 0.5 * violation);
  std::vector<Vec3> u(low.size()), dv(low.size());
  for (std::size_t k = 0; k < u.size(); ++k) u[k] = {uniform(random), uniform(random), uniform(random)};
  return set.solve_positions(u.data(), dv.data(), 1.0, 0.0);
}

// A sweep multiplies errors by the largest eigenvalue of the iteration, (cos bend)^2 (cos pi/(n+1))^2: that of the
// tridiagonal matrix with 1 on and -cos(bend)/2 beside the diagonal [young1971].
TEST(StraightChain, TakesShakeFiftyThousandSweeps) {
  const SolveReport report = solved(zigzag(), {.method = SolverMethod::gauss_seidel, .tolerance = tolerance});
  ASSERT_TRUE(report.converged);
  const double rate = std::pow(std::cos(bend) * std::cos(std::numbers::pi / (rods + 1)), 2);
  const double expected = std::log(tolerance / violation) / std::log(rate);
  EXPECT_NEAR(expected, 5.1e4, 1e3);
  // The slowest modes hold an unknown part of the violation: a factor of 1.5 in sweeps is one of e^9 in that part.
  EXPECT_GT(report.iterations, expected / 1.5);
  EXPECT_LT(report.iterations, expected * 1.5);
}

TEST(StraightChain, IsBeyondTheWorkThatLincsIsGiven) {
  for (const int order : {8, 128}) {
    const SolveReport report = solved(
        zigzag(),
        {.method = SolverMethod::lincs, .tolerance = tolerance, .max_iterations = 5, .order = order, .iterations = 4});
    EXPECT_FALSE(report.converged);
    EXPECT_EQ(report.failure, SolveFailure::not_converged);
    EXPECT_EQ(report.iterations, 5) << "a projection and four corrections";
    EXPECT_GT(report.max_violation, 1e-4);
    EXPECT_GE(report.worst_row, 0);
  }
}

TEST(StraightChain, TakesEliminationSixIterations) {
  for (const SolverMethod method : {SolverMethod::tridiagonal, SolverMethod::tree, SolverMethod::sparse}) {
    const SolveReport report = solved(zigzag(), {.method = method, .tolerance = tolerance});
    EXPECT_TRUE(report.converged) << solver_name(method);
    EXPECT_LE(report.iterations, 6) << solver_name(method);
  }
}

TEST(StraightChain, ClosedToARingTakesSixIterations) {
  const SolveReport report = solved(polygon(), {.method = SolverMethod::ring, .tolerance = tolerance});
  EXPECT_TRUE(report.converged);
  EXPECT_LE(report.iterations, 6);
}

}  // namespace
}  // namespace taut::test
