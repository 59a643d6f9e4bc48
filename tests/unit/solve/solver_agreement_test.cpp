// Every solver finds the multipliers that a dense Newton solve finds, on systems of every kind, with masses over six
// decades.
#include <gtest/gtest.h>

#include <random>

#include "solve/constraint_set.hpp"
#include "support/dense_algebra.hpp"
#include "support/dense_constraints.hpp"
#include "support/systems.hpp"

namespace taut::test {
namespace {

constexpr double h = 0.01;
constexpr double tolerance = 1e-13;

// The rods of a system between particles with masses from 1e-3 to 1e3.
Model with_random_masses(const System& system, std::mt19937& random) {
  std::uniform_real_distribution<double> exponent(-3.0, 3.0);
  const Model original = system.model.build().value();
  ModelBuilder scaled(system.model.dimension());
  for (int i = 0; i < system.model.size(); ++i) {
    ParticleSpec particle = system.model.particle(i);
    particle.mass = std::pow(10.0, exponent(random));
    scaled.add(particle);
  }
  for (const DistanceRow& d : original.distances()) scaled.add(DistanceSpec{.i = d.i, .j = d.j, .length = d.length});
  return scaled.build().value();
}

std::vector<Vec3> random_velocities(const Model& model, std::mt19937& random) {
  std::normal_distribution<double> gaussian;
  std::vector<Vec3> u(static_cast<std::size_t>(model.size()));
  for (std::size_t i = 0; i < u.size(); ++i)
    if (model.inverse_masses()[i] > 0.0)
      u[i] = {gaussian(random), gaussian(random), model.dimension() == 3 ? gaussian(random) : 0.0};
  return u;
}

// h times a velocity is a position, held to the tolerance; coupled rows pass errors on, at most tenfold here.
constexpr double velocity_tolerance = 10.0 * tolerance / h;

// A solver and its dense counterpart at the start of a model.
struct Pair {
  Pair(const Model& m, SolverMethod method, double to = tolerance)
      : model(m),
        plan(Plan::make(m, {.method = method, .tolerance = to}).value()),
        set(m, plan),
        dense(m),
        b(dense.jacobian(m.positions(), 0.0)),
        response(dense.inverse_masses().asDiagonal() * b.transpose()),
        zero(m.positions().size()) {}

  void linearise() { ASSERT_TRUE(set.linearise({model.positions().data(), zero.data(), 0.0}).converged); }

  // Projects a velocity onto the constraints and holds it against the dense projection.
  std::vector<Vec3> project(const std::vector<Vec3>& v) {
    std::vector<Vec3> dv(v.size());
    EXPECT_TRUE(set.solve_velocities(v.data(), dv.data(), h).converged);
    const Eigen::VectorXd expected = response * dense_solution(b * response, b * DenseConstraints::flat(v));
    EXPECT_LT((DenseConstraints::flat(dv) + expected).lpNorm<Eigen::Infinity>(), velocity_tolerance);
    return DenseConstraints::moved(v, -expected);
  }

  // One solve for positions from a trial velocity, against dense Newton.
  void constrain(const std::vector<Vec3>& trial) {
    std::vector<Vec3> u = trial, impulse(trial.size());
    const SolveReport report = set.solve_positions(u.data(), impulse.data(), h, 0.0);
    ASSERT_TRUE(report.converged) << "worst row " << report.worst_row << ", " << report.max_violation;
    const Eigen::VectorXd lambda = dense.multipliers(model.positions(), trial, h, 0.0);
    const Eigen::VectorXd correction = DenseConstraints::flat(u) - DenseConstraints::flat(trial);
    EXPECT_LT((correction + response * lambda).lpNorm<Eigen::Infinity>(), velocity_tolerance);
    // Impulses of several rows on one particle may cancel, and round as the largest.
    const double largest = (response.cwiseAbs() * lambda.cwiseAbs()).maxCoeff() + DenseConstraints::flat(trial).norm();
    EXPECT_LT((correction - DenseConstraints::flat(impulse)).lpNorm<Eigen::Infinity>(), 4e-15 * largest)
        << "positions and velocities feel the same impulse";
  }

