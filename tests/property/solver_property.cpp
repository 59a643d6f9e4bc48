// Every solver on every system that it treats: random graphs, masses over six decades, tolerances from 1e-4 to 1e-14,
// trial steps that violate lengths by up to 10 %.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "solve/constraint_set.hpp"
#include "support/dense_algebra.hpp"
#include "support/random_systems.hpp"
#include "support/rods.hpp"

namespace taut::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double h = 0.01;
constexpr double epsilon = machine_epsilon;

// --- what is asked

constexpr Topology topologies[] = {Topology::path,    Topology::tree,  Topology::ring,
                                   Topology::network, Topology::water, Topology::cluster};

Model random_model(int dimension) {
  const auto topology = *rc::gen::elementOf(std::vector<Topology>(std::begin(topologies), std::end(topologies)));
  const int particles = *rc::gen::inRange(3, 13);
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  RandomSystem system = RandomSystemMaker(seed, dimension, 6.0).make(topology, particles, Extras::rods_only);
  return system.build().model.build().value();
}

std::vector<Vec3> random_vectors(const Model& model) {
  std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
  std::normal_distribution<double> gaussian;
  std::vector<Vec3> all(static_cast<std::size_t>(model.size()));
  for (Vec3& v : all) v = {gaussian(random), gaussian(random), model.dimension() == 3 ? gaussian(random) : 0.0};
  return all;
}

double row_sum_norm(const MatrixXd& m) { return m.cwiseAbs().rowwise().sum().maxCoeff(); }

// Kantorovich: Newton's method from y converges to the only solution nearby where beta K eta <= 1/2, with J the matrix
// at y, beta = |J^-1|, eta = |J^-1 F(y)|, and K the Lipschitz constant of J: rods are quadratic, and J(x) - J(y) has
// the rows d_k(x - y).d_k(.) / l_k^2 with d_k the stretch of rod k by a scaled multiplier.
bool has_one_solution_nearby(const Model& model, const Rods& rods, const std::vector<Vec3>& trial) {
  const MatrixXd j = rods.inverse_square.asDiagonal() * rods.dense.jacobian(trial, 0.0) * rods.scaled_response;
  const MatrixXd inverse = dense_inverse(j);
  const VectorXd defect = rods.dense.sigma(trial, 0.0).cwiseProduct(rods.inverse_square);
  double lipschitz = 0.0;
  for (int k = 0; k < model.row_count(); ++k) {
    const DistanceRow& d = model.distances()[static_cast<std::size_t>(k)];
    double stretch = 0.0;
    for (int l = 0; l < model.row_count(); ++l)
      stretch += (rods.scaled_response.block<3, 1>(3 * d.j, l) - rods.scaled_response.block<3, 1>(3 * d.i, l)).norm();
    lipschitz = std::max(lipschitz, stretch * stretch * rods.inverse_square[k]);
  }
  return row_sum_norm(inverse) * lipschitz * (inverse * defect).lpNorm<Eigen::Infinity>() <= 0.5;
}

bool turns_far(const Model& model, const VectorXd& displacement) {
  return std::any_of(model.distances().begin(), model.distances().end(), [&](const DistanceRow& d) {
    return (displacement.segment<3>(3 * d.j) - displacement.segment<3>(3 * d.i)).norm() > 0.5 * d.length;
  });
}

// A trial displacement, as large as 10 % of violation and one solution nearby allow; further out the equations may have
// several solutions, or none. Rods turn by less than 30 degrees, as a step that turns one by 60 is refused.
std::vector<Vec3> solvable_trial(const Model& model, const Rods& rods) {
  VectorXd displacement = DenseConstraints::flat(random_vectors(model));
  displacement *= *rc::gen::inRange(1, 101) / 100.0;
  for (int halving = 0; halving < 60; ++halving, displacement *= 0.5) {
    const std::vector<Vec3> trial = DenseConstraints::moved(model.positions(), displacement);
    if (!turns_far(model, displacement) && rods.violation(trial) <= 0.1 && has_one_solution_nearby(model, rods, trial))
      return DenseConstraints::moved(std::vector<Vec3>(trial.size()), displacement / h);
  }
  RC_DISCARD("the rods depend on one another at the start");
  return {};
}

// --- who answers

