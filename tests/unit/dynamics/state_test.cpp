// A state is a plain value: it can be copied, moved and thrown away between steps.
#include "support/systems.hpp"

namespace taut::test {
namespace {

class MovedState : public testing::TestWithParam<NamedSystem> {};

TEST_P(MovedState, StepsAsOneThatStayed) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  Simulation stayed = Simulation::started(GetParam().system, {.step = 1e-2});
  Simulation moved = Simulation::started(GetParam().system, {.step = 1e-2});
  for (int k = 0; k < 5; ++k) {
    State copy = moved.state;
    for (std::vector<Vec3>* left_behind : {&moved.state.position, &moved.state.position_low, &moved.state.velocity})
      for (Vec3& v : *left_behind) v = {nan, nan, nan};
    std::swap(copy, moved.state);
    stayed.step();
    moved.step();
    ASSERT_EQ(stayed.state.position, moved.state.position);
    ASSERT_EQ(stayed.constraint_forces(), moved.constraint_forces());
  }
}

INSTANTIATE_TEST_SUITE_P(, MovedState, testing::ValuesIn(every_kind()),
                         [](const auto& instance) { return instance.param.name; });

TEST(InitialState, IsThatOfTheModel) {
  const System system = make_funnel();
  const Model model = system.model.build().value();
  const State state = initial_state(model);
  EXPECT_EQ(state.time, 0.0);
  EXPECT_EQ(state.step, 0);
  EXPECT_EQ(state.position, model.positions());
  EXPECT_EQ(state.velocity, model.velocities());
  EXPECT_EQ(state.position_low, std::vector<Vec3>(1));
  EXPECT_EQ(state.velocity_low, std::vector<Vec3>(1));
}

}  // namespace
}  // namespace taut::test
