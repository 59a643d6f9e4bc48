// SHAKE, converged, is RATTLE in positions only: the same trajectory [leimkuhler1994].
#include "support/systems.hpp"

namespace taut::test {
namespace {

class ShakeIsRattle : public testing::TestWithParam<NamedSystem> {};

TEST_P(ShakeIsRattle, InPositionsAndVelocities) {
  constexpr double tolerance = 1e-12;  // round-off of 1,000 steps
  Simulation shake = Simulation::started(GetParam().system, {.method = IntegratorMethod::shake, .step = 1e-3});
  Simulation rattle = Simulation::started(GetParam().system, {.method = IntegratorMethod::rattle, .step = 1e-3});
  for (int block = 0; block < 10; ++block) {
    shake.step(100);
    rattle.step(100);
    ASSERT_LT(largest_difference(shake.state.position, rattle.state.position), tolerance);
    ASSERT_LT(largest_difference(shake.state.velocity, rattle.state.velocity), 10.0 * tolerance);
  }
}

INSTANTIATE_TEST_SUITE_P(, ShakeIsRattle, testing::ValuesIn(every_kind()),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace taut::test
