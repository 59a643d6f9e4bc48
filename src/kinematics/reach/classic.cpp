#include "kinematics/reach/classic.hpp"

#include <algorithm>
#include <cmath>

namespace taut {
namespace {

constexpr double lambda = 0.1;  // of the size of the arm a radian
constexpr double longest = 0.5;

// About the axis, from one direction to the other, as far as their parts across it say.
double turn_about(const Vec3& axis, const Vec3& from, const Vec3& to) {
  const Vec3 a = from - dot(axis, from) * axis, b = to - dot(axis, to) * axis;
  return std::atan2(dot(axis, cross(a, b)), dot(a, b));
}

}  // namespace

void damped_least_squares_sweep(Task& task, LimitedStep& step, Posture& posture, Posture& next) {
  task.update(posture);
  task.update_derivatives(posture);
  (void)step.prepare(task, posture);
  if (!step.make(LimitedStep::Kind::gauss_newton, task, posture.values(), lambda * lambda, longest)) return;
  next.move(posture, step.step());
  std::swap(posture, next);
}

void ccd_sweep(const Target& target, Posture& posture, std::vector<double>& change) {
  const Arm& arm = posture.arm();
  for (int k = arm.hands()[static_cast<std::size_t>(target.hand)].joint; k >= 0;
       k = arm.joints()[static_cast<std::size_t>(k)].parent) {
    const JointSpec& joint = arm.joints()[static_cast<std::size_t>(k)];
    if (joint.kind == JointKind::fixed) continue;
    const Placement frame = posture.joint_frame(k);
    const Vec3 hand = posture.hand_place(target.hand), axis = frame.turn * joint.axis;
    const Vec3 from = hand - frame.place, to = target.position - frame.place;
    std::fill(change.begin(), change.end(), 0.0);
    double* value = change.data() + arm.first_value(k);
    if (joint.kind == JointKind::hinge) *value = turn_about(axis, from, to);
    if (joint.kind == JointKind::slider) *value = dot(axis, target.position - hand);
    if (joint.kind == JointKind::ball && norm(from) > 0.0 && norm(to) > 0.0) {
      const Vec3 turn = rotation_vector(rotation_between((1.0 / norm(from)) * from, (1.0 / norm(to)) * to));
      value[0] = turn.x, value[1] = turn.y, value[2] = turn.z;
    }
    posture.move(posture, change);
  }
}

bool is_row_of_limbs(const Arm& arm) {
  const JointKind kind = arm.dimension() == 2 ? JointKind::hinge : JointKind::ball;
  for (std::size_t k = 0; k < arm.joints().size(); ++k) {
    const JointSpec& joint = arm.joints()[k];
    if (joint.kind != kind || joint.parent != static_cast<int>(k) - 1 || !(joint.frame.turn == Rotation{}))
      return false;
    if (k > 0 && (joint.frame.place.x <= 0.0 || joint.frame.place.y != 0.0 || joint.frame.place.z != 0.0)) return false;
  }
  const HandSpec& hand = arm.hands().front();
  return arm.hands().size() == 1 && hand.joint == static_cast<int>(arm.joints().size()) - 1 &&
         hand.frame.place.x > 0.0 && hand.frame.place.y == 0.0 && hand.frame.place.z == 0.0;
}

Fabrik::Fabrik(const Arm& arm) : arm_(&arm) {
  for (std::size_t k = 1; k < arm.joints().size(); ++k) lengths_.push_back(arm.joints()[k].frame.place.x);
  lengths_.push_back(arm.hands().front().frame.place.x);
  points_.resize(lengths_.size() + 1);
}

void Fabrik::begin(const Posture& posture) {
  for (std::size_t k = 0; k < arm_->joints().size(); ++k) points_[k] = posture.origin(static_cast<int>(k));
  points_.back() = posture.hand_place(0);
}

void Fabrik::sweep(const Vec3& target) {
  const auto lay = [&](const Vec3& from, const Vec3& to, double length) {
    const Vec3 d = to - from;
    const double distance = norm(d);
    return distance > 0.0 ? from + (length / distance) * d : from + Vec3{length, 0.0, 0.0};
  };
  const Vec3 base = points_.front();
  points_.back() = target;
  for (std::size_t k = lengths_.size(); k-- > 0;) points_[k] = lay(points_[k + 1], points_[k], lengths_[k]);
  points_.front() = base;
  for (std::size_t k = 0; k < lengths_.size(); ++k) points_[k + 1] = lay(points_[k], points_[k + 1], lengths_[k]);
}

// Each joint turned so that its limb lies along the points.
void Fabrik::end(Posture& posture, std::vector<double>& values) const {
  Rotation turn = arm_->base().turn;
  for (std::size_t k = 0; k < lengths_.size(); ++k) {
    const Vec3 along = inverse(turn) * ((1.0 / lengths_[k]) * (points_[k + 1] - points_[k]));
    const auto value = static_cast<std::size_t>(arm_->first_value(static_cast<int>(k)));
    if (arm_->dimension() == 2) {
      values[value] = std::atan2(along.y, along.x);
      turn = turn * rotation_about({0.0, 0.0, 1.0}, values[value]);
    } else {
      const Rotation bend = rotation_between({1.0, 0.0, 0.0}, along);
      const Vec3 vector = rotation_vector(bend);
      values[value] = vector.x, values[value + 1] = vector.y, values[value + 2] = vector.z;
      turn = turn * bend;
    }
  }
  posture.set(values);
}

}  // namespace taut
