#include "kinematics/search/goal_terms.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

#include "kinematics/obstacle/neighbours.hpp"
#include "kinematics/obstacle/segment.hpp"

namespace taut {
std::vector<std::pair<int, int>> limbs_that_could_touch(const Arm& arm) {
  std::vector<std::pair<int, int>> pairs;
  const auto limbs = static_cast<int>(arm.limbs().size());
  const Neighbours are_neighbours(arm);
  for (int a = 0; a < limbs; ++a)
    for (int b = a + 1; b < limbs; ++b)
      if (!are_neighbours(a, b)) pairs.push_back({a, b});
  return pairs;
}

GoalTerms::GoalTerms(const Arm& arm, const Goals& goals)
    : arm_(&arm), goals_(&goals), values_(static_cast<std::size_t>(arm.value_count())) {
  if (goals.self_contact == SelfContact::avoided) pairs_ = limbs_that_could_touch(arm);
  from_.resize(arm.limbs().size());
  to_.resize(arm.limbs().size());
  const std::size_t most = 2 * values_ + pairs_.size() + arm.limbs().size() * goals.obstacles.size();
  residuals_.reserve(most);
  rows_.reserve(most * values_);
}

double* GoalTerms::add(double residual) {
  residuals_.push_back(residual);
  square_ += residual * residual;
  rows_.resize(rows_.size() + values_);
  double* row = rows_.data() + rows_.size() - values_;
  std::fill_n(row, values_, 0.0);
  return row;
}

void GoalTerms::evaluate(const Posture& posture, const GoalMargins& margins) {
  residuals_.clear();
  rows_.clear();
  square_ = 0.0;
  least_distance_ = std::numeric_limits<double>::infinity();
  add_limits(posture, margins.angle);
  if (goals_->obstacles.empty() && pairs_.empty()) return;
  for (std::size_t k = 0; k < from_.size(); ++k) {
    from_[k] = posture.from(static_cast<int>(k));
    to_[k] = posture.to(static_cast<int>(k));
  }
  add_obstacles(posture, margins.length);
  add_self_contacts(posture, margins.length);
}

void GoalTerms::add_limits(const Posture& posture, double margin) {
  for (std::size_t k = 0; k < arm_->joints().size(); ++k) {
    const JointKind kind = arm_->joints()[k].kind;
    if (kind == JointKind::ball) add_rim(posture, static_cast<int>(k), margin);
    if (kind != JointKind::hinge && kind != JointKind::slider) continue;
    const int value = arm_->first_value(static_cast<int>(k));
    const auto v = static_cast<std::size_t>(value);
    const double width = (kind == JointKind::slider ? arm_->size() : 1.0) * margin;
    const double m = std::min(width, 0.25 * (arm_->upper(value) - arm_->lower(value)));
    if (!(m > 0.0)) continue;
    const double below = posture.values()[v] - arm_->lower(value), above = arm_->upper(value) - posture.values()[v];
    if (below < m) add((m - below) / m)[v] = -1.0 / m;
    if (above < m) add((m - above) / m)[v] = 1.0 / m;
  }
}

void GoalTerms::add_rim(const Posture& posture, int joint, double margin) {
  const double widest = arm_->joints()[static_cast<std::size_t>(joint)].upper, m = std::min(margin, 0.5 * widest);
  const double left = widest - posture.swing(joint);
  if (!(m > 0.0) || left >= m || widest >= std::numbers::pi) return;
  const Vec3 axis = cross(posture.rest_frame(joint).x, posture.joint_frame(joint).turn.x);
  const double sine = norm(axis);
  if (sine == 0.0) return;
  double* row = add((m - left) / m) + arm_->first_value(joint);
  for (int k = 0; k < 3; ++k) row[k] = axis[k] / (sine * m);
}

void GoalTerms::add_contact(const Posture& posture, std::size_t limb, double along, const Vec3& away, double distance,
                            double margin) {
  least_distance_ = std::min(least_distance_, distance);
  if (distance >= margin) return;
  double* row = add((margin - distance) / margin);
  const Vec3 at = from_[limb] + along * (to_[limb] - from_[limb]), slope = (-1.0 / margin) * away;
  posture.each_motion(arm_->limbs()[limb].joint, at,
                      [&](int value, const Vec3& velocity, const Vec3&) { row[value] += dot(slope, velocity); });
}

void GoalTerms::add_obstacles(const Posture& posture, double margin) {
  for (std::size_t k = 0; k < goals_->obstacles.size(); ++k) {
    for (std::size_t l = 0; l < arm_->limbs().size(); ++l) {
      const Clearance found = clearance(goals_->obstacles[k], from_[l], to_[l], arm_->dimension());
      add_contact(posture, l, found.along, found.away, found.distance - arm_->limbs()[l].radius - goals_->clearance,
                  margin);
    }
  }
}

void GoalTerms::add_self_contacts(const Posture& posture, double margin) {
  for (const auto& [a, b] : pairs_) {
    const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
    const SegmentPair near = nearest_of_segments(from_[i], to_[i], from_[j], to_[j]);
    const Vec3 p = from_[i] + near.s * (to_[i] - from_[i]), q = from_[j] + near.t * (to_[j] - from_[j]);
    const LimbSpec &first = arm_->limbs()[i], &second = arm_->limbs()[j];
    const double length = norm(p - q), distance = length - first.radius - second.radius - goals_->clearance;
    least_distance_ = std::min(least_distance_, distance);
    if (distance >= margin || length == 0.0) continue;
    double* row = add((margin - distance) / margin);
    const Vec3 slope = (-1.0 / (margin * length)) * (p - q);
    posture.each_motion(first.joint, p,
                        [&](int value, const Vec3& velocity, const Vec3&) { row[value] += dot(slope, velocity); });
    posture.each_motion(second.joint, q,
                        [&](int value, const Vec3& velocity, const Vec3&) { row[value] -= dot(slope, velocity); });
  }
}

}  // namespace taut
