// Torques at the joints of an arm against its motion in angles, where they are generalised forces and no projection,
// no light particle and no splitting comes in.
#include "support/jointed_arm.hpp"
#include "support/order_check.hpp"

namespace taut::test {
namespace {

constexpr double end = 1.0;
constexpr double tolerance = 0.06;
const std::vector<int> step_counts = {50, 100, 200, 400, 800};

struct Errors {
  std::vector<double> steps, position, velocity;
};

Errors errors_of(const System& system, const Reals& truth, IntegratorOptions options, const std::vector<int>& counts) {
  Errors errors;
  for (const int count : counts) {
    options.step = end / count;
    Simulation s = Simulation::started(system, options);
    s.step(count);
    EXPECT_FALSE(s.subdivided);
    errors.steps.push_back(options.step);
    errors.position.push_back(largest_difference(s.state.position, JointedArm::positions(truth)));
    errors.velocity.push_back(largest_difference(s.state.velocity, JointedArm::velocities(truth)));
  }
  return errors;
}

void expect_order(const System& system, const Reals& truth, const IntegratorOptions& options, double order,
                  const std::vector<int>& counts = step_counts) {
  SCOPED_TRACE(integrator_info(options.method).name);
  const Errors errors = errors_of(system, truth, options, counts);
  EXPECT_NEAR(order_of(errors.steps, errors.position), order, tolerance) << errors.position.front();
  EXPECT_NEAR(order_of(errors.steps, errors.velocity), order, tolerance) << errors.velocity.front();
}

class TorqueOrder : public testing::TestWithParam<double> {
 protected:
  JointedArm arm{.light = GetParam()};
};

TEST_P(TorqueOrder, OfSpringsAndAMotorThatKnowsTheTimeIsThatOfTheMethod) {
  System system = arm.system();
  system.forces.torques = {JointedArm::at_shoulder(), JointedArm::at_elbow(), JointedArm::at_elbow()};
  system.forces.torques[0].energy = "2*(1 - cos(q)) + 0.3*q*sin(t)";
  system.forces.torques[1].stiffness = 6.0;
  system.forces.torques[1].rest = 30.0;
  system.forces.torques[2].torque = "sin(3*t)";
  const Reals truth = arm.after(end, [](auto q, auto, Real t) {
    return std::array<Real, 2>{-2 * std::sin(q[0]) - Real(0.3) * std::sin(t),
                               -6 * (q[1] - 30 * Real(degree)) + std::sin(3 * t)};
  });
  expect_order(system, truth, {.method = IntegratorMethod::rattle}, 2.0);
  expect_order(system, truth, {.method = IntegratorMethod::shake}, 2.0);
  expect_order(system, truth, {.method = IntegratorMethod::suzuki4}, 4.0, {40, 60, 90, 140});
  expect_order(system, truth, {.method = IntegratorMethod::closed_form, .order = 4}, 4.0, {400, 640, 1000, 1600});
}

TEST_P(TorqueOrder, OfDampersAndAServoIsTwo) {
  System system = arm.system();
  system.forces.torques = {JointedArm::at_shoulder(), JointedArm::at_elbow()};
  system.forces.torques[0].stiffness = 3.0;
  system.forces.torques[0].damping = 0.8;
  system.forces.torques[1].torque = "kp*(0.5*sin(2*t) - q) - kd*w";
  system.forces.torques[1].parameters = {{"kp", 8.0}, {"kd", 0.5}};
  const Reals truth = arm.after(end, [](auto q, auto w, Real t) {
    return std::array<Real, 2>{-3 * q[0] - Real(0.8) * w[0],
                               8 * (Real(0.5) * std::sin(2 * t) - q[1]) - Real(0.5) * w[1]};
  });
  expect_order(system, truth, {.method = IntegratorMethod::rattle}, 2.0);
  expect_order(system, truth, {.method = IntegratorMethod::closed_form, .order = 4}, 4.0, {400, 640, 1000, 1600});
}

TEST_P(TorqueOrder, OfFrictionThatIsNotLinearAndDragIsTwo) {
  arm.rate = {1.5, -0.5};
  arm.drag = 0.4;
  System system = arm.system();
  system.forces.torques = {JointedArm::at_shoulder(), JointedArm::at_elbow()};
  system.forces.torques[0].torque = "-0.3*w*abs(w)";
  system.forces.torques[1].torque = "0.1*w*(2 - w^2) + cos(q)";
  const Reals truth = arm.after(
      end,
      [](auto q, auto w, Real) {
        return std::array<Real, 2>{-Real(0.3) * w[0] * std::abs(w[0]), w[1] * (2 - w[1] * w[1]) / 10 + std::cos(q[1])};
      },
      0.001L);
  expect_order(system, truth, {.method = IntegratorMethod::rattle}, 2.0);
}

INSTANTIATE_TEST_SUITE_P(LightPoints, TorqueOrder, testing::Values(0.2, 1e-3, 1e-6));

// Strong damping: the arm follows the balance of torques at steps that are long beside the decay of its rates. The
// order is one there at least, that of a straight line from balance to balance, and two again where steps resolve the
// decay.
TEST(StiffTorques, FollowTheBalanceAtLongSteps) {
  const JointedArm arm{.light = 1e-3, .angle = {0.0, 0.3}};
  System system = arm.system();
  system.forces.torques = {JointedArm::at_shoulder(), JointedArm::at_elbow()};
  for (TorqueSpec& torque : system.forces.torques) torque.damping = 100.0;
  system.forces.torques[0].stiffness = 80.0;
  system.forces.torques[1].torque = "60*(1 - q)";
  const auto torques = [](auto q, auto w, Real) {
    return std::array<Real, 2>{-80 * q[0] - 100 * w[0], 60 * (1 - q[1]) - 100 * w[1]};
  };
  const Reals truth = arm.after(end, torques, 0.0001L);
  const Errors longer = errors_of(system, truth, {}, {10, 20, 40, 80});
  EXPECT_LT(longer.position.front(), 0.01);
  EXPECT_GT(order_of(longer.steps, longer.position), 0.95);
  const Errors shorter = errors_of(system, truth, {}, {2000, 4000, 8000});
  EXPECT_NEAR(order_of(shorter.steps, shorter.position), 2.0, 0.1);
}

// Friction that is nearly that of a slip: between two rates the torque jumps, and the step finds its way.
TEST(StiffTorques, HoldAnArmByDryFriction) {
  const JointedArm arm{.rate = {0.8, -1.0}};
  System system = arm.system();
  system.forces.torques = {JointedArm::at_shoulder(), JointedArm::at_elbow()};
  for (TorqueSpec& torque : system.forces.torques) torque.torque = "-6*tanh(1e3*w)";
  Simulation s = Simulation::started(system, {.step = 0.02});
  s.step(100);
  EXPECT_FALSE(s.subdivided);
  for (const Vec3& v : s.state.velocity) EXPECT_LT(norm(v), 2e-3);
}

}  // namespace
}  // namespace taut::test
