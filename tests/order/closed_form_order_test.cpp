// The equations in closed form, by Runge-Kutta methods of order 2, 4 and 8: the motion converges with the full order
// whatever is done against drift, and without anything the constraints drift with that order, too.
//
// Unlike those of RATTLE these errors expand in all powers, C h^p (1 + c h + ...). At order 8 round-off leaves no steps
// short enough to make c h small: the fitted order is off by up to 0.35 and still tells 8 from 7 and 9; the
// coefficients themselves are held against every condition of order in tests/unit/dynamics/runge_kutta_test.cpp.
#include "support/double_pendulum_truth.hpp"

namespace taut::test {
namespace {

constexpr double end = 2.2;

struct Case {
  int order;
  std::vector<int> step_counts;
  double tolerance;
};
const std::vector<Case> cases = {
    {2, {1408, 2816, 5632, 11264}, 0.05}, {4, {440, 704, 1100, 1760}, 0.05}, {8, {70, 88, 110, 141}, 0.4}};

class ClosedFormOrder : public testing::TestWithParam<Case> {};

void expect_order_with(Stabilisation stabilisation, double rate = 0.0) {
  const auto& [order, counts, tolerance] = ClosedFormOrder::GetParam();
  expect_order(
      make_regular_double_pendulum(), double_pendulum_truth(end),
      {.method = IntegratorMethod::closed_form, .order = order, .stabilisation = stabilisation, .baumgarte = rate},
      counts, {static_cast<double>(order), tolerance});
}

TEST_P(ClosedFormOrder, IsThatOfTheRungeKuttaMethod) { expect_order_with(Stabilisation::none); }
TEST_P(ClosedFormOrder, IsNotLostByBaumgarte) { expect_order_with(Stabilisation::baumgarte, 5.0); }
TEST_P(ClosedFormOrder, IsNotLostByProjection) { expect_order_with(Stabilisation::projection); }

TEST_P(ClosedFormOrder, IsThatOfTheDrift) {
  const auto& [order, counts, tolerance] = GetParam();
  std::vector<double> steps, drifts;
  for (const int count : counts) {
    const double h = end / count;
    Simulation s = Simulation::started(make_regular_double_pendulum(),
                                       {.method = IntegratorMethod::closed_form, .step = h, .order = order});
    s.step(count);
    steps.push_back(h);
    drifts.push_back(s.integrator->violations(s.state).position);
  }
  EXPECT_NEAR(order_of(steps, drifts), order, tolerance);
}

INSTANTIATE_TEST_SUITE_P(, ClosedFormOrder, testing::ValuesIn(cases),
                         [](const auto& instance) { return std::to_string(instance.param.order); });

}  // namespace
}  // namespace taut::test
