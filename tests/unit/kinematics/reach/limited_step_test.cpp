#include "kinematics/reach/limited_step.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

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
  EXPECT_GT(step.prepare(task, posture), 0.0);
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

struct Fixture {
  explicit Fixture(const Arm& arm) : posture(arm), moved(arm), task(arm), step(arm) {}
  void aim(const std::vector<double>& values, const Vec3& away) {
    posture.set(values);
    target.position = posture.hand_place(0) + away;
    task.set({&target, 1});
    task.update(posture);
    task.update_derivatives(posture);
  }
  double half_square(const std::vector<double>& by) {  // of the error, after a move
    moved.move(posture, by);
    if (put_back) put_back(moved);
    task.update(moved);
    const double half = 0.5 * task.square();
    task.update(posture);
    return half;
  }
  // Second derivative along two changes, by differences.
  double bend(const std::vector<double>& a, const std::vector<double>& b, double h = 1e-4) {
    const auto at = [&](double s, double t) {
      std::vector<double> by(a.size());
      for (std::size_t k = 0; k < by.size(); ++k) by[k] = h * (s * a[k] + t * b[k]);
      return half_square(by);
    };
    return (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / (4.0 * h * h);
  }
  Posture posture, moved;
  Target target;
  Task task;
  LimitedStep step;
  std::function<void(Posture&)> put_back = {};
};

// The first ball of a row turned onto the rim of its cone, from wherever it is.
void put_on_rim(Posture& posture) {
  std::vector<double> values(posture.values().begin(), posture.values().end());
  const Rotation turn = rotation_by({values[0], values[1], values[2]});
  const Vec3 rest = {1.0, 0.0, 0.0}, axis = cross(rest, turn.x);
  const double missing = posture.arm().joints()[0].upper - std::atan2(norm(axis), turn.x.x);
  const Vec3 vector = rotation_vector(rotation_about((1.0 / norm(axis)) * axis, missing) * turn);
  for (int k = 0; k < 3; ++k) values[static_cast<std::size_t>(k)] = vector[k];
  posture.set(values);
}

// A ball that reaches its rim stops there, and all others do what it leaves undone, as with hinges. The second ball
// does not swing at all.
TEST(LimitedStep, GivesToOthersWhatARimLeavesUndone) {
  ArmBuilder builder(3);
  for (const double cone : {1.0, 0.0, 0.5, 1.0}) builder.add_link(1.0, -cone, cone);
  const Arm arm = builder.build().value();
  const std::vector<double> values = {0.0, 0.1, 0.3, 0.2, 0.0, 0.0, 0.0, 0.3, 0.399, 0.1, 0.2, -0.4};
  Fixture f(arm);
  f.aim(values, {-0.2, 0.15, -0.1});
  EXPECT_GT(f.step.prepare(f.task, f.posture), 0.0);
  ASSERT_TRUE(f.step.make(LimitedStep::Kind::gauss_newton, f.task, values, 1e-12, 1.0));
  const std::span<const double> step = f.step.step();
  for (int r = 0; r < f.task.rows(); ++r) {
    double moved = 0.0;
    for (int q = 0; q < f.task.values(); ++q) moved += f.task.row(r)[q] * step[static_cast<std::size_t>(q)];
    EXPECT_NEAR(moved, f.task.error()[r], 1e-8) << r;
  }
  const auto beyond = [&](int joint) {
    const Vec3 turn = {step[static_cast<std::size_t>(3 * joint)], step[static_cast<std::size_t>(3 * joint + 1)],
                       step[static_cast<std::size_t>(3 * joint + 2)]};
    const Vec3 x = f.posture.rest_frame(joint).x, to = rotation_by(turn) * f.posture.joint_frame(joint).turn.x;
    return std::atan2(norm(cross(x, to)), dot(x, to)) - arm.joints()[static_cast<std::size_t>(joint)].upper;
  };
  EXPECT_NEAR(beyond(1), 0.0, 1e-12);
  EXPECT_NEAR(beyond(2), 0.0, 0.02);  // it slides along the rim, which bends away
}

// J^T J and the rest of the second derivative, against differences of the square of the error.
TEST(Task, KnowsTheCurvatureOfItsError) {
  for (const auto& [name, arm] : support::sample_arms()) {
    Fixture f(arm);
    f.aim(support::random_posture(arm, 4), {0.3, -0.2, arm.dimension() == 2 ? 0.0 : 0.4});
    const auto n = static_cast<std::size_t>(arm.value_count());
    std::vector<double> square(n * n);
    f.task.add_curvature(f.posture, square.data());
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        for (int r = 0; r < f.task.rows(); ++r) square[i * n + j] += f.task.row(r)[i] * f.task.row(r)[j];
        std::vector<double> a(n), b(n);
        a[i] = f.task.scale(static_cast<int>(i)), b[j] = f.task.scale(static_cast<int>(j));
        EXPECT_NEAR(f.bend(a, b), square[i * n + j], 1e-6) << name << " " << i << " " << j;
      }
  }
}