  const Model& model;
  Plan plan;
  ConstraintSet set;
  DenseConstraints dense;
  Eigen::MatrixXd b, response;
  std::vector<Vec3> zero;  // a solver keeps looking at the configuration it was given
};

// A random velocity made tangent, and a step with a kick of 1 g or so on top of it, as integrators ask for.
void expect_agreement(const Model& model, SolverMethod method, std::mt19937& random) {
  Pair pair(model, method);
  pair.linearise();
  const Eigen::VectorXd kick = h * g * DenseConstraints::flat(random_velocities(model, random));
  pair.constrain(DenseConstraints::moved(pair.project(random_velocities(model, random)), kick));
}

// Each system with each solver that treats it.
struct Treated {
  NamedSystem named;
  SolverMethod method;
  friend void PrintTo(const Treated& treated, std::ostream* out) {
    *out << treated.named.name << " by " << solver_name(treated.method);
  }
};

std::vector<Treated> every_kind_treated() {
  std::vector<Treated> all;
  for (const NamedSystem& named : every_kind())
    for (const SolverMethod method : methods_for(named.system.model.build().value())) all.push_back({named, method});
  return all;
}

class SolverAgreement : public testing::TestWithParam<Treated> {};

TEST_P(SolverAgreement, WithDenseNewton) {
  std::mt19937 random(3);
  const Model model = GetParam().named.system.model.build().value();
  for (int round = 0; round < 5; ++round) expect_agreement(model, GetParam().method, random);
}

INSTANTIATE_TEST_SUITE_P(, SolverAgreement, testing::ValuesIn(every_kind_treated()), [](const auto& instance) {
  return instance.param.named.name + "_" + test_name(solver_name(instance.param.method));
});

// A loose tolerance is for positions; forces are solved for to rounding by every method.
TEST_P(SolverAgreement, OfConstraintForcesWhateverTheTolerance) {
  const Model model = GetParam().named.system.model.build().value();
  Pair pair(model, GetParam().method, 1e-3);
  pair.linearise();
  std::mt19937 random(7);
  const std::vector<Vec3> kick = random_velocities(model, random);
  std::vector<double> lambda(static_cast<std::size_t>(model.row_count()));
  const SolveReport report =
      pair.set.multipliers(h, lambda, [&](const Solver& solver, double* x) { solver.apply_jacobian(kick.data(), x); });
  ASSERT_TRUE(report.converged);
  const Eigen::Map<const Eigen::VectorXd> found(lambda.data(), static_cast<Eigen::Index>(lambda.size()));
  const Eigen::VectorXd of_kick = pair.b * DenseConstraints::flat(kick);
  EXPECT_LT((pair.b * (pair.response * found) - of_kick).lpNorm<Eigen::Infinity>(),
            1e-11 * (1.0 + of_kick.lpNorm<Eigen::Infinity>()));
}

// Without lincs: where masses differ by six decades a rod that moves one end only is coupled to the next one too
// strongly for its expansion to converge in a reasonable number of passes.
TEST(SixDecadesOfMasses, AgreeInRods) {
  std::mt19937 random(5);
  for (const System& system :
       {make_free_chain(8), make_free_ring(6), make_free_tree(), make_water(), make_triangle(), make_free_cluster()})
    for (int round = 0; round < 5; ++round) {
      const Model model = with_random_masses(system, random);
      for (const SolverMethod method : methods_for(model)) {
        SCOPED_TRACE(solver_name(method));
        if (method != SolverMethod::lincs) expect_agreement(model, method, random);
      }
    }
}

// Without the sweeps, which would take millions of rounds here, and with a light particle in the middle: where it is
// heavy, a step that pushes it off the plane of the others has no solution.
TEST(SixDecadesOfMasses, AgreeInMixtures) {
  std::mt19937 random(6);
  for (const SolverMethod method : {SolverMethod::automatic, SolverMethod::sparse, SolverMethod::newton})
    for (const std::array<double, 3>& masses : {std::array{1.0, 1e3, 1e-3}, {1e3, 1.0, 1e-3}, {1e3, 1e3, 1e-3}})
      expect_agreement(make_mixed(masses).model.build().value(), method, random);
}

// A report names the row that is furthest off, whatever the solver.
TEST(SolveReports, NameTheWorstRow) {
  System system = make_pendulum({.degrees = {10.0, 20.0, 30.0}});
  const Model model = system.model.build().value();
  std::vector<Vec3> r = model.positions();
  r[2] += Vec3{0.1, 0.0, 0.0};  // stretches the second rod and shortens the third less
  r[3] += Vec3{0.09, 0.0, 0.0};
  const std::vector<Vec3> zero(r.size());
  for (const SolverMethod method : {SolverMethod::sparse, SolverMethod::newton, SolverMethod::gauss_seidel}) {
    ConstraintSet set(model, Plan::make(model, {.method = method}).value());
    const SolveReport report = set.linearise({r.data(), zero.data(), 0.0});
    const Eigen::VectorXd sigma = DenseConstraints(model).sigma(r, 0.0);
    EXPECT_EQ(report.worst_row, 1) << solver_name(method);
    EXPECT_NEAR(report.max_violation, std::abs(sigma[1]), 1e-15) << solver_name(method);
  }
}

TEST(SolveReports, SayWhenTheIterationsRunOut) {
  Simulation s = Simulation::started(make_free_ring(6), {.step = 0.01, .max_subdivisions = 0});
  s.plan = std::make_unique<Plan>(
      Plan::make(*s.model, {.method = SolverMethod::gauss_seidel, .tolerance = 1e-12, .max_iterations = 2}).value());
  s.integrator = std::make_unique<Integrator>(s.another_integrator());
  static_cast<void>(s.integrator->start(s.state));
  const StepReport report = s.integrator->step(s.state);
  EXPECT_FALSE(report.ok());
  EXPECT_EQ(report.position.failure, SolveFailure::not_converged);
  EXPECT_EQ(report.position.iterations, 2);
  EXPECT_GT(report.position.max_violation, 1e-12);
  EXPECT_NE(s.integrator->explain(report).find("after 2 iterations"), std::string::npos);
}

}  // namespace
}  // namespace taut::test
