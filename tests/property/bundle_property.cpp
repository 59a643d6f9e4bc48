// Random graphs of rods, masses over six decades, four to twenty copies that are bent and turned: solved side by side
// they agree with those solved alone, whatever the instruction set.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "solve/constraint_set.hpp"
#include "support/asked_bundles.hpp"
#include "support/dense_algebra.hpp"
#include "support/random_systems.hpp"
#include "support/rods.hpp"

namespace taut::test {
namespace {

constexpr double h = 0.01;

// A tree, and a few rods more.
Pairs random_rods(int particles) {
  Pairs rods;
  for (int k = 1; k < particles; ++k) rods.emplace_back(*rc::gen::inRange(0, k), k);
  const int more = *rc::gen::inRange(0, std::max(1, particles - 2));
  for (int k = 0; k < more; ++k) {
    const int i = *rc::gen::inRange(0, particles), j = *rc::gen::inRange(0, particles);
    const std::pair<int, int> rod = std::minmax(i, j);
    if (i != j && std::find(rods.begin(), rods.end(), rod) == rods.end()) rods.push_back(rod);
  }
  return rods;
}

// Each particle hangs on the first rod that reaches it.
std::vector<Vec3> random_places(int particles, const Pairs& rods, LinkageMaker& make) {
  std::vector<Vec3> places(static_cast<std::size_t>(particles));
  for (int k = 1; k < particles; ++k) {
    const Vec3& from = places[static_cast<std::size_t>(rods[static_cast<std::size_t>(k - 1)].first)];
    places[static_cast<std::size_t>(k)] = from + make.uniform(0.5, 1.5) * make.direction();
  }
  return places;
}

struct Random {
  Model model;
  std::uint32_t seed;
};

Random random_ensemble() {
  const int particles = *rc::gen::inRange(2, 9), copies = *rc::gen::inRange(4, 21);
  const Pairs rods = random_rods(particles);
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  LinkageMaker make(seed, 6.0);
  const std::vector<Vec3> places = random_places(particles, rods, make);
  std::vector<Linkage> linkages =
      make.several(copies, [&](LinkageMaker& maker) { return maker.molecule(places, rods); });
  if (*rc::gen::arbitrary<bool>())
    for (Linkage& linkage : linkages) linkage.particles.front().fixed = true, linkage.particles.front().velocity = {};
  const Memory memory = *rc::gen::element(Memory::consecutive, Memory::interleaved);
  Model model = Ensemble(linkages, memory).system.model.build().value();
  RC_PRE(condition(model) < 1e4);  // beyond, two solutions may lie within one step
  return {std::move(model), seed};
}

// A random velocity that keeps the lengths to first order, and a kick of a tenth.
std::vector<Vec3> random_trial(const Model& model, const Rods& rods, std::uint32_t seed) {
  LinkageMaker make(seed);
  std::vector<Vec3> v, kick;
  for (const double w : model.inverse_masses()) {
    v.push_back(w > 0.0 ? make.vector() : Vec3{});
    kick.push_back(w > 0.0 ? 0.1 * make.vector() : Vec3{});
  }
  const Eigen::VectorXd flat = DenseConstraints::flat(v);
  const Eigen::VectorXd mu = dense_solution(rods.b * rods.response, rods.b * flat);
  return DenseConstraints::moved(v, DenseConstraints::flat(kick) - rods.response * mu);
}

struct Answer {
  SolveReport report;
  std::vector<Vec3> u, dv;
};

Answer constrained(const Model& model, const Plan& plan, const std::vector<Vec3>& trial) {
  ConstraintSet set(model, plan);
  const std::vector<Vec3> low(trial.size());
  RC_ASSERT(set.linearise({model.positions().data(), low.data(), 0.0}).converged);
  Answer answer{{}, trial, low};
  answer.report = set.solve_positions(answer.u.data(), answer.dv.data(), h, 0.0);
  return answer;
}

RC_GTEST_PROP(BundleProperty, PositionsAgreeWithThoseSolvedAlone, ()) {
  const auto [model, seed] = random_ensemble();
  const Rods rods(model);
  const double asked = std::pow(10.0, -*rc::gen::inRange(4, 15));
  const std::vector<Vec3> trial = random_trial(model, rods, seed + 1);
  const Plan plan = Plan::make(model, {.tolerance = asked}).value();
  RC_ASSERT(!plan.bundles().empty());
  const Answer bundled = constrained(model, plan, trial);
  const Answer alone =
      constrained(model, Plan::make(model, {.method = SolverMethod::sparse, .tolerance = asked}).value(), trial);
  // Near a second solution each judges by the signs of its own pivots, and they eliminate in different orders.
  const auto doubts = [](const Answer& answer) { return answer.report.failure == SolveFailure::turned_too_far; };
  if (doubts(bundled) || doubts(alone)) RC_DISCARD("two solutions close by");
  RC_ASSERT(bundled.report.converged == alone.report.converged);
  RC_CLASSIFY(bundled.report.converged, "solved");
  RC_ASSERT(bundled.report.converged || bundled.report.worst_row >= 0);
  if (!bundled.report.converged) return;
  RC_ASSERT(bundled.report.max_violation <= plan.tolerance());
  const auto there = [&](const Answer& answer) {
    return DenseConstraints::moved(model.positions(), h * DenseConstraints::flat(answer.u));
  };
  assert_lengths(model, rods, there(bundled), plan.tolerance());
  assert_agreement(model, rods, there(bundled), there(alone), 2.0 * plan.tolerance());
}

// Velocities are linear: the two answers differ by the rounding of the largest impulses.
RC_GTEST_PROP(BundleProperty, VelocitiesAgreeWithThoseSolvedAlone, ()) {
  const auto [model, seed] = random_ensemble();
  const Rods rods(model);
  std::vector<Vec3> v;
  LinkageMaker make(seed + 2);
  for (const double w : model.inverse_masses()) v.push_back(w > 0.0 ? make.vector() : Vec3{});
  const std::vector<Vec3> low(v.size());
  std::vector<Vec3> projected[2] = {low, low};
  for (const SolverMethod method : {SolverMethod::automatic, SolverMethod::sparse}) {
    const Plan plan = Plan::make(model, {.method = method}).value();
    ConstraintSet set(model, plan);
    RC_ASSERT(set.linearise({model.positions().data(), low.data(), 0.0}).converged);
    std::vector<Vec3>& dv = projected[method == SolverMethod::sparse ? 1 : 0];
    RC_ASSERT(set.solve_velocities(v.data(), dv.data(), h).converged);
  }
  const Eigen::MatrixXd inverse = dense_inverse(rods.b * rods.response);
  const Eigen::VectorXd terms = rods.b.cwiseAbs() * DenseConstraints::flat(v).cwiseAbs();
  const Eigen::VectorXd largest = rods.response.cwiseAbs() * (inverse.cwiseAbs() * terms);
  const double rounding = 8.0 * machine_epsilon * condition(model);
  const Eigen::VectorXd apart = DenseConstraints::flat(projected[0]) - DenseConstraints::flat(projected[1]);
  for (Eigen::Index c = 0; c < apart.size(); ++c) RC_ASSERT(std::abs(apart[c]) <= rounding * largest[c]);
}

RC_GTEST_PROP(BundleProperty, EveryInstructionSetGivesTheSameBits, ()) {
  const auto [model, seed] = random_ensemble();
  const Plan plan = Plan::make(model, {}).value();
  const Asked asked(model, plan, seed + 3, *rc::gen::element(0.1, 1.0, 10.0, 100.0));
  const std::vector<Solved> expected = asked.of(*kernels_here().front());
  for (const KernelTable* kernels : kernels_here()) {
    RC_LOG() << kernels->name << std::endl;
    const std::vector<Solved> found = asked.of(*kernels);
    RC_ASSERT(found.size() == expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) RC_ASSERT(difference(found[k], expected[k]) == "");
  }
}

}  // namespace
}  // namespace taut::test