// One ball on its rim that the target draws outwards. What is left of the second derivative is that of the ball as it
// slides along the rim and twists.
TEST(SwingLimits, KnowTheCurvatureOfTheRim) {
  for (const double cone : {0.4, 1.2, 2.2}) {
    const Arm arm = support::row_of_limbs(3, 3, cone);
    std::vector<double> values = support::random_posture(arm, 6);
    const Vec3 rim = rotation_vector(rotation_by({0.0, 0.6 * cone, 0.8 * cone}) * rotation_about({1.0, 0.0, 0.0}, 0.3));
    for (int axis = 0; axis < 3; ++axis) values[static_cast<std::size_t>(axis)] = rim[axis];
    Fixture f(arm);
    f.put_back = put_on_rim;
    f.posture.set(values);
    const Vec3 rest = f.posture.rest_frame(0).x, along = f.posture.joint_frame(0).turn.x;
    const Vec3 outward = (1.0 / norm(cross(rest, along))) * cross(rest, along), slide = cross(along, outward);
    f.aim(values, 0.5 * cross(outward, f.posture.hand_place(0)));
    const std::size_t n = values.size();
    std::vector<double> square(n * n), descent(n);
    f.task.add_curvature(f.posture, square.data());
    for (std::size_t i = 0; i < n; ++i)
      for (int r = 0; r < f.task.rows(); ++r) descent[i] += f.task.row(r)[i] * f.task.error()[r];
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        for (int r = 0; r < f.task.rows(); ++r) square[i * n + j] += f.task.row(r)[i] * f.task.row(r)[j];
        square[j * n + i] = square[i * n + j];
      }
    ASSERT_GT(dot(outward, Vec3{descent[0], descent[1], descent[2]}), 0.01);
    SwingLimits swings(arm);
    swings.prepare(f.posture, descent);
    swings.reset();
    swings.project_square(square, static_cast<int>(n));
    EXPECT_NEAR(dot(outward, Vec3{descent[0], descent[1], descent[2]}), 0.0, 1e-14);
    for (const Vec3& a : {slide, along, outward})
      for (const Vec3& b : {slide, along, outward}) {
        double expected = 0.0;
        for (std::size_t i = 0; i < 3; ++i)
          for (std::size_t j = 0; j < 3; ++j)
            expected += a[static_cast<int>(i)] * square[i * n + j] * b[static_cast<int>(j)];
        std::vector<double> first(n), second(n);
        for (std::size_t i = 0; i < 3; ++i) first[i] = a[static_cast<int>(i)], second[i] = b[static_cast<int>(i)];
        const bool is_free = !(a == outward) && !(b == outward);
        EXPECT_NEAR(expected, is_free ? f.bend(first, second) : a == b ? 1.0 : 0.0, 1e-5) << cone;
      }
  }
}

}  // namespace
}  // namespace taut
