// Holds the engine against a known end of a motion, over several step sizes.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "support/convergence.hpp"
#include "support/systems.hpp"

namespace taut::test {

// What is true at the end, for all particles and rows of the model.
struct Truth {
  double end;  // time
  std::vector<Vec3> positions, velocities;
  std::vector<double> constraint_forces;
};

struct StepErrors {
  std::vector<double> steps, position, velocity, force;
};

inline StepErrors errors_of(const System& system, const Truth& truth, IntegratorOptions options,
                            const std::vector<int>& step_counts) {
  StepErrors errors;
  for (const int count : step_counts) {
    const double h = options.step = truth.end / count;
    Simulation s = Simulation::started(system, options);
    s.step(count);
    errors.steps.push_back(h);
    errors.position.push_back(largest_difference(s.state.position, truth.positions));
    errors.velocity.push_back(largest_difference(s.state.velocity, truth.velocities));
    errors.force.push_back(largest_difference(s.constraint_forces(), truth.constraint_forces));
  }
  return errors;
}

struct ExpectedOrder {
  double order;
  double tolerance;
};

// Positions, velocities and constraint forces all converge with the full order of the method.
inline void expect_order(const System& system, const Truth& truth, const IntegratorOptions& options,
                         const std::vector<int>& step_counts, ExpectedOrder expected) {
  SCOPED_TRACE(integrator_info(options.method).name);
  const StepErrors errors = errors_of(system, truth, options, step_counts);
  EXPECT_NEAR(order_of(errors.steps, errors.position), expected.order, expected.tolerance) << "of positions";
  EXPECT_NEAR(order_of(errors.steps, errors.velocity), expected.order, expected.tolerance) << "of velocities";
  EXPECT_NEAR(order_of(errors.steps, errors.force), expected.order, expected.tolerance) << "of constraint forces";
}

inline void expect_order(const System& system, const Truth& truth, IntegratorMethod method,
                         const std::vector<int>& step_counts, ExpectedOrder expected) {
  expect_order(system, truth, IntegratorOptions{.method = method}, step_counts, expected);
}

}  // namespace taut::test
