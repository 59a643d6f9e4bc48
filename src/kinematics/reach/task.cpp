#include "kinematics/reach/task.hpp"

#include <algorithm>
#include <cmath>

#include "base/direction.hpp"

namespace taut {
namespace {

// The rotation vector that takes one unit vector to the other; half a turn about some axis when they are opposite.
Vec3 turn_between(const Vec3& from, const Vec3& to) {
  const Vec3 c = cross(from, to);
  const double sine = norm(c), cosine = dot(from, to);
  if (sine > 1e-9) return (std::atan2(sine, cosine) / sine) * c;
  return cosine > 0.0 ? c : rotation_vector(rotation_between(from, to));
}

Vec3 turn_left(const Target& target, const Placement& hand) {
  if (target.rotation) return rotation_vector(*target.rotation * inverse(hand.turn));
  return turn_between(hand.turn.x, *target.direction);
}

bool has_turn(const Target& target) { return target.rotation || target.direction; }

}  // namespace

// Two unit vectors at right angles to this direction: a hand that only points may turn about it.
Task::Plane Task::plane_across(const Vec3& direction) {
  const Vec3 u = across(direction, 0.0);
  return {u, cross(direction, u)};
}

Task::Task(const Arm& arm) : arm_(&arm), size_(arm.size()), values_(arm.value_count()) {
  const std::size_t most = most_task_rows(arm);
  error_.resize(most);
  jacobian_.resize(most * static_cast<std::size_t>(values_));
  scale_.assign(static_cast<std::size_t>(values_), 1.0);
  for (std::size_t k = 0; k < arm.joints().size(); ++k) {
    const JointKind kind = arm.joints()[k].kind;
    if (kind == JointKind::slider) scale_[static_cast<std::size_t>(arm.first_value(static_cast<int>(k)))] = size_;
    const int ball = kind == JointKind::ball ? static_cast<int>(k) + 1 : 0;
    ball_.insert(ball_.end(), static_cast<std::size_t>(value_count(kind)), ball);
  }
  motions_.reserve(static_cast<std::size_t>(values_));
  targets_.reserve(arm.hands().size());
  across_.reserve(arm.hands().size());
}

int Task::rows_of(const Target& target) const {
  if (arm_->dimension() == 2) return has_turn(target) ? 3 : 2;
  return target.rotation ? 6 : target.direction ? 5 : 3;
}

void Task::set(std::span<const Target> targets) {
  targets_.assign(targets.begin(), targets.end());
  rows_ = arm_->dimension() * static_cast<int>(arm_->closures().size());
  across_.clear();
  for (const Target& target : targets_) {
    rows_ += rows_of(target);
    across_.push_back(target.direction ? plane_across(*target.direction) : Plane{});
  }
}

void Task::update(const Posture& posture) {
  square_ = position_error_ = direction_error_ = loop_error_ = 0.0;
  double* e = error_.data();
  const bool plane = arm_->dimension() == 2;
  for (const ClosureSpec& closure : arm_->closures()) {
    add_gap(posture, closure, e);
    e += arm_->dimension();
  }
  for (std::size_t k = 0; k < targets_.size(); ++k) {
    const Target& target = targets_[k];
    const Vec3 left = (1.0 / size_) * (target.position - posture.hand_place(target.hand));
    *e++ = left.x;
    *e++ = left.y;
    if (!plane) *e++ = left.z;
    position_error_ = std::max(position_error_, size_ * norm(left));
    square_ += dot(left, left);
    if (!has_turn(target)) continue;
    const Vec3 turn = turn_left(target, posture.hand_frame(target.hand));
    if (plane)
      *e++ = turn.z;
    else if (target.rotation)
      *e++ = turn.x, *e++ = turn.y, *e++ = turn.z;
    else
      *e++ = dot(across_[k].u, turn), *e++ = dot(across_[k].v, turn);
    direction_error_ = std::max(direction_error_, norm(turn));
    square_ += dot(turn, turn);
  }
}

void Task::update_derivatives(const Posture& posture) {
  const auto n = static_cast<std::size_t>(values_);
  std::fill_n(jacobian_.data(), static_cast<std::size_t>(rows_) * n, 0.0);
  double* row = jacobian_.data();
  const bool plane = arm_->dimension() == 2;
  const double inverse_size = 1.0 / size_;
  for (const ClosureSpec& closure : arm_->closures()) {
    add_loop_rows(posture, closure, row);
    row += static_cast<std::size_t>(arm_->dimension()) * n;
  }
  for (std::size_t k = 0; k < targets_.size(); ++k) {
    const Target& target = targets_[k];
    const Plane& across = across_[k];
    const int joint = arm_->hands()[static_cast<std::size_t>(target.hand)].joint;
    const Vec3 at = posture.hand_place(target.hand);
    const bool turns = has_turn(target);
    posture.each_motion(joint, at, [&](int value, const Vec3& velocity, const Vec3& spin) {
      double* to = row + value;
      const double scale = scale_[static_cast<std::size_t>(value)], s = scale * inverse_size;
      to[0] = s * velocity.x;
      to[n] = s * velocity.y;
      if (plane) {
        if (turns) to[2 * n] = spin.z;
        return;
      }
      to[2 * n] = s * velocity.z;
      if (target.rotation)
        to[3 * n] = spin.x, to[4 * n] = spin.y, to[5 * n] = spin.z;
      else if (turns)
        to[3 * n] = dot(across.u, spin), to[4 * n] = dot(across.v, spin);
    });
    row += static_cast<std::size_t>(rows_of(target)) * n;
  }
}

void Task::add_gap(const Posture& posture, const ClosureSpec& closure, double* to) {
  const Vec3 gap = posture.point(closure.joint_b, closure.at_b) - posture.point(closure.joint_a, closure.at_a);
  for (int axis = 0; axis < arm_->dimension(); ++axis) to[axis] = gap[axis] / size_;
  loop_error_ = std::max(loop_error_, norm(gap));
  square_ += dot(gap, gap) / (size_ * size_);
}

void Task::add_loop_rows(const Posture& posture, const ClosureSpec& closure, double* row) const {
  const auto add = [&](int joint, const Vec3& at, double sign) {
    posture.each_motion(joint, posture.point(joint, at), [&](int value, const Vec3& velocity, const Vec3&) {
      const double s = sign * scale_[static_cast<std::size_t>(value)] / size_;
      for (int axis = 0; axis < arm_->dimension(); ++axis) row[axis * values_ + value] += s * velocity[axis];
    });
  };
  add(closure.joint_a, closure.at_a, 1.0);
  add(closure.joint_b, closure.at_b, -1.0);
}

// A value i nearer to the base turns what a value j farther out does: d2p / dq_i dq_j = spin_i x velocity_j. The turns
// of one ball come together: half of that, and half the other way round.
void Task::add_curvature(const Posture& posture, double* matrix) {
  for (const Target& target : targets_) {
    const Vec3 at = posture.hand_place(target.hand), left = (1.0 / (size_ * size_)) * (target.position - at);
    motions_.clear();
    posture.each_motion(arm_->hands()[static_cast<std::size_t>(target.hand)].joint, at,
                        [&](int value, const Vec3& velocity, const Vec3& spin) {
                          const double s = scale_[static_cast<std::size_t>(value)];
                          motions_.push_back({value, s * velocity, s * spin});
                        });
    for (std::size_t j = 0; j < motions_.size(); ++j) {
      const Vec3 lever = cross(motions_[j].velocity, left);
      for (std::size_t i = j; i < motions_.size(); ++i) {
        const int a = std::max(motions_[i].value, motions_[j].value),
                  b = std::min(motions_[i].value, motions_[j].value);
        double bend = dot(motions_[i].spin, lever);
        if (ball_[static_cast<std::size_t>(a)] != 0 &&
            ball_[static_cast<std::size_t>(a)] == ball_[static_cast<std::size_t>(b)])
          bend = 0.5 * (bend + dot(motions_[j].spin, cross(motions_[i].velocity, left)));
        matrix[static_cast<std::ptrdiff_t>(a) * values_ + b] -= bend;
      }
    }
  }
}

}  // namespace taut
