#include "taut/arm_dynamics.hpp"

#include "kinematics/arm/arm_bodies.hpp"
#include "kinematics/arm/posture.hpp"

namespace taut {
namespace {

// How a frame moves: its spin, the rate of that, and the acceleration of its origin.
struct Acceleration {
  Vec3 spin, spin_rate, linear;
  Vec3 at(const Vec3& way) const { return linear + cross(spin_rate, way) + cross(spin, cross(spin, way)); }
};

// Of the frame of a joint that is `way` from that of what carries it.
Acceleration carried_on(const Acceleration& carrier, const Vec3& way, const JointSpec& joint, const Rotation& turn,
                        const double* rate, const double* acceleration) {
  Acceleration moved{carrier.spin, carrier.spin_rate, carrier.at(way)};
  const Vec3 axis = turn * joint.axis;
  if (joint.kind == JointKind::slider) moved.linear += *acceleration * axis + 2.0 * *rate * cross(carrier.spin, axis);
  if (joint.kind == JointKind::fixed || joint.kind == JointKind::slider) return moved;
  const bool ball = joint.kind == JointKind::ball;
  const Vec3 spin = ball ? turn * Vec3{rate[0], rate[1], rate[2]} : *rate * axis;
  moved.spin += spin;
  moved.spin_rate += cross(carrier.spin, spin);
  moved.spin_rate += ball ? turn * Vec3{acceleration[0], acceleration[1], acceleration[2]} : *acceleration * axis;
  return moved;
}

}  // namespace

ArmDynamics::ArmDynamics(const Arm& arm, const Vec3& gravity) : arm_(&arm), gravity_(gravity) {
  const ArmBodies bodies(arm);
  for (int k = 0; k < static_cast<int>(arm.joints().size()); ++k)
    if (bodies.body_of(k) == k)
      for (const PointMass& point : point_masses(bodies.moments(k), arm.size()))
        weights_.push_back({k, point.at, point.mass});
}

std::vector<double> ArmDynamics::torques(std::span<const double> values, std::span<const double> velocities,
                                         std::span<const double> accelerations) const {
  Posture posture(*arm_);
  posture.set(values);
  std::vector<Placement> frames;
  std::vector<Acceleration> moved;
  const Acceleration base{{}, {}, -1.0 * gravity_};  // gravity as a base that is pushed up
  for (int k = 0; k < static_cast<int>(arm_->joints().size()); ++k) {
    const JointSpec& joint = arm_->joints()[static_cast<std::size_t>(k)];
    const auto parent = static_cast<std::size_t>(joint.parent);
    const auto value = static_cast<std::size_t>(arm_->first_value(k));
    frames.push_back(posture.joint_frame(k));
    const Vec3 from = joint.parent < 0 ? arm_->base().place : frames[parent].place;
    moved.push_back(carried_on(joint.parent < 0 ? base : moved[parent], frames.back().place - from, joint,
                               frames.back().turn, velocities.data() + value, accelerations.data() + value));
  }
  std::vector<double> torques(values.size(), 0.0);
  for (const Weight& weight : weights_) {
    const auto k = static_cast<std::size_t>(weight.joint);
    const Vec3 way = frames[k].turn * weight.at, force = weight.mass * moved[k].at(way);
    posture.each_motion(weight.joint, frames[k].place + way, [&](int value, const Vec3& direction, const Vec3&) {
      torques[static_cast<std::size_t>(value)] += dot(force, direction);
    });
  }
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const JointSpec& joint = arm_->joints()[k];
    const auto v = static_cast<std::size_t>(arm_->first_value(static_cast<int>(k)));
    if (joint.kind == JointKind::ball) {  // from the axes of the room to those of the joint
      const Vec3 own = inverse(frames[k].turn) * Vec3{torques[v], torques[v + 1], torques[v + 2]};
      torques[v] = own.x, torques[v + 1] = own.y, torques[v + 2] = own.z;
    } else if (joint.kind != JointKind::fixed) {
      torques[v] += joint.damping * velocities[v];
    }
  }
  return torques;
}

}  // namespace taut
