#include "kinematics/reach/unreachable.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace taut {

Unreachable::Unreachable(const Arm& arm, int hand)
    : arm_(&arm), hand_(hand), posture_(arm), all_(static_cast<std::size_t>(arm.value_count())) {
  std::vector<int> path;
  const HandSpec& spec = arm.hands()[static_cast<std::size_t>(hand)];
  for (int k = spec.joint; k >= 0; k = arm.joints()[static_cast<std::size_t>(k)].parent) path.insert(path.begin(), k);
  std::vector<double> pieces;  // the largest length from stop to stop
  for (const int k : path) {
    const JointSpec& joint = arm.joints()[static_cast<std::size_t>(k)];
    const int value = arm.first_value(k);
    double slide = 0.0;
    if (joint.kind == JointKind::ball) applies_ = false;
    if (joint.kind == JointKind::slider) slide = std::max(std::abs(joint.lower), std::abs(joint.upper));
    applies_ = applies_ && std::isfinite(slide);
    pieces.push_back(norm(joint.frame.place) + slide);
    if (value_count(joint.kind) == 1)
      values_.push_back({value, static_cast<int>(stops_.size()), joint.kind == JointKind::slider});
    stops_.push_back({k, 0.0, 0.0});
  }
  pieces.push_back(norm(spec.frame.place));
  stops_.push_back({-1, 0.0, 0.0});
  double length = 0.0;
  for (std::size_t k = 0; k < stops_.size(); ++k) {
    if (k > 0) length += pieces[k];
    lengths_.push_back(length);
  }
  for (std::size_t k = 0; k < stops_.size(); ++k) {
    stops_[k].most = length - lengths_[k];
    double longest = 0.0;
    bool slides = false;
    for (std::size_t j = k + 1; j < pieces.size(); ++j) longest = std::max(longest, pieces[j]);
    for (const Value& value : values_) slides = slides || (value.slides && static_cast<std::size_t>(value.before) > k);
    stops_[k].least = slides ? 0.0 : std::max(0.0, 2.0 * longest - stops_[k].most);
  }
  middle_.resize(values_.size());
  half_.resize(values_.size());
}

double Unreachable::shift(std::size_t value, std::size_t stop) const {
  const Value& v = values_[value];
  const auto from = static_cast<std::size_t>(v.before);
  if (v.slides) return stop >= from ? 1.0 : 0.0;
  return stop > from ? lengths_[stop] - lengths_[from] : 0.0;
}

// Nothing when the box is out.
std::optional<std::size_t> Unreachable::value_to_halve(const Vec3& point, double tolerance) {
  for (std::size_t k = 0; k < values_.size(); ++k) all_[static_cast<std::size_t>(values_[k].index)] = middle_[k];
  posture_.set(all_);
  std::size_t best = stops_.size() - 1;
  double nearest = -std::numeric_limits<double>::infinity();
  for (std::size_t s = 0; s < stops_.size(); ++s) {
    const Vec3 at = stops_[s].joint < 0 ? posture_.hand_place(hand_) : posture_.origin(stops_[s].joint);
    const double distance = norm(point - at);
    double radius = 0.0;
    for (std::size_t k = 0; k < values_.size(); ++k) radius += half_[k] * shift(k, s);
    if (distance - radius > stops_[s].most + tolerance || distance + radius < stops_[s].least - tolerance) return {};
    // Of the stops by which the middle is out, the one by which the box nearly is.
    const double gap = std::max(distance - stops_[s].most, stops_[s].least - distance);
    if (gap > 0.0 && gap - radius > nearest) nearest = gap - radius, best = s;
  }
  std::size_t widest = 0;
  double most = -1.0;
  for (std::size_t k = 0; k < values_.size(); ++k)
    if (const double share = half_[k] * shift(k, best); share > most) most = share, widest = k;
  return widest;
}

bool Unreachable::is_proved(const Vec3& point, double tolerance, int boxes) {
  if (!applies_) return false;
  std::vector<double> first;
  for (const Value& value : values_) {
    double lower = arm_->lower(value.index), upper = arm_->upper(value.index);
    if (!value.slides && upper - lower > 2.0 * std::numbers::pi) lower = -std::numbers::pi, upper = std::numbers::pi;
    first.push_back(0.5 * (lower + upper));
    first.push_back(0.5 * (upper - lower));
  }
  stack_.assign(1, first);
  for (int count = 0; !stack_.empty(); ++count) {
    if (count == boxes) return false;
    const std::vector<double> box = std::move(stack_.back());
    stack_.pop_back();
    for (std::size_t k = 0; k < values_.size(); ++k) middle_[k] = box[2 * k], half_[k] = box[2 * k + 1];
    const std::optional<std::size_t> value = value_to_halve(point, tolerance);
    if (!value) continue;
    for (const double side : {-0.5, 0.5}) {
      stack_.push_back(box);
      stack_.back()[2 * *value] += side * box[2 * *value + 1];
      stack_.back()[2 * *value + 1] *= 0.5;
    }
  }
  return true;
}

}  // namespace taut
