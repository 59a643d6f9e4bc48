// Arms of every kind of joint, and random postures of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "base/random_stream.hpp"
#include "taut/arm.hpp"

namespace taut::support {

inline constexpr double degree = std::numbers::pi / 180.0;

struct NamedArm {
  std::string name;
  Arm arm;
};

inline Arm row_of_limbs(int dimension, int links, double limit) {
  ArmBuilder builder(dimension);
  for (int k = 0; k < links; ++k) builder.add_link(1.0, -limit, limit);
  return builder.build().value();
}

inline JointSpec hinge(int parent, const Vec3& place, const Vec3& axis, double limit) {
  return {.parent = parent, .frame = {place, {}}, .axis = axis, .lower = -limit * degree, .upper = limit * degree};
}

inline Arm six_axes() {
  ArmBuilder builder(3);
  builder.add(hinge(-1, {0.0, 0.0, 0.3}, {0.0, 0.0, 1.0}, 170.0));
  builder.add(hinge(0, {0.05, 0.0, 0.1}, {0.0, 1.0, 0.0}, 120.0));
  builder.add(hinge(1, {0.4, 0.0, 0.0}, {0.0, 1.0, 0.0}, 150.0));
  builder.add(hinge(2, {0.05, 0.0, 0.05}, {1.0, 0.0, 0.0}, 180.0));
  builder.add(hinge(3, {0.35, 0.0, 0.0}, {0.0, 1.0, 0.0}, 120.0));
  builder.add(hinge(4, {0.05, 0.0, 0.0}, {1.0, 0.0, 0.0}, 180.0));
  builder.add(LimbSpec{.joint = 1, .from = {}, .to = {0.4, 0.0, 0.0}});
  builder.add(LimbSpec{.joint = 3, .from = {}, .to = {0.35, 0.0, 0.0}});
  builder.add(HandSpec{.joint = 5, .frame = {{0.1, 0.0, 0.0}, {}}});
  return builder.build().value();
}

// A slider on a wall, a turned hinge, a ball, a fixed bend, and a second hand on a branch.
inline Arm one_of_each() {
  ArmBuilder builder(3, {{0.1, -0.2, 0.3}, rotation_of_rpy({0.3, -0.2, 0.5})});
  builder.add(JointSpec{.kind = JointKind::slider, .axis = {0.0, 1.0, 0.0}, .lower = -0.5, .upper = 0.7});
  JointSpec turned = hinge(0, {0.2, 0.1, 0.0}, {1.0, 2.0, -1.0}, 160.0);
  turned.frame.turn = rotation_of_rpy({-0.4, 0.9, 0.1});
  builder.add(turned);
  builder.add(JointSpec{.kind = JointKind::ball, .parent = 1, .frame = {{0.6, 0.0, 0.0}, {}}, .upper = 2.0});
  builder.add(
      JointSpec{.kind = JointKind::fixed, .parent = 2, .frame = {{0.5, 0.0, 0.0}, rotation_of_rpy({0.0, 0.6, 0.0})}});
  builder.add(hinge(3, {0.3, 0.0, 0.0}, {0.0, 0.0, 1.0}, 140.0));
  builder.add(hinge(1, {0.3, 0.3, 0.0}, {0.0, 1.0, 0.0}, 140.0));
  builder.add(LimbSpec{.joint = 1, .from = {}, .to = {0.6, 0.0, 0.0}});
  builder.add(LimbSpec{.joint = 4, .from = {}, .to = {0.4, 0.0, 0.0}});
  builder.add(HandSpec{.joint = 4, .frame = {{0.4, 0.0, 0.0}, {}}});
  builder.add(HandSpec{.joint = 5, .frame = {{0.5, 0.0, 0.0}, {}}});
  return builder.build().value();
}

// Sliders on the base, on each other and on limbs, in the plane.
inline Arm crane() {
  ArmBuilder builder(2, {{0.3, 0.1, 0.0}, rotation_about({0.0, 0.0, 1.0}, 0.2)});
  builder.add(JointSpec{.kind = JointKind::slider, .axis = {1.0, 0.0, 0.0}, .lower = -1.0, .upper = 1.0});
  builder.add(JointSpec{.kind = JointKind::slider, .parent = 0, .axis = {0.0, 1.0, 0.0}, .lower = -1.0, .upper = 1.0});
  builder.add(JointSpec{.parent = 1, .frame = {{0.2, 0.1, 0.0}, {}}, .lower = -2.0, .upper = 2.0});
  builder.add(JointSpec{.kind = JointKind::slider,
                        .parent = 2,
                        .frame = {{0.5, 0.0, 0.0}, {}},
                        .axis = {1.0, 0.3, 0.0},
                        .lower = 0.1,
                        .upper = 0.6});
  builder.add(JointSpec{.parent = 3, .frame = {{0.4, 0.0, 0.0}, {}}, .lower = -2.0, .upper = 2.0});
  builder.add(LimbSpec{.joint = 0, .from = {}, .to = {0.3, 0.0, 0.0}, .mass = 3.0});
  builder.add(LimbSpec{.joint = 1, .from = {}, .to = {0.2, 0.1, 0.0}, .mass = 2.0});
  builder.add(LimbSpec{.joint = 2, .from = {}, .to = {0.5, 0.0, 0.0}});
  builder.add(LimbSpec{.joint = 3, .from = {}, .to = {0.4, 0.0, 0.0}, .mass = 0.5});
  builder.add(LimbSpec{.joint = 4, .from = {}, .to = {0.3, 0.0, 0.0}, .mass = 0.7});
  builder.add(HandSpec{.joint = 4, .frame = {{0.3, 0.1, 0.0}, {}}});
  return builder.build().value();
}

// Two hinges, a lift on a column that leans, and a hinge that it carries.
inline Arm scara() {
  ArmBuilder builder(3, {{0.0, 0.1, 0.2}, rotation_of_rpy({0.2, -0.1, 0.4})});
  builder.add(hinge(-1, {0.0, 0.0, 0.4}, {0.0, 0.0, 1.0}, 170.0));
  builder.add(hinge(0, {0.4, 0.0, 0.1}, {0.0, 0.0, 1.0}, 150.0));
  builder.add(JointSpec{.kind = JointKind::slider,
                        .parent = 1,
                        .frame = {{0.3, 0.0, 0.0}, rotation_of_rpy({0.3, 0.0, 0.1})},
                        .axis = {0.0, 0.1, -1.0},
                        .lower = -0.2,
                        .upper = 0.3});
  builder.add(hinge(2, {0.0, 0.05, -0.1}, {0.0, 0.0, 1.0}, 180.0));
  builder.add(LimbSpec{.joint = 0, .from = {}, .to = {0.4, 0.0, 0.1}, .radius = 0.05, .mass = 4.0});
  builder.add(LimbSpec{.joint = 1, .from = {}, .to = {0.3, 0.0, 0.0}, .mass = 2.0});
  builder.add(LimbSpec{.joint = 2, .from = {0.0, 0.0, 0.1}, .to = {0.0, 0.05, -0.1}, .mass = 0.6});
  builder.add(
      BodySpec{.joint = 3, .mass = 0.5, .center = {0.02, 0.01, -0.03}, .inertia = {1e-3, 1e-4, 0, 2e-3, 0, 2e-3}});
  builder.add(HandSpec{.joint = 3, .frame = {{0.1, 0.0, -0.1}, {}}});
  return builder.build().value();
}

inline std::vector<NamedArm> sample_arms() {
  return {{"plane, 3 limbs", row_of_limbs(2, 3, 170.0 * degree)},
          {"plane, 20 limbs", row_of_limbs(2, 20, 150.0 * degree)},
          {"balls", row_of_limbs(3, 5, 2.0)},
          {"six axes", six_axes()},
          {"one of each", one_of_each()}};
}

inline std::vector<double> random_posture(const Arm& arm, std::uint64_t seed) {
  RandomStream random(seed, 0, 0);
  std::vector<double> values;
  for (std::size_t k = 0; k < arm.joints().size(); ++k) {
    const JointSpec& joint = arm.joints()[k];
    if (joint.kind == JointKind::ball) {  // a swing within the cone, and a twist
      const double swing = std::min(joint.upper, 3.0) * random.uniform(),
                   around = 2.0 * std::numbers::pi * random.uniform();
      const Rotation bend = rotation_by({0.0, swing * std::cos(around), swing * std::sin(around)});
      const Vec3 v = rotation_vector(bend * rotation_about({1.0, 0.0, 0.0}, 2.0 * random.uniform() - 1.0));
      values.insert(values.end(), {v.x, v.y, v.z});
    } else if (joint.kind != JointKind::fixed) {
      values.push_back(joint.lower + random.uniform() * (joint.upper - joint.lower));
    }
  }
  return values;
}

}  // namespace taut::support
