// Values of a random posture within the limits: hinges and sliders evenly, as far as half a turn or the size of the arm
// where nothing limits them; balls swung evenly within their cones, and twisted any way.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "base/random_stream.hpp"
#include "taut/arm.hpp"

namespace taut {

inline Vec3 random_turn(double widest, RandomStream& random) {
  const double swing = std::min(widest, std::numbers::pi) * random.uniform();
  const CirclePoint way = circle_point(random.uniform());
  const Rotation bend = rotation_by({0.0, swing * way.cosine, swing * way.sine});
  return rotation_vector(bend * rotation_about({1.0, 0.0, 0.0}, std::numbers::pi * (2.0 * random.uniform() - 1.0)));
}

inline void random_values(const Arm& arm, RandomStream& random, std::span<double> values) {
  for (std::size_t k = 0; k < arm.joints().size(); ++k) {
    const JointSpec& joint = arm.joints()[k];
    double* value = values.data() + arm.first_value(static_cast<int>(k));
    if (joint.kind == JointKind::ball) {
      const Vec3 turn = random_turn(joint.upper, random);
      for (int axis = 0; axis < 3; ++axis) value[axis] = turn[axis];
    } else if (joint.kind != JointKind::fixed) {
      const double far = std::numbers::pi * (joint.kind == JointKind::slider ? arm.size() : 1.0);
      const double lower = std::max(joint.lower, std::min(joint.upper, 0.0) - far);
      const double upper = std::min(joint.upper, std::max(joint.lower, 0.0) + far);
      *value = lower + random.uniform() * (upper - lower);
    }
  }
}

}  // namespace taut
