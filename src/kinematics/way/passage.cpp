#include "kinematics/way/passage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "kinematics/arm/joint_turn.hpp"
#include "kinematics/obstacle/segment.hpp"
#include "kinematics/search/goal_terms.hpp"

namespace taut {
namespace {

constexpr double shortest = 0.004;      // travel past obstacles that is not looked into, of the size of the arm
constexpr double touching = 1e-6;       // limbs that cross have the distance zero, but for round-off
constexpr double shortest_turn = 0.01;  // of a ball by the rim of its cone
constexpr std::size_t deepest = 16;

}  // namespace

Passage::Passage(const Arm& arm, const Goals& goals) : arm_(&arm), goals_(&goals), posture_(arm) {
  if (goals.self_contact == SelfContact::avoided) pairs_ = limbs_that_could_touch(arm);
  const std::size_t limbs = arm.limbs().size();
  turns_.resize(arm.joints().size());
  carried_.resize(arm.joints().size());
  for (std::size_t k = 0; k < arm.joints().size(); ++k)
    if (arm.joints()[k].kind == JointKind::ball && arm.joints()[k].upper < std::numbers::pi)
      balls_.push_back(static_cast<int>(k));
  bends_.resize(limbs);
  travel_.resize(limbs);
  between_.resize(static_cast<std::size_t>(arm.value_count()));
  const Look empty{std::vector<Vec3>(limbs), std::vector<Vec3>(limbs), std::vector<double>(limbs),
                   std::vector<double>(limbs), std::vector<double>(balls_.size())};
  middles_.assign(deepest, empty);
  first_ = last_ = empty;
}

bool Passage::look_at_cones(Look& at) const {
  for (std::size_t k = 0; k < balls_.size(); ++k) {
    at.slack[k] = arm_->joints()[static_cast<std::size_t>(balls_[k])].upper - posture_.swing(balls_[k]);
    if (at.slack[k] < -1e-10) return false;
  }
  return true;
}

bool Passage::look(std::span<const double> values, Look& at) {
  posture_.set(values);
  if (!look_at_cones(at)) return false;
  for (std::size_t l = 0; l < at.from.size(); ++l) {
    at.from[l] = posture_.from(static_cast<int>(l));
    at.to[l] = posture_.to(static_cast<int>(l));
    at.room[l] = at.apart[l] = std::numeric_limits<double>::infinity();
    for (const Obstacle& obstacle : goals_->obstacles)
      at.room[l] = std::min(at.room[l], clearance(obstacle, at.from[l], at.to[l], arm_->dimension()).distance);
    at.room[l] -= arm_->limbs()[l].radius + goals_->clearance;
    if (at.room[l] < 0.0) return false;
  }
  for (const auto& [a, b] : pairs_) {
    const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
    const SegmentPair near = nearest_of_segments(at.from[i], at.to[i], at.from[j], at.to[j]);
    const Vec3 p = at.from[i] + near.s * (at.to[i] - at.from[i]), q = at.from[j] + near.t * (at.to[j] - at.from[j]);
    const double apart = norm(p - q) - arm_->limbs()[i].radius - arm_->limbs()[j].radius - goals_->clearance;
    if (apart <= touching * arm_->size()) return false;
    at.apart[i] = std::min(at.apart[i], apart);
    at.apart[j] = std::min(at.apart[j], apart);
  }
  return true;
}

bool Passage::is_clear(std::span<const double> values) { return look(values, first_); }

bool Passage::is_clear(std::span<const double> from, std::span<const double> to) {
  if (!look(to, last_) || !look(from, first_)) return false;
  measure_bends(from, to);
  return halve(from, to, first_, last_, 0.0, 1.0, 0);
}

void Passage::measure_bends(std::span<const double> from, std::span<const double> to) {
  for (std::size_t k = 0; k < turns_.size(); ++k) {
    const int parent = arm_->joints()[k].parent;
    turns_[k] = joint_turn(*arm_, k, from, to);
    carried_[k] = turns_[k] + (parent < 0 ? 0.0 : carried_[static_cast<std::size_t>(parent)]);
  }
  for (std::size_t l = 0; l < bends_.size(); ++l) {
    const double w = carried_[static_cast<std::size_t>(arm_->limbs()[l].joint)];
    bends_[l] = 0.25 * w * w * 2.0 * arm_->size();
  }
}

bool Passage::is_seen_within_cones(const Look& first, const Look& last, double part) const {
  for (std::size_t k = 0; k < balls_.size(); ++k) {
    const double turn = part * turns_[static_cast<std::size_t>(balls_[k])];
    if (turn >= shortest_turn && first.slack[k] + last.slack[k] <= turn) return false;
  }
  return true;
}

bool Passage::is_seen_clear(const Look& first, const Look& last, double part) {
  if (!is_seen_within_cones(first, last, part)) return false;
  double farthest = 0.0;
  for (std::size_t l = 0; l < travel_.size(); ++l) {
    travel_[l] = std::max(norm(last.from[l] - first.from[l]), norm(last.to[l] - first.to[l])) + part * part * bends_[l];
    farthest = std::max(farthest, travel_[l]);
  }
  const bool looks = farthest >= shortest * arm_->size();
  for (std::size_t l = 0; l < travel_.size(); ++l)
    if ((looks && first.room[l] + last.room[l] <= travel_[l]) ||
        first.apart[l] + last.apart[l] <= travel_[l] + farthest)
      return false;
  return true;
}

bool Passage::halve(std::span<const double> from, std::span<const double> to, const Look& first, const Look& last,
                    double s, double e, std::size_t depth) {
  if (is_seen_clear(first, last, e - s)) return true;
  if (depth == deepest) return false;
  const double middle = 0.5 * (s + e);
  for (std::size_t v = 0; v < between_.size(); ++v) between_[v] = from[v] + middle * (to[v] - from[v]);
  Look& at = middles_[depth];
  return look(between_, at) && halve(from, to, first, at, s, middle, depth + 1) &&
         halve(from, to, at, last, middle, e, depth + 1);
}

}  // namespace taut
