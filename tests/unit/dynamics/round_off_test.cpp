// Order eight down to the last digits: the double pendulum, 30 and 45 degrees, after 5 s [science, section 1].
#include "support/pendulum_reference.hpp"
#include "support/systems.hpp"

namespace taut::test {
namespace {

// "3e-15" is what compensated sums and a residual without cancellation allow; without them it stalls near 1e-11.
constexpr double a_few_last_digits = 6e-15;

class RoundOff : public testing::TestWithParam<int> {};

TEST_P(RoundOff, LeavesAFewLastDigits) {
  const Motion truth = PendulumReference::unit(2, g).released({30.0 * degree, 45.0 * degree}, 5.0);
  const int steps = GetParam();
  Simulation s = Simulation::started(make_pendulum({.degrees = {30.0, 45.0}}),
                                     {.method = IntegratorMethod::kahan_li8, .step = 5.0 / steps});
  s.step(steps);
  EXPECT_LT(norm(s.position(1) - rounded(truth.r[0])), a_few_last_digits);
  EXPECT_LT(norm(s.position(2) - rounded(truth.r[1])), a_few_last_digits);
}

INSTANTIATE_TEST_SUITE_P(Steps, RoundOff, testing::Values(500, 1000, 4000));

// A million small steps lose nothing either: the reported violations stay at the rounding of the coordinates.
TEST(RoundOff, DoesNotPileUpInTheConstraints) {
  Simulation s = Simulation::started(make_pendulum({.degrees = {90.0, 90.0}}), {.step = 1e-4});
  s.step(200000);
  const Integrator::Violations violations = s.integrator->violations(s.state);
  EXPECT_LT(violations.position, 1e-15);                      // coordinates below 2 round by 2.2e-16
  EXPECT_LT(violations.velocity, 1e-4 * 20.0 * 2.0 * 1e-15);  // h |v| |r| epsilon, |v| below 20
}

}  // namespace
}  // namespace taut::test