// Methods that converge linearly may say that they did not, where the eigenvalues of the scaled matrix are far apart: a
// sweep gains about the inverse of their ratio, a power of the expansion their distance from 0 and from 2.
bool may_give_up(SolverMethod method, const VectorXd& eigenvalues) {
  switch (method) {
    case SolverMethod::gauss_seidel:
    case SolverMethod::sor:
      return condition(eigenvalues) > 1e3;
    case SolverMethod::lincs:
      return eigenvalues[0] < 0.01 || eigenvalues[eigenvalues.size() - 1] > 1.99;
    default:
      return false;
  }
}

struct Answer {
  SolveReport report;
  std::vector<Vec3> u, dv;
};

template <class Ask>
Answer answer_of(const Model& model, const Plan& plan, Ask&& ask) {
  ConstraintSet set(model, plan);
  const std::vector<Vec3> low(model.positions().size());
  Answer answer{set.linearise({model.positions().data(), low.data(), 0.0}), {}, low};
  RC_ASSERT(answer.report.converged);
  ask(set, answer);
  return answer;
}

Answer constrained(const Model& model, const Plan& plan, const std::vector<Vec3>& u) {
  return answer_of(model, plan, [&](ConstraintSet& set, Answer& answer) {
    answer.u = u;
    answer.report = set.solve_positions(answer.u.data(), answer.dv.data(), h, 0.0);
  });
}

// --- what must hold

// Impulses along rods move neither the centre of mass nor the angular momentum about any point.
void assert_momentum(const Model& model, const Rods& rods, const VectorXd& impulse, const VectorXd& multipliers,
                     int iterations) {
  Vec3 linear, angular;
  for (std::size_t i = 0; i < model.masses().size(); ++i) {
    const auto at = 3 * static_cast<Eigen::Index>(i);
    const Vec3 p = model.masses()[i] * Vec3{impulse[at], impulse[at + 1], impulse[at + 2]};
    linear += p;
    angular += cross(model.positions()[i], p);
  }
  // A particle's impulse is rounded as often as those of its rods are added, in every iteration.
  const VectorXd largest = rods.b.cwiseAbs().transpose() * multipliers.cwiseAbs();
  double reach = 0.0;
  for (const Vec3& r : model.positions()) reach = std::max(reach, norm(r));
  const double rounding = (model.row_count() + 4) * (4 + iterations) * epsilon * largest.sum();
  RC_ASSERT(norm(linear) <= rounding);
  RC_ASSERT(norm(angular) <= rounding * (reach + 1.0));
}

// --- the properties

RC_GTEST_PROP(SolverProperty, PositionsAreSolvedByEverySolverThatTreatsThem, ()) {
  const Model model = random_model(*rc::gen::inRange(2, 4));
  const Rods rods(model);
  const VectorXd eigenvalues = scaled_eigenvalues(model);
  const double kappa = condition(eigenvalues), asked = std::pow(10.0, -*rc::gen::inRange(4, 15));
  RC_PRE(kappa < 1e8);  // beyond, pivots drown in rounding, and the configuration counts as singular
  const std::vector<Vec3> trial = solvable_trial(model, rods);
  const VectorXd lambda = rods.dense.multipliers(model.positions(), trial, h, 0.0);
  const std::vector<Vec3> exact =
      DenseConstraints::moved(model.positions(), h * (DenseConstraints::flat(trial) - rods.response * lambda));
  for (const SolverMethod method : methods_for(model)) {
    RC_LOG() << solver_name(method) << std::endl;
    const Plan plan = Plan::make(model, {.method = method, .tolerance = asked}).value();
    const Answer answer = constrained(model, plan, trial);
    RC_ASSERT(answer.report.converged || (may_give_up(method, eigenvalues) && answer.report.worst_row >= 0));
    if (!answer.report.converged) continue;
    RC_ASSERT(answer.report.max_violation <= plan.tolerance());
    const std::vector<Vec3> there = DenseConstraints::moved(model.positions(), h * DenseConstraints::flat(answer.u));
    assert_lengths(model, rods, there, plan.tolerance());
    assert_momentum(model, rods, DenseConstraints::flat(answer.dv), lambda, answer.report.iterations);
    assert_agreement(model, rods, there, exact, plan.tolerance());
  }
}

