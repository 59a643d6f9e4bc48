// Joint values and their rates from the particles of an arm.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "solve/dense_algebra.hpp"
#include "taut/arm_model.hpp"

namespace taut {
namespace {

// What is seen of a body: vectors from the origin of its frame to its points, in its frame and in the room, and how
// fast those change.
struct Sight {
  std::vector<Vec3> in_body, in_room, rates;
  Vec3 origin, velocity;
};

void look(const Arm& arm, const ArmPoints& points, int joint, std::span<const Vec3> positions,
          std::span<const Vec3> velocities, Sight& sight) {
  for (auto* list : {&sight.in_body, &sight.in_room, &sight.rates}) list->clear();
  bool has_origin = false;
  auto marker = std::lower_bound(points.markers.begin(), points.markers.end(), joint,
                                 [](const ArmPoints::Marker& m, int k) { return m.joint < k; });
  for (; marker != points.markers.end() && marker->joint == joint; ++marker) {
    const auto particle = static_cast<std::size_t>(marker->particle);
    const Vec3 velocity = velocities.empty() ? Vec3{} : velocities[particle];
    if (!has_origin) {  // the first point of a joint is its origin
      has_origin = true;
      sight.origin = positions[particle];
      sight.velocity = velocity;
      continue;
    }
    sight.in_body.push_back(marker->at);
    sight.in_room.push_back(positions[particle] - sight.origin);
    if (!velocities.empty()) sight.rates.push_back(velocity - sight.velocity);
  }
  if (arm.dimension() == 2) {  // the plane's own normal makes a rod a body
    sight.in_body.push_back({0.0, 0.0, arm.size()});
    sight.in_room.push_back({0.0, 0.0, arm.size()});
    if (!velocities.empty()) sight.rates.push_back({});
  }
}

// The rotation that takes vectors of a body to those of the room: from two of them, the longest and the one most across
// it. What they leave open is as in near().
template <class Near>
Rotation fitted(const std::vector<Vec3>& in_body, const std::vector<Vec3>& in_room, Near&& near) {
  if (in_body.empty()) return near();
  std::size_t first = 0;
  for (std::size_t k = 1; k < in_body.size(); ++k)
    if (norm(in_body[k]) > norm(in_body[first])) first = k;
  std::size_t second = first;
  double most = 0.0;
  for (std::size_t k = 0; k < in_body.size(); ++k)
    if (const double area = norm(cross(in_body[first], in_body[k])); area > most) most = area, second = k;
  const auto axes = [&](const std::vector<Vec3>& v) {
    const Vec3 x = (1.0 / norm(v[first])) * v[first];
    const Vec3 c = cross(x, v[second]);
    const Vec3 z = (1.0 / norm(c)) * c;
    return Rotation{x, cross(z, x), z};
  };
  if (most > 1e-9 * dot(in_body[first], in_body[first])) return axes(in_room) * inverse(axes(in_body));
  const Rotation turn = near();  // a rod
  const Vec3 from = (1.0 / norm(in_body[first])) * in_body[first], to = (1.0 / norm(in_room[first])) * in_room[first];
  return rotation_between(turn * from, to) * turn;
}

// By how much these values turn a joint; without any, not at all.
Rotation turn_of(const JointSpec& joint, std::span<const double> values) {
  if (values.empty()) return {};
  if (joint.kind == JointKind::hinge) return rotation_about(joint.axis, values[0]);
  return joint.kind == JointKind::ball ? rotation_by({values[0], values[1], values[2]}) : Rotation{};
}

// A rotation vector with whole turns added, nearest to another.
Vec3 unwrapped(const Vec3& vector, const Vec3& near) {
  constexpr double whole = 2.0 * std::numbers::pi;
  const double angle = norm(vector);
  if (angle == 0.0) return vector;
  return (1.0 + whole * std::round((dot(near, vector) / angle - angle) / whole) / angle) * vector;
}

// The smallest angular velocity with which vectors change like this: sum (|u|^2 - u u^T) w = sum u x du/dt.
Vec3 spin_of(const std::vector<Vec3>& vectors, const std::vector<Vec3>& rates) {
  Eigen::Matrix3d matrix = Eigen::Matrix3d::Zero();
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();
  for (std::size_t k = 0; k < vectors.size(); ++k) {
    const Eigen::Vector3d u(vectors[k].x, vectors[k].y, vectors[k].z);
    const Vec3 m = cross(vectors[k], rates[k]);
    matrix += u.squaredNorm() * Eigen::Matrix3d::Identity() - u * u.transpose();
    moment += Eigen::Vector3d(m.x, m.y, m.z);
  }
  const SymmetricModes modes = symmetric_modes(matrix);
  Eigen::Vector3d spin = Eigen::Vector3d::Zero();
  for (Eigen::Index k = 0; k < 3; ++k)
    if (modes.values[k] > 1e-12 * modes.values[2])
      spin += modes.vectors.col(k).dot(moment) / modes.values[k] * modes.vectors.col(k);
  return {spin.x(), spin.y(), spin.z()};
}

// A frame, how fast its origin moves and how it turns.
struct Moving {
  Placement frame;
  Vec3 velocity, spin;
  Moving operator*(const Placement& inner) const {  // what is fixed to it
    return {frame * inner, velocity + cross(spin, frame.turn * inner.place), spin};
  }
};

Moving base_of(const Arm& arm, const ArmPoints& points, std::span<const Vec3> positions,
               std::span<const Vec3> velocities) {
  Moving base{arm.base(), {}, {}};
  if (points.base.empty()) return base;
  const ArmPoints::Marker& marker = points.base.front();
  const auto particle = static_cast<std::size_t>(marker.particle);
  base.frame.place = positions[particle] - base.frame.turn * marker.at;
  if (!velocities.empty()) base.velocity = velocities[particle];
  return base;
}

// Of every joint its frame as its parent holds it and the one that it has moved to; take(joint, held, moved).
template <class Take>
void each_joint(const Arm& arm, const ArmPoints& points, std::span<const Vec3> positions,
                std::span<const Vec3> velocities, std::span<const double> near, Take&& take) {
  std::vector<Moving> moved;
  moved.reserve(arm.joints().size());
  Sight sight;
  const Moving base = base_of(arm, points, positions, velocities);
  for (int k = 0; k < static_cast<int>(arm.joints().size()); ++k) {
    const JointSpec& joint = arm.joints()[static_cast<std::size_t>(k)];
    const Moving held = (joint.parent < 0 ? base : moved[static_cast<std::size_t>(joint.parent)]) * joint.frame;
    moved.push_back(held);
    if (joint.kind == JointKind::fixed) continue;
    look(arm, points, k, positions, velocities, sight);
    moved.back().frame.place = sight.origin;
    moved.back().velocity = sight.velocity;
    if (joint.kind != JointKind::slider) {
      const auto as_before = [&] {
        const auto first = static_cast<std::size_t>(arm.first_value(k));
        return held.frame.turn * turn_of(joint, near.empty() ? near : near.subspan(first));
      };
      moved.back().frame.turn = fitted(sight.in_body, sight.in_room, as_before);
      if (!velocities.empty()) moved.back().spin = spin_of(sight.in_room, sight.rates);
    }
    take(joint, held, moved.back());
  }
}

}  // namespace

std::vector<double> joint_values(const Arm& arm, const ArmPoints& points, std::span<const Vec3> positions,
                                 std::span<const double> near) {
  constexpr double turn = 2.0 * std::numbers::pi;
  std::vector<double> values;
  each_joint(arm, points, positions, {}, near, [&](const JointSpec& joint, const Moving& held, const Moving& moved) {
    if (joint.kind == JointKind::slider) {
      values.push_back(dot(held.frame.turn * joint.axis, moved.frame.place - held.frame.place));
      return;
    }
    const Vec3 turned = rotation_vector(inverse(held.frame.turn) * moved.frame.turn);
    if (joint.kind == JointKind::ball) {
      const double* before = near.data() + values.size();
      const Vec3 vector = unwrapped(turned, {before[0], before[1], before[2]});
      values.insert(values.end(), {vector.x, vector.y, vector.z});
      return;
    }
    const double value = dot(turned, joint.axis);
    values.push_back(value + turn * std::round((near[values.size()] - value) / turn));
  });
  return values;
}

std::vector<double> joint_rates(const Arm& arm, const ArmPoints& points, std::span<const Vec3> positions,
                                std::span<const Vec3> velocities) {
  std::vector<double> rates;
  each_joint(arm, points, positions, velocities, {},
             [&](const JointSpec& joint, const Moving& held, const Moving& moved) {
               const Vec3 axis = held.frame.turn * joint.axis;
               if (joint.kind == JointKind::slider) {
                 const Vec3 carried = held.velocity + cross(held.spin, moved.frame.place - held.frame.place);
                 rates.push_back(dot(axis, moved.velocity - carried));
                 return;
               }
               const Vec3 spin = moved.spin - held.spin, own = inverse(moved.frame.turn) * spin;
               if (joint.kind == JointKind::ball)
                 rates.insert(rates.end(), {own.x, own.y, own.z});
               else
                 rates.push_back(dot(axis, spin));
             });
  return rates;
}

}  // namespace taut
