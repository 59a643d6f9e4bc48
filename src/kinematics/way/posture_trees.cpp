#include "kinematics/way/posture_trees.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "kinematics/arm/random_values.hpp"

namespace taut {
namespace {

constexpr double longest_step = 0.25;   // of a branch
constexpr double about_straight = 0.5;  // share of random postures near the straight way

// How far each joint can throw what it carries.
std::vector<double> throws_of(const Arm& arm) {
  std::vector<double> most(arm.joints().size());
  const auto reach = [&](std::size_t joint, double length) { most[joint] = std::max(most[joint], length); };
  for (const LimbSpec& limb : arm.limbs()) reach(static_cast<std::size_t>(limb.joint), norm(limb.to));
  for (const HandSpec& hand : arm.hands()) reach(static_cast<std::size_t>(hand.joint), norm(hand.frame.place));
  for (std::size_t k = most.size(); k-- > 0;) {
    const JointSpec& joint = arm.joints()[k];
    if (joint.parent >= 0) reach(static_cast<std::size_t>(joint.parent), most[k] + norm(joint.frame.place));
  }
  return most;
}

}  // namespace

PostureTrees::PostureTrees(const Arm& arm, Passage& passage, std::span<const double> from, std::span<const double> to,
                           RandomStream random, Close close)
    : arm_(&arm), passage_(&passage), n_(from.size()), close_(std::move(close)), random_(random), aim_(n_), next_(n_) {
  const std::vector<double> throws = throws_of(arm);
  for (std::size_t k = 0; k < arm.joints().size(); ++k) {
    const JointKind kind = arm.joints()[k].kind;
    const auto count = static_cast<std::size_t>(value_count(kind));
    const double weight = kind == JointKind::slider ? 1.0 : std::max(throws[k], 0.1 * arm.size());
    weights_.insert(weights_.end(), count, weight / arm.size());
    scales_.insert(scales_.end(), count, kind == JointKind::slider ? arm.size() : 1.0);
  }
  add(trees_[0], from, -1);
  add(trees_[1], to, -1);
}

double PostureTrees::square_between(std::span<const double> a, std::span<const double> b) const {
  double sum = 0.0;
  for (std::size_t v = 0; v < n_; ++v) {
    const double d = weights_[v] * (a[v] - b[v]);
    sum += d * d;
  }
  return sum;
}

int PostureTrees::nearest(const Tree& tree, std::span<const double> to) const {
  int best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (int node = 0; node < static_cast<int>(tree.parents.size()); ++node)
    if (const double square = square_between(at(tree, node), to); square < least) least = square, best = node;
  return best;
}

int PostureTrees::add(Tree& tree, std::span<const double> values, int parent) const {
  tree.values.insert(tree.values.end(), values.begin(), values.end());
  tree.parents.push_back(parent);
  return static_cast<int>(tree.parents.size()) - 1;
}

bool PostureTrees::is_at(const Tree& tree, int node, std::span<const double> values) const {
  const std::span<const double> there = at(tree, node);
  return std::equal(there.begin(), there.end(), values.begin());
}

int PostureTrees::grow_towards(Tree& tree, std::span<const double> to) {
  int node = nearest(tree, to);
  double left = std::sqrt(square_between(at(tree, node), to));
  while (left > 0.0) {
    const double share = left > longest_step ? longest_step / left : 1.0;
    for (std::size_t v = 0; v < n_; ++v) next_[v] = at(tree, node)[v] + share * (to[v] - at(tree, node)[v]);
    if (share == 1.0) std::copy(to.begin(), to.end(), next_.begin());
    if (close_ && share < 1.0 && !close_(next_)) break;
    const double now = std::sqrt(square_between(next_, to));
    if (now >= left || !passage_->is_clear(at(tree, node), next_)) break;
    node = add(tree, next_, node);
    left = now;
  }
  return node;
}

void PostureTrees::choose_aim() {
  random_values(*arm_, random_, aim_);
  if (random_.uniform() > about_straight) return;
  const double share = random_.uniform(), width = random_.uniform();
  const std::span<const double> from = at(trees_[0], 0), to = at(trees_[1], 0);
  for (std::size_t v = 0; v < n_; ++v) {
    const auto value = static_cast<int>(v);
    const double straight = from[v] + share * (to[v] - from[v]);
    aim_[v] = std::clamp(straight + width * scales_[v] * random_.normal(), arm_->lower(value), arm_->upper(value));
  }
}

bool PostureTrees::grow() {
  choose_aim();
  Tree &grown = trees_[grown_], &other = trees_[1 - grown_];
  const int end = grow_towards(grown, aim_);
  const std::vector<double> goal(at(grown, end).begin(), at(grown, end).end());
  const int met = grow_towards(other, goal);
  meeting_[grown_] = end;
  meeting_[1 - grown_] = met;
  grown_ = 1 - grown_;
  return is_at(other, met, goal);
}

std::vector<double> PostureTrees::branch(const Tree& tree, int node) const {
  std::vector<double> values;
  for (; node >= 0; node = tree.parents[static_cast<std::size_t>(node)])
    values.insert(values.end(), at(tree, node).begin(), at(tree, node).end());
  return values;
}

std::vector<double> PostureTrees::way() const {
  const std::vector<double> back = branch(trees_[0], meeting_[0]), onwards = branch(trees_[1], meeting_[1]);
  std::vector<double> all;
  for (std::size_t k = back.size(); k > 0; k -= n_)
    all.insert(all.end(), back.begin() + static_cast<std::ptrdiff_t>(k - n_),
               back.begin() + static_cast<std::ptrdiff_t>(k));
  all.insert(all.end(), onwards.begin() + static_cast<std::ptrdiff_t>(n_), onwards.end());
  return all;
}

}  // namespace taut
