// Systems with more rods than they need, whatever their graph and masses.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/dense_algebra.hpp"
#include "support/dense_constraints.hpp"
#include "support/random_systems.hpp"

namespace taut::test {
namespace {

// A regular system and up to twelve more rods between its particles, all with their initial lengths.
System overbraced_system() {
  RandomSystem system = regular_system(Extras::all_kinds);
  const int n = static_cast<int>(system.particles.size());
  for (int k = *rc::gen::inRange(1, 13); k > 0; --k) {
    const int i = *rc::gen::inRange(0, n), j = *rc::gen::inRange(0, n);
    const bool moves =
        !system.particles[static_cast<std::size_t>(i)].fixed || !system.particles[static_cast<std::size_t>(j)].fixed;
    if (i != j && moves) system.constraints.push_back(DistanceSpec{.i = i, .j = j});
  }
  return system.build();
}

// Singular values of B W^1/2 with rows of unit length.
Eigen::VectorXd singular_values(const Model& model) {
  const DenseConstraints dense(model);
  Eigen::MatrixXd b = dense.jacobian(model.positions(), 0.0) * dense.inverse_masses().cwiseSqrt().asDiagonal();
  for (Eigen::Index k = 0; k < b.rows(); ++k) b.row(k).normalize();
  return test::singular_values(b);
}

RC_GTEST_PROP(RedundancyProperty, RankIsThatOfTheSingularValues, ()) {
  const Model model = overbraced_system().model.build().value();
  const Eigen::VectorXd values = singular_values(model);
  RC_PRE((values.array() < 1e-9 || values.array() > 1e-4).all());  // no doubt about any
  const Plan plan = Plan::make(model, {}).value();
  RC_ASSERT(plan.rank() == static_cast<int>((values.array() > 1e-6).count()));
  RC_ASSERT(plan.dependent_sets().size() == static_cast<std::size_t>(model.row_count() - plan.rank()));
}

RC_GTEST_PROP(RedundancyProperty, SpareRodsHoldWithoutBeingSolved, ()) {
  const System system = overbraced_system();
  const Model model = system.model.build().value();
  const Eigen::VectorXd values = singular_values(model);
  RC_PRE((values.array() < 1e-9 || values.array() > 1e-2).all());
  RC_PRE(!Plan::make(model, {}).value().refusal(model).has_value());
  Simulation s = Simulation::started(system, {.step = 1e-3});
  for (int k = 0; k < 20; ++k) {
    s.step();
    RC_ASSERT(s.integrator->violations(s.state).position < 1e-10);
  }
}

}  // namespace
}  // namespace taut::test
