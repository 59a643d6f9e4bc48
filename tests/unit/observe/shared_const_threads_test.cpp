// Formulas of the state and crossings are const, and threads may share them.
#include <array>
#include <cmath>
#include <thread>

#include "support/systems.hpp"
#include "taut/crossing.hpp"

namespace taut::test {
namespace {

State moved(const Model& model, int which) {
  State state = initial_state(model);
  for (Vec3& r : state.position) r.x += which == 0 ? 0.25 : -0.5;
  state.time = which;
  return state;
}

TEST(SharedOnThreads, OneFormulaIsEvaluatedAtTwoStates) {
  const Model model = make_pendulum({.degrees = {30.0, 75.0}}).model.build().value();
  const std::vector<int> on = {1, 2};
  const StateFormula formula =
      StateFormula::make(model, on, "sin(x1)*cos(y2) + x2*t + vx1^2 - atan2(y1, x2)", {}, "key").value();
  const Crossing crossing = Crossing::make(model, {.on = on, .crossing = "x1 - x2*y1", .where = "x2 - 1"}).value();
  const std::array states = {moved(model, 0), moved(model, 1)};
  const auto look = [&](std::size_t which) {
    const State& state = states[which];
    return std::array{formula.value(state), crossing.value(state), crossing.counts(state) ? 1.0 : 0.0};
  };
  const std::array expected = {look(0), look(1)};
  EXPECT_NE(expected[0], expected[1]);
  const auto look_often = [&](std::size_t which) {
    int wrong = 0;
    for (int k = 0; k < 100'000; ++k) wrong += look(which) != expected[which];
    return wrong;
  };
  int wrong = 0;
  std::thread other([&] { wrong = look_often(1); });
  EXPECT_EQ(look_often(0), 0);
  other.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace taut::test
