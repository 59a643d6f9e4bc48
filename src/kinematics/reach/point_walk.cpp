#include "kinematics/reach/point_walk.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/whole.hpp"

namespace taut {
namespace {

constexpr double tolerance = 1e-14;     // of lengths, relative; solvers raise it to what numbers resolve
constexpr double longest_way = 0.05;    // of a hand in one step, of the size of the arm
constexpr double longest_turn = 0.1;    // radians
constexpr double shortest_step = 1e-3;  // of that: below, it is stuck
constexpr double pointer = 0.1;         // from a hand to points along its axes, of the size of the arm
constexpr double least_weight = 1e-12;  // in a mean of points; less is rounding

bool holds_frame(const Target& target, int dimension) {
  return target.rotation || (target.direction && dimension == 2);
}

// Joints and hands alone, so that all points weigh the same. In space a hand that points gets a second point on its
// line, one that is held by its frame another beside it: more hands of the arm.
Expected<Arm> skeleton_of(const Arm& arm, std::span<const Target> targets) {
  ArmBuilder builder(arm.dimension(), arm.base());
  for (const JointSpec& joint : arm.joints()) builder.add(joint);
  for (const HandSpec& hand : arm.hands()) builder.add(hand);
  for (const Target& target : targets) {
    if (arm.dimension() == 2) continue;
    const HandSpec& hand = arm.hands()[static_cast<std::size_t>(target.hand)];
    const auto add = [&](const Vec3& axis) {
      builder.add(HandSpec{hand.joint, {hand.frame.place + (pointer * arm.size()) * axis, hand.frame.turn}});
    };
    if (target.direction || target.rotation) add(hand.frame.turn.x);
    if (target.rotation) add(hand.frame.turn.y);
  }
  for (const ClosureSpec& closure : arm.closures()) builder.add(closure);
  return builder.build();
}

// The joint whose limb a fixed joint belongs to; -1 is the base.
int body_of(const Arm& arm, int joint) {
  while (joint >= 0 && arm.joints()[static_cast<std::size_t>(joint)].kind == JointKind::fixed)
    joint = arm.joints()[static_cast<std::size_t>(joint)].parent;
  return joint;
}

// By which a hand that is turned like this gets to its target, as a rotation vector.
Vec3 turn_to(const Target& target, const Rotation& present, int dimension) {
  if (target.rotation) return rotation_vector(*target.rotation * inverse(present));
  if (!target.direction) return {};
  const Vec3 &from = present.x, &to = *target.direction;
  if (dimension == 2) return {0.0, 0.0, std::atan2(cross(from, to).z, dot(from, to))};
  return rotation_vector(rotation_between(from, (1.0 / norm(to)) * to));
}

}  // namespace

PointWalk::PointWalk(Arm skeleton, std::span<const double> values)
    : skeleton_(std::move(skeleton)),
      parts_(arm_parts(skeleton_, values)),
      position_low_(parts_.particles.size()),
      change_(position_low_),
      ignored_(position_low_) {
  for (const ParticleSpec& particle : parts_.particles) {
    position_.push_back(particle.position);
    is_fixed_.push_back(particle.fixed);
  }
}

Expected<PointWalk> PointWalk::make(const Arm& arm, std::span<const double> values, std::span<const Target> targets) {
  Expected<Arm> skeleton = skeleton_of(arm, targets);
  if (!skeleton) return skeleton.error();
  PointWalk walk(std::move(*skeleton), values);
  walk.hold(arm, values, targets);
  Expected<Model> model = walk.held_model();
  if (!model) return model.error();
  walk.model_ = std::make_unique<const Model>(std::move(*model));
  Expected<Plan> plan = Plan::make(*walk.model_, {.tolerance = tolerance});
  if (!plan) return plan.error();
  if (const std::optional<Error> refusal = plan->refusal(*walk.model_)) return *refusal;
  walk.plan_ = std::make_unique<const Plan>(std::move(*plan));
  walk.constraints_ = std::make_unique<ConstraintSet>(*walk.model_, *walk.plan_);
  walk.set(values);
  return walk;
}

// Of the limb that carries the hand: all points, those on the line that it points along, or the hand itself.
void PointWalk::hold(const Arm& arm, std::span<const double> values, std::span<const Target> targets) {
  for (std::size_t k = 0; k < targets.size(); ++k) {
    const int hand = targets[k].hand, body = body_of(arm, arm.hands()[static_cast<std::size_t>(hand)].joint);
    const Placement frame = hand_frame(arm, values, hand);
    const double near = 1e-9 * arm.size();
    hands_.push_back(hand);
    for (const ArmPoints::Marker& marker : parts_.markers) {
      const auto p = static_cast<std::size_t>(marker.particle);
      if (marker.joint != body || is_fixed_[p]) continue;
      const Vec3 at = inverse(frame.turn) * (position_[p] - frame.place);
      const bool on_line = std::hypot(at.y, at.z) < near;
      if (!holds_frame(targets[k], arm.dimension()) && !(on_line && (targets[k].direction || std::abs(at.x) < near)))
        continue;
      held_.push_back({marker.particle, k, at});
      is_fixed_[p] = true;
    }
  }
}

// The model with what is held fixed. Constraints between fixed points are left out; those that a motion of the hands
// could break are kept as ties.
Expected<Model> PointWalk::held_model() {
  ModelBuilder builder(skeleton_.dimension());
  for (std::size_t k = 0; k < position_.size(); ++k)
    builder.add(ParticleSpec{
        .name = parts_.particles[k].name, .position = parts_.particles[k].position, .fixed = is_fixed_[k] != 0});
  for (const auto& constraint : parts_.constraints)
    std::visit([&](const auto& spec) { add(spec, builder); }, constraint);
  return builder.build();
}

bool PointWalk::all_fixed(std::span<const int> particles) const {
  return std::all_of(particles.begin(), particles.end(), [&](int p) { return is_fixed_[static_cast<std::size_t>(p)]; });
}

void PointWalk::add(DistanceSpec rod, ModelBuilder& builder) {
  const auto name = [&](int p) { return parts_.particles[static_cast<std::size_t>(p)].name; };
  rod.name = name(rod.i) + " to " + name(rod.j);
  if (all_fixed(std::array{rod.i, rod.j}))
    ties_.push_back({rod.i, rod.j, *rod.length, rod.name});
  else
    builder.add(std::move(rod));
}

void PointWalk::add(const LinearSpec& relation, ModelBuilder& builder) {
  LinearSpec mean{.on = {}, .weights = {}, .offset = relation.offset, .name = relation.name};
  for (std::size_t k = 0; k < relation.on.size(); ++k) {
    if (std::abs(relation.weights[k]) < least_weight) continue;
    mean.on.push_back(relation.on[k]);
    mean.weights.push_back(relation.weights[k]);
  }
  if (!all_fixed(mean.on))
    builder.add(std::move(mean));
  else if (mean.on.size() == 2)  // one point, or a way that does not change
    ties_.push_back({mean.on[0], mean.on[1], norm(mean.offset), mean.name});
}

void PointWalk::add(const ImplicitSpec& equation, ModelBuilder& builder) {
  if (!all_fixed(equation.on)) builder.add(equation);
}

void PointWalk::set(std::span<const double> values) {
  const std::vector<Placement> frames = joint_frames(skeleton_, values);
  for (const ArmPoints::Marker& marker : parts_.markers)
    position_[static_cast<std::size_t>(marker.particle)] = frames[static_cast<std::size_t>(marker.joint)] * marker.at;
  values_.assign(values.begin(), values.end());
  is_read_ = true;
  frames_.clear();
  for (const int hand : hands_) frames_.push_back(hand_frame(skeleton_, values, hand));
  next_ = frames_;
  constraints_->forget(Ahead::far);
}

void PointWalk::plan_ways(std::span<const Target> targets) {
  ways_.clear();
  for (std::size_t k = 0; k < targets.size(); ++k) {
    const Placement& from = frames_[k];
    ways_.push_back({from, targets[k].position - from.place, turn_to(targets[k], from.turn, skeleton_.dimension())});
  }
}

// So many steps that none is long.
int PointWalk::pieces() const {
  double most = 1.0;
  for (const Way& way : ways_)
    most = std::max({most, norm(way.shift) / (longest_way * skeleton_.size()), norm(way.turn) / longest_turn});
  return whole_within(std::ceil(most), 1, 1'000'000'000);
}

bool PointWalk::go_to(std::span<const Target> targets) {
  plan_ways(targets);
  const double whole = 1.0 / pieces();
  double done = 0.0, step = whole;
  while (done < 1.0) {
    const double next = done + step > 1.0 - 1e-9 ? 1.0 : done + step;
    if (take_step(next)) {
      done = next;
      step = std::min(2.0 * step, whole);
    } else {
      step *= 0.5;
      if (step < shortest_step * whole) break;
    }
  }
  return done == 1.0;
}

// The hands at this share of their ways; nothing has moved where it fails.
bool PointWalk::take_step(double share) {
  std::fill(change_.begin(), change_.end(), Vec3{});
  for (std::size_t k = 0; k < ways_.size(); ++k)
    next_[k] = {ways_[k].from.place + share * ways_[k].shift, rotation_by(share * ways_[k].turn) * ways_[k].from.turn};
  for (const Held& held : held_) {
    const auto p = static_cast<std::size_t>(held.particle);
    change_[p] = next_[held.target] * held.at - position_[p];
  }
  if (!ties_hold()) return false;
  report_ = constraints_->linearise({position_.data(), position_low_.data(), time_});
  if (report_.converged) report_ = constraints_->solve_positions(change_.data(), ignored_.data(), 1.0, time_ + 1.0);
  ++solves_;
  if (!report_.converged) {
    constraints_->forget(Ahead::far);
    return false;
  }
  time_ += 1.0;
  is_read_ = false;
  frames_.swap(next_);
  max_violation_ = std::max(max_violation_, report_.max_violation);
  for (std::size_t p = 0; p < position_.size(); ++p) position_[p] += change_[p];
  return true;
}

bool PointWalk::ties_hold() {
  for (const Tie& tie : ties_) {
    const auto i = static_cast<std::size_t>(tie.i), j = static_cast<std::size_t>(tie.j);
    const double length = norm(position_[j] + change_[j] - position_[i] - change_[i]);
    if (std::abs(length - tie.length) <= 1e-10 * skeleton_.size()) continue;
    broken_tie_ = tie.name;
    return false;
  }
  broken_tie_.clear();
  return true;
}

std::span<const double> PointWalk::values() {
  if (!is_read_) values_ = joint_values(skeleton_, parts_, position_, values_);
  is_read_ = true;
  return values_;
}

std::string PointWalk::obstruction() const {
  if (!broken_tie_.empty())
    return broken_tie_ + " lies between points that the hands hold, and would change its length";
  const std::string name = report_.worst_row < 0 ? "a length" : model_->row_name(report_.worst_row);
  return report_.failure == SolveFailure::singular ? name + " leaves no way to go on: the limbs are in line there"
                                                   : name + " could not be restored";
}

}  // namespace taut
