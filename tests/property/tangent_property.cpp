// The linearised step against the step itself, on systems of every graph and kind of constraint.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/random_systems.hpp"
#include "support/tangents.hpp"

namespace taut::test {
namespace {

constexpr double h = 1e-3;

// With springs and a potential, so that forces have a stiffness.
System random_forces(const RandomSystem& random) {
  System system = random.build();
  system.forces.springs.push_back({.i = 0, .j = 3, .stiffness = 3.0, .rest_length = 0.4});
  system.forces.potentials.push_back({.on = {2, 4}, .energy = "(x1 - x2)^4 + y1*y2"});
  return system;
}

Simulation random_start(IntegratorMethod method) {
  return Simulation::started(random_forces(regular_system(Extras::all_kinds)), {.method = method, .step = h});
}

Flow flow_of(const Simulation& s, std::size_t tangents) {
  Flow flow = Flow::make(*s.model, *s.forces, *s.plan, s.options, tangents).value();
  RC_PRE(s.plan->degrees_of_freedom(*s.model) > 0);
  RC_PRE(flow.place(s.state).converged);
  for (std::size_t k = 0; k < tangents; ++k) {
    flow.tangents()[k] = random_tangent(*s.model, *rc::gen::arbitrary<std::uint32_t>());
    flow.project(flow.tangents()[k]);
  }
  return flow;
}

// Central differences err by c e^2, which those at 2 e show: they differ from each other by 3 c e^2. Rounding, about
// 1e-15 times the condition (below 1e4), is divided by e.
RC_GTEST_PROP(TangentProperty, IsTheDerivativeOfTheStep, ()) {
  constexpr double e = 1e-5, rounding = 1e-11 / e;
  const auto method = *rc::gen::element(IntegratorMethod::rattle, IntegratorMethod::yoshida4);
  Simulation s = random_start(method);
  Flow flow = flow_of(s, 1);
  const TangentVector near = difference_quotient(s, flow.tangents()[0], e);
  const TangentVector far = difference_quotient(s, flow.tangents()[0], 2.0 * e);
  const double spread = largest_difference(near, far);
  RC_PRE(spread < 1e-4 * largest_entry(near));  // otherwise differences say little
  State state = s.state;
  const StepReport report = flow.advance(state, state.time + h, h);
  RC_PRE(report.ok() && !report.subdivided);
  RC_ASSERT(largest_difference(flow.tangents()[0], near) <= 0.5 * spread + rounding * largest_entry(near));
}

RC_GTEST_PROP(TangentProperty, PreservesTheSymplecticForm, ()) {
  constexpr int steps = 20;
  Simulation s = random_start(*rc::gen::element(IntegratorMethod::rattle, IntegratorMethod::suzuki4));
  Flow flow = flow_of(s, 2);
  State state = s.state;
  const auto form = [&] { return symplectic_form(*s.model, flow.tangents()[0], flow.tangents()[1]); };
  const double before = form();
  double scale = 0.0;
  for (int k = 0; k < steps; ++k) {
    const StepReport report = flow.advance(state, state.time + h, h);
    RC_PRE(report.ok());
    double mass = 0.0;
    for (std::size_t i = 0; i < state.position.size(); ++i)
      if (s.model->inverse_masses()[i] > 0.0) mass += s.model->masses()[i];
    scale = std::max(scale, mass * largest_entry(flow.tangents()[0]) * largest_entry(flow.tangents()[1]));
  }
  // Rounding of the multipliers, read off differences of positions over h, times the condition.
  RC_ASSERT(std::abs(form() - before) <= 1e-9 * scale);
}

RC_GTEST_PROP(TangentProperty, StaysInTheTangentSpace, ()) {
  Simulation s = random_start(IntegratorMethod::rattle);
  Flow flow = flow_of(s, 1);
  State state = s.state;
  for (int k = 0; k < 20; ++k) {
    const StepReport report = flow.advance(state, state.time + h, h);
    RC_PRE(report.ok());
  }
  const TangentVector moved = flow.tangents()[0];
  TangentVector projected = moved;
  flow.project(projected);
  RC_ASSERT(largest_difference(moved, projected) <= 1e-9 * largest_entry(moved));
}

}  // namespace
}  // namespace taut::test
