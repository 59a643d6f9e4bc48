// A step is symmetric in time: with the velocities turned round, every system goes back where it came from. Systems
// with explicit time are made symmetric about the turning point.
#include "support/systems.hpp"

namespace taut::test {
namespace {

constexpr double h = 1e-3;
constexpr int steps = 1000;
// Round-off of 2,000 steps, a few epsilon each, grown by the neighbouring trajectories of at most a second.
constexpr double tolerance = 1e-12;

class TimeReversal : public testing::TestWithParam<std::tuple<NamedSystem, IntegratorMethod>> {};

TEST_P(TimeReversal, BringsPositionsAndVelocitiesBack) {
  const auto& [named, method] = GetParam();
  Simulation s = Simulation::started(named.system, {.method = method, .step = h});
  const State before = s.state;
  s.step(steps);
  ASSERT_GT(largest_difference(before.position, s.state.position), 0.01) << "it has to get somewhere";
  s.reverse();
  s.step(steps);
  EXPECT_LT(largest_difference(before.position, s.state.position), tolerance);
  for (std::size_t i = 0; i < before.velocity.size(); ++i)
    if (s.model->inverse_masses()[i] > 0.0) {
      EXPECT_LT(norm(before.velocity[i] + s.velocity(i)), 10.0 * tolerance) << "particle " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(, TimeReversal,
                         testing::Combine(testing::ValuesIn(every_kind(steps* h)),
                                          testing::Values(IntegratorMethod::shake, IntegratorMethod::rattle,
                                                          IntegratorMethod::suzuki4, IntegratorMethod::kahan_li8)),
                         [](const auto& instance) {
                           return std::get<0>(instance.param).name + "_" +
                                  test_name(integrator_info(std::get<1>(instance.param)).name);
                         });

}  // namespace
}  // namespace taut::test
