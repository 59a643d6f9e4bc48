#include "kinematics/arm/posture.hpp"

#include <algorithm>
#include <cmath>

#include "base/sine_cosine.hpp"

namespace taut {
namespace {

constexpr Vec3 z_axis = {0.0, 0.0, 1.0};

Rotation to_axis(const JointSpec& joint) {
  const bool has_axis = joint.kind == JointKind::hinge || joint.kind == JointKind::slider;
  return has_axis ? rotation_between(z_axis, joint.axis) : Rotation{};
}

// A rotation that has passed through many products, made orthogonal again.
Rotation squared_up(const Rotation& r) {
  const Vec3 x = (1.0 / norm(r.x)) * r.x, y = r.y - dot(x, r.y) * x, u = (1.0 / norm(y)) * y;
  return {x, u, cross(x, u)};
}

}  // namespace

Posture::Posture(const Arm& arm) : arm_(&arm), values_(static_cast<std::size_t>(arm.value_count())) {
  for (std::size_t k = 0; k < arm.joints().size(); ++k) {
    const JointSpec& joint = arm.joints()[k];
    const Rotation axis = to_axis(joint);
    Placement still = joint.parent < 0 ? arm.base() * joint.frame : joint.frame;
    if (joint.parent >= 0)
      still = Placement{{}, inverse(links_[static_cast<std::size_t>(joint.parent)].to_axis)} * still;
    still.turn = still.turn * axis;
    links_.push_back(
        {still, axis, joint.parent, arm.first_value(static_cast<int>(k)), joint.kind, !(still.turn == Rotation{})});
  }
  const auto placed = [&](int joint, const Vec3& at) {
    return Place{joint, inverse(links_[static_cast<std::size_t>(joint)].to_axis) * at};
  };
  for (const LimbSpec& limb : arm.limbs()) {
    from_.push_back(placed(limb.joint, limb.from));
    to_.push_back(placed(limb.joint, limb.to));
  }
  for (const HandSpec& hand : arm.hands()) hands_.push_back(placed(hand.joint, hand.frame.place));
  sines_.resize(values_.size());
  cosines_.resize(values_.size());
  frames_.resize(links_.size());
  update();
}

void Posture::set(std::span<const double> values) {
  std::copy(values.begin(), values.end(), values_.begin());
  update();
}

void Posture::update() {
  const Placement room;
  sines_and_cosines(values_.data(), sines_.data(), cosines_.data(), static_cast<int>(values_.size()));
  for (std::size_t k = 0; k < links_.size(); ++k) {
    const Link& link = links_[k];
    const Placement& parent = link.parent < 0 ? room : frames_[static_cast<std::size_t>(link.parent)];
    Placement& frame = frames_[k];
    frame.place = parent * link.still.place;
    frame.turn = link.is_turned ? parent.turn * link.still.turn : parent.turn;
    const auto value = static_cast<std::size_t>(link.value);
    if (link.kind == JointKind::hinge) {
      const double sine = sines_[value], cosine = cosines_[value];
      const Vec3 x = frame.turn.x, y = frame.turn.y;
      frame.turn.x = cosine * x + sine * y;
      frame.turn.y = cosine * y - sine * x;
    } else if (link.kind == JointKind::slider) {
      frame.place += values_[value] * frame.turn.z;
    } else if (link.kind == JointKind::ball) {
      frame.turn = frame.turn * rotation_by({values_[value], values_[value + 1], values_[value + 2]});
    }
  }
}

void Posture::move(const Posture& from, std::span<const double> step) {
  for (std::size_t k = 0; k < links_.size(); ++k) {
    const Link& link = links_[k];
    if (link.kind == JointKind::ball) {
      move_ball(link, arm_->joints()[k].upper, from, step);
    } else if (link.kind != JointKind::fixed) {
      const auto v = static_cast<std::size_t>(link.value);
      values_[v] = std::clamp(from.values_[v] + step[v], arm_->lower(link.value), arm_->upper(link.value));
    }
  }
  update();
}

void Posture::move_ball(const Link& link, double swing, const Posture& from, std::span<const double> step) {
  const auto v = static_cast<std::size_t>(link.value);
  const Rotation still = from.rest_frame(link);
  const Rotation turn = rotation_by(inverse(still) * Vec3{step[v], step[v + 1], step[v + 2]});
  const double* at = from.values_.data() + v;
  Rotation moved = squared_up(turn * rotation_by({at[0], at[1], at[2]}));
  const Vec3 x = {1.0, 0.0, 0.0};
  const double angle = std::atan2(norm(cross(x, moved.x)), moved.x.x);
  if (angle > swing) {  // turned back to the rim of the cone
    const Vec3 back = cross(moved.x, x);
    moved = rotation_about((1.0 / norm(back)) * back, angle - swing) * moved;
  }
  const Vec3 vector = rotation_vector(moved);
  values_[v] = vector.x;
  values_[v + 1] = vector.y;
  values_[v + 2] = vector.z;
}

void Posture::way_to(std::span<const double> values, std::span<const double> scales, std::span<double> step) const {
  for (const Link& link : links_) {
    const auto v = static_cast<std::size_t>(link.value);
    if (link.kind == JointKind::ball) {
      const Rotation now = rotation_by({values_[v], values_[v + 1], values_[v + 2]});
      const Rotation then = rotation_by({values[v], values[v + 1], values[v + 2]});
      const Vec3 way = rest_frame(link) * rotation_vector(then * inverse(now));
      step[v] = way.x, step[v + 1] = way.y, step[v + 2] = way.z;
    } else if (link.kind != JointKind::fixed) {
      step[v] = (values[v] - values_[v]) / scales[v];
    }
  }
}

Rotation Posture::rest_frame(const Link& link) const {
  return link.parent < 0 ? link.still.turn : frames_[static_cast<std::size_t>(link.parent)].turn * link.still.turn;
}

Rotation Posture::rest_frame(int joint) const {
  const Link& link = links_[static_cast<std::size_t>(joint)];
  return rest_frame(link) * inverse(link.to_axis);
}

double Posture::swing(int joint) const {
  const Vec3 rest = rest_frame(joint).x, along = joint_frame(joint).turn.x;
  return std::atan2(norm(cross(rest, along)), dot(rest, along));
}

Placement Posture::joint_frame(int joint) const {
  const auto k = static_cast<std::size_t>(joint);
  return {frames_[k].place, frames_[k].turn * inverse(links_[k].to_axis)};
}

Placement Posture::hand_frame(int hand) const {
  const HandSpec& spec = arm_->hands()[static_cast<std::size_t>(hand)];
  return joint_frame(spec.joint) * spec.frame;
}

Vec3 Posture::point(int joint, const Vec3& at) const { return joint_frame(joint) * at; }
Vec3 Posture::from(int limb) const { return place(from_[static_cast<std::size_t>(limb)]); }
Vec3 Posture::to(int limb) const { return place(to_[static_cast<std::size_t>(limb)]); }

}  // namespace taut