// Velocities are linear: what is left of B v is the tolerance over h, and changes v by no more than that times the
// inverse.
RC_GTEST_PROP(SolverProperty, VelocitiesAreProjectedByEverySolverThatTreatsThem, ()) {
  const Model model = random_model(*rc::gen::inRange(2, 4));
  const Rods rods(model);
  const VectorXd eigenvalues = scaled_eigenvalues(model);
  const double kappa = condition(eigenvalues), asked = std::pow(10.0, -*rc::gen::inRange(4, 15));
  RC_PRE(kappa < 1e8);
  const std::vector<Vec3> v = random_vectors(model);
  const MatrixXd inverse = dense_inverse(rods.b * rods.response);
  const VectorXd mu = inverse * (rods.b * DenseConstraints::flat(v));
  for (const SolverMethod method : methods_for(model)) {
    RC_LOG() << solver_name(method) << std::endl;
    const Plan plan = Plan::make(model, {.method = method, .tolerance = asked}).value();
    const Answer answer = answer_of(model, plan, [&](ConstraintSet& set, Answer& asking) {
      asking.report = set.solve_velocities(v.data(), asking.dv.data(), h);
    });
    RC_ASSERT(answer.report.converged || (may_give_up(method, eigenvalues) && answer.report.worst_row >= 0));
    if (!answer.report.converged) continue;
    const VectorXd dv = DenseConstraints::flat(answer.dv);
    assert_momentum(model, rods, dv, mu, answer.report.iterations);
    const VectorXd left = rods.b * (DenseConstraints::flat(v) + dv);
    const VectorXd terms =
        rods.b.cwiseAbs() * (rods.response.cwiseAbs() * mu.cwiseAbs() + DenseConstraints::flat(v).cwiseAbs());
    for (int k = 0; k < model.row_count(); ++k)
      RC_ASSERT(std::abs(left[k]) <=
                plan.tolerance() / (h * rods.inverse_square[k]) + 64.0 * epsilon * kappa * terms[k]);
  }
}

// Atoms of a plane system are pulled out of the plane, by turns up and down, further apart than their rods are long: no
// impulse within the plane brings them back. The report says so, and names a rod.
RC_GTEST_PROP(SolverProperty, ImpossibleRequestsAreRefusedByName, ()) {
  const int particles = *rc::gen::inRange(2, 10);
  RandomSystem plane =
      RandomSystemMaker(*rc::gen::arbitrary<std::uint32_t>(), 2, 6.0)
          .make(*rc::gen::element(Topology::path, Topology::tree, Topology::ring), particles, Extras::rods_only);
  plane.dimension = 3;
  const Model model = plane.build().model.build().value();
  RC_PRE(condition(model) < 1e8);
  std::vector<Vec3> u(static_cast<std::size_t>(model.size()));
  const double far = *rc::gen::inRange(10, 100) / h;  // rods are at most a dozen units long
  for (std::size_t i = 0; i < u.size(); ++i) u[i].z = far * static_cast<double>(i);
  for (const SolverMethod method : methods_for(model)) {
    RC_LOG() << solver_name(method) << std::endl;
    const Answer answer = constrained(model, Plan::make(model, {.method = method, .max_iterations = 1000}).value(), u);
    RC_ASSERT(!answer.report.converged);
    RC_ASSERT(answer.report.failure != SolveFailure::none);
    RC_ASSERT(answer.report.worst_row >= 0);
  }
}

RC_GTEST_PROP(SolverProperty, WhatIsNotANumberIsRefusedByName, ()) {
  const Model model = random_model(3);
  RC_PRE(condition(model) < 1e8);
  std::vector<Vec3> u(static_cast<std::size_t>(model.size()));
  const int bad = *rc::gen::inRange(0, model.size());
  u[static_cast<std::size_t>(bad)][*rc::gen::inRange(0, 3)] = *rc::gen::element(std::nan(""), HUGE_VAL, -HUGE_VAL);
  for (const SolverMethod method : methods_for(model)) {
    RC_LOG() << solver_name(method) << std::endl;
    const SolveReport report = constrained(model, Plan::make(model, {.method = method}).value(), u).report;
    RC_ASSERT(!report.converged);
    RC_ASSERT(report.failure == SolveFailure::not_finite);
    const std::vector<std::int32_t> touched = model.row_particles(report.worst_row);
    RC_ASSERT(std::find(touched.begin(), touched.end(), bad) != touched.end());
  }
}

}  // namespace
}  // namespace taut::test
