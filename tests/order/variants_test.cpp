// The same three checks (order, time reversal, energy after 100 s) tell RATTLE from the two variants that look like it
// and are not: a gradient at the trial point, and an impulse that is not fed back into the velocity
// [science, section 1, table]. Double pendulum, 30 and 45 degrees from rest.
#include "support/hand_integrators.hpp"
#include "support/order_check.hpp"
#include "support/pendulum_reference.hpp"

namespace taut::test {
namespace {

constexpr double h = 0.01;
const std::vector<double> start = {30.0, 45.0};

// What the checks look at, for the engine and for the integrators written by hand.
struct Measured {
  double order, reversal, energy;
};

Measured measure_engine() {
  const Motion end = PendulumReference::unit(2, g).released({30.0 * degree, 45.0 * degree}, 1.0);
  std::vector<double> steps, errors;
  for (const int count : {200, 400, 800, 1600}) {
    Simulation s = Simulation::started(make_pendulum({.degrees = start}), {.step = 1.0 / count});
    s.step(count);
    steps.push_back(1.0 / count);
    errors.push_back(norm(s.position(2) - rounded(end.r[1])));
  }
  Simulation there_and_back = Simulation::started(make_pendulum({.degrees = start}), {.step = h});
  const std::vector<Vec3> before = there_and_back.state.position;
  there_and_back.step(1000);
  there_and_back.reverse();
  there_and_back.step(1000);
  Simulation long_run = Simulation::started(make_pendulum({.degrees = start}), {.step = h});
  long_run.step(10000);
  return {order_of(steps, errors), largest_difference(before, there_and_back.state.position), long_run.energy()};
}

Measured measure(Variant variant) {
  const Motion end = PendulumReference::unit(2, g).released({30.0 * degree, 45.0 * degree}, 1.0);
  const Eigen::Vector2d truth(static_cast<double>(end.r[1].x), static_cast<double>(end.r[1].y));
  std::vector<double> steps, errors;
  for (const int count : {200, 400, 800, 1600}) {
    HandPendulum pendulum(variant, start, g);
    for (int k = 0; k < count; ++k) pendulum.step(1.0 / count);
    steps.push_back(1.0 / count);
    errors.push_back((pendulum.positions().tail<2>() - truth).norm());
  }
  HandPendulum there_and_back(variant, start, g), long_run(variant, start, g);
  const Eigen::VectorXd before = there_and_back.positions();
  for (int k = 0; k < 1000; ++k) there_and_back.step(h);
  there_and_back.velocities() *= -1.0;
  for (int k = 0; k < 1000; ++k) there_and_back.step(h);
  for (int k = 0; k < 10000; ++k) long_run.step(h);
  return {order_of(steps, errors), (there_and_back.positions() - before).lpNorm<Eigen::Infinity>(), long_run.energy()};
}

// The table prints the energy to three or two decimals, 5e-14 for the reversal and 0.33 for the wrong ones (largest
// coordinate).
void expect_right(const Measured& found) {
  EXPECT_NEAR(found.order, 2.0, 0.05);
  EXPECT_LT(found.reversal, 1e-12);
  EXPECT_NEAR(found.energy, -23.929, 0.0005);
}

void expect_wrong(const Measured& found) {
  EXPECT_NEAR(found.order, 1.0, 0.05);
  EXPECT_NEAR(found.reversal, 0.33, 0.005);
  EXPECT_NEAR(found.energy, -29.18, 0.005);
}

TEST(Variants, TheEngineIsRight) { expect_right(measure_engine()); }
TEST(Variants, RattleByHandIsRight) { expect_right(measure(Variant::rattle)); }
TEST(Variants, AGradientAtTheTrialPointIsWrong) { expect_wrong(measure(Variant::gradient_at_trial)); }
TEST(Variants, AnImpulseNotFedBackIsWrong) { expect_wrong(measure(Variant::no_feedback)); }

}  // namespace
}  // namespace taut::test
