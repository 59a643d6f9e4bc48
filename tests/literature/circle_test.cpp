// The unit circle without force [vesely2013, problem 1: r = (1, 0), v = (0, -1), h = 0.01], where every variant has a
// closed form [science, section 1].
#include "support/hand_integrators.hpp"
#include "support/systems.hpp"

namespace taut::test {
namespace {

constexpr double h = 0.01;
constexpr int steps = 1000;
// Every step rounds angle and speed by a few epsilon, and angles add up the errors of speeds: steps^2 h epsilon/2.
constexpr double angle_tolerance = 1e-12, speed_tolerance = 1e-13;

double angle_of(const Vec3& r) { return std::atan2(r.y, r.x); }

class Circle : public testing::TestWithParam<IntegratorMethod> {};

TEST_P(Circle, AStepTurnsByTheArcSine) {
  Simulation s = Simulation::started(make_circle(), {.method = GetParam(), .step = h});
  for (int k = 1; k <= steps; ++k) {
    s.step();
    ASSERT_NEAR(std::remainder(angle_of(s.position(1)) + k * std::asin(h), 2.0 * std::numbers::pi), 0.0,
                angle_tolerance);
    ASSERT_NEAR(norm(s.velocity(1)), 1.0, speed_tolerance);
  }
}

INSTANTIATE_TEST_SUITE_P(, Circle, testing::Values(IntegratorMethod::shake, IntegratorMethod::rattle),
                         [](const auto& instance) { return test_name(integrator_info(instance.param).name); });

// The same on the built-in curve instead of a rod.
TEST(CircleCurve, AStepTurnsByTheArcSine) {
  Simulation s =
      Simulation::started(make_track({"circle", {{"r", 1.0}}, {1.0, 0.0, 0.0}, {0.0, -1.0, 0.0}}), {.step = h});
  s.step(steps);
  EXPECT_NEAR(std::remainder(angle_of(s.position(0)) + steps * std::asin(h), 2.0 * std::numbers::pi), 0.0,
              angle_tolerance);
}

// The centripetal force v^2/r and, as the problem asks, the second difference of the positions: the exact solution of
// the step, |r'' | = 2 (1 - cos asin(v h)) / h^2.
TEST(CircleRod, PullsWithTheCentripetalForce) {
  Simulation s = Simulation::started(make_circle(), {.step = h});
  const Vec3 before = s.position(1);
  s.step();
  const Vec3 now = s.position(1);
  EXPECT_NEAR(s.constraint_forces()[0], 1.0, speed_tolerance);
  s.step();
  const Vec3 second_difference = (1.0 / (h * h)) * (s.position(1) - 2.0 * now + before);
  constexpr double rounding = 4.0 * 1.2e-16 / (h * h);  // of four coordinates below 1
  EXPECT_NEAR(dot(second_difference, now), -2.0 * (1.0 - std::cos(std::asin(h))) / (h * h), rounding);
}

HandPendulum on_circle(Variant variant) {
  HandPendulum circle(variant, {90.0}, 0.0);
  circle.velocities() << 0.0, -1.0;
  return circle;
}

TEST(CircleVariants, RattleByHandKeepsItsSpeed) {
  HandPendulum circle = on_circle(Variant::rattle);
  for (int k = 0; k < steps; ++k) circle.step(h);
  EXPECT_NEAR(circle.velocities().norm(), 1.0, speed_tolerance);
}

TEST(CircleVariants, AGradientAtTheTrialPointSlowsDown) {
  HandPendulum circle = on_circle(Variant::gradient_at_trial);
  for (int k = 0; k < steps; ++k) circle.step(h);
  EXPECT_NEAR(1.0 / circle.velocities().squaredNorm(), 1.0 + steps * h * h, speed_tolerance);
}

TEST(CircleVariants, AnImpulseNotFedBackSlowsDown) {
  HandPendulum circle = on_circle(Variant::no_feedback);
  double square = 1.0;
  for (int k = 0; k < steps; ++k) {
    circle.step(h);
    square *= 1.0 - square * h * h;
  }
  EXPECT_NEAR(circle.velocities().squaredNorm(), square, speed_tolerance);
}

}  // namespace
}  // namespace taut::test
