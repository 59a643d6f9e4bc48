#include "kinematics/limited_step.hpp"

#include <gtest/gtest.h>

#include "support/sample_arms.hpp"

namespace taut {
namespace {

// A value that reaches its limit stops there, and the others do what it leaves undone: the step still brings the hand,
// to first order, all the way.
TEST(LimitedStep, GivesToOthersWhatALimitLeavesUndone) {
  const Arm arm = support::row_of_limbs(2, 5, 1.0);
  const std::vector<double> values = {0.2, 0.3, 0.999, 0.4, -0.5};
  Posture posture(arm);
  posture.set(values);
  Task task(arm);
  const Target target{.position = posture.hand_place(0) + Vec3{-0.15, -0.05, 0.0}};
  task.set({&target, 1});
  task.update(posture);
  task.update_derivatives(posture);
  LimitedStep step(arm);
  EXPECT_GT(step.prepare(task, values), 0.0);
  ASSERT_TRUE(step.make(LimitedStep::Kind::gauss_newton, task, values, 1e-12, 1.0));
  bool stopped = false;
  for (std::size_t k = 0; k < values.size(); ++k) {
    EXPECT_LE(values[k] + step.step()[k], 1.0 + 1e-15);
    stopped = stopped || values[k] + step.step()[k] > 1.0 - 1e-12;
  }
  EXPECT_TRUE(stopped);
  for (int r = 0; r < task.rows(); ++r) {
    double moved = 0.0;
    for (int q = 0; q < task.values(); ++q) moved += task.row(r)[q] * step.step()[static_cast<std::size_t>(q)];
    EXPECT_NEAR(moved, task.error()[r], 1e-8) << r;
  }
}

}  // namespace
}  // namespace taut
