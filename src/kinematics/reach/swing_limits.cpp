#include "kinematics/reach/swing_limits.hpp"

#include <cmath>
#include <numbers>

#include "base/direction.hpp"

namespace taut {
namespace {

constexpr double round_off = 1e-12;  // radians
constexpr double narrowest = 1e-9;   // a ball whose cone is narrower does not swing at all

Vec3 triple(std::span<const double> values, int first) {
  const double* v = values.data() + first;
  return {v[0], v[1], v[2]};
}
void put(const Vec3& triple, std::span<double> values, int first) {
  for (int axis = 0; axis < 3; ++axis) values[static_cast<std::size_t>(first + axis)] = triple[axis];
}

double angle_between(const Vec3& a, const Vec3& b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

}  // namespace

SwingLimits::SwingLimits(const Arm& arm) {
  for (std::size_t k = 0; k < arm.joints().size(); ++k) {
    const JointSpec& joint = arm.joints()[k];
    if (joint.kind == JointKind::ball && joint.upper < std::numbers::pi)
      balls_.push_back({static_cast<int>(k), arm.first_value(static_cast<int>(k)), joint.upper});
  }
}

Vec3 SwingLimits::axis_of_swing(const Ball& ball, const Vec3& along) {
  const Vec3 axis = cross(ball.rest, along);
  const double sine = norm(axis);
  return sine > 0.0 ? (1.0 / sine) * axis : across(ball.rest, 0.0);
}

Vec3 SwingLimits::projected(const Ball& ball, const Vec3& turn) {
  if (ball.widest < narrowest) return dot(ball.along, turn) * ball.along;
  return turn - dot(ball.outward, turn) * ball.outward;
}

void SwingLimits::prepare(const Posture& posture, std::span<double> descent) {
  for (Ball& ball : balls_) {
    ball.along = posture.joint_frame(ball.joint).turn.x;
    ball.rest = posture.rest_frame(ball.joint).x;
    ball.swing = posture.swing(ball.joint);
    ball.outward = axis_of_swing(ball, ball.along);
    const Vec3 turn = triple(descent, ball.value);
    ball.slope = dot(ball.outward, turn);
    ball.is_blocked = ball.widest < narrowest || (ball.swing >= ball.widest - round_off && ball.slope >= 0.0);
    if (ball.is_blocked) put(projected(ball, turn), descent, ball.value);
  }
}

void SwingLimits::reset() {
  for (Ball& ball : balls_) {
    ball.is_stopped = ball.is_blocked;
    if (ball.is_blocked) ball.outward = axis_of_swing(ball, ball.along);
  }
}

bool SwingLimits::stop(std::span<const double> trial, std::span<double> step) {
  bool any = false;
  for (Ball& ball : balls_) {
    if (ball.is_stopped) continue;
    const Vec3 turn = triple(trial, ball.value), along = rotation_by(turn) * ball.along;
    const double beyond = angle_between(ball.rest, along) - ball.widest;
    if (beyond <= round_off) continue;
    any = ball.is_stopped = true;
    ball.outward = axis_of_swing(ball, along);
    put((dot(ball.outward, turn) - beyond) * ball.outward, step, ball.value);
  }
  return any;
}

void SwingLimits::project_row(std::span<double> row) const {
  for (const Ball& ball : balls_)
    if (ball.is_stopped) put(projected(ball, triple(row, ball.value)), row, ball.value);
}

// A ball that slides by b and twists by c leaves its cone by b^2 cot s / 2 - b c / 2; turned back, it loses as much of
// what the slope would have gained.
void SwingLimits::project_square(std::span<double> matrix, int n) const {
  const auto size = static_cast<std::size_t>(n);
  const auto row = [&](int i) { return matrix.subspan(size * static_cast<std::size_t>(i), size); };
  const auto element = [&](int i, int j) -> double& { return row(i)[static_cast<std::size_t>(j)]; };
  for (int i = 0; i < n; ++i) project_row(row(i));
  for (const Ball& ball : balls_) {
    if (!ball.is_stopped) continue;
    const int v = ball.value;
    for (int j = 0; j < n; ++j) {
      const Vec3 left = projected(ball, {element(v, j), element(v + 1, j), element(v + 2, j)});
      for (int axis = 0; axis < 3; ++axis) element(v + axis, j) = left[axis];
    }
    const bool slides = ball.is_blocked && ball.widest >= narrowest;
    const double bend = slides ? ball.slope / std::tan(ball.swing) : 0.0, twist = slides ? -0.5 * ball.slope : 0.0;
    const Vec3 slide = cross(ball.along, ball.outward), u = ball.along;
    for (int i = 0; i < 3; ++i) {
      Vec3 axis;
      axis[i] = 1.0;
      const Vec3 fixed = axis - projected(ball, axis);
      for (int j = 0; j < 3; ++j)
        element(v + i, v + j) += fixed[j] + bend * slide[i] * slide[j] + twist * (slide[i] * u[j] + u[i] * slide[j]);
    }
  }
}

}  // namespace taut
