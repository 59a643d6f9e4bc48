#include "taut/arm.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/arm/posture.hpp"

namespace taut {
namespace {

std::string key_of(const std::string& origin, const char* list, std::size_t index, const char* name) {
  const std::string prefix = origin.empty() ? std::string(list) + "[" + std::to_string(index) + "]" : origin;
  return *name == '\0' ? prefix : prefix + "." + name;
}

bool is_rotation(const Rotation& r) {
  constexpr double tolerance = 1e-9;
  return std::abs(dot(r.x, r.x) - 1.0) < tolerance && std::abs(dot(r.y, r.y) - 1.0) < tolerance &&
         std::abs(dot(r.x, r.y)) < tolerance && norm(cross(r.x, r.y) - r.z) < tolerance;
}

bool is_plane(const Placement& frame) { return frame.place.z == 0.0 && frame.turn.z == Vec3{0.0, 0.0, 1.0}; }

std::optional<Error> check_joint(const JointSpec& joint, std::size_t k, int dimension) {
  const auto fail = [&](const char* name, std::string message) {
    return Error{key_of(joint.origin, "joints", k, name), std::move(message)};
  };
  if (joint.parent < -1 || joint.parent >= static_cast<int>(k))
    return fail("parent", "found " + std::to_string(joint.parent) + ", expected an earlier joint, or -1 for the base");
  if (!is_finite(joint.frame.place) || !is_rotation(joint.frame.turn))
    return fail("frame", "expected a finite place and a rotation");
  if (!is_finite(joint.axis) || norm(joint.axis) == 0.0) return fail("axis", "expected a direction");
  if (std::isnan(joint.lower) || std::isnan(joint.upper) || joint.lower > joint.upper)
    return fail("limits", "expected a lower limit that is not above the upper one");
  if (joint.kind == JointKind::ball && joint.upper < 0.0) return fail("limits", "expected an angle to swing by");
  if (!(joint.damping >= 0.0) || !std::isfinite(joint.damping)) return fail("damping", "expected zero or more");
  if (!(joint.effort > 0.0)) return fail("effort", "expected a positive torque");
  if (dimension == 3) return {};
  if (!is_plane(joint.frame)) return fail("frame", "expected one in the plane of the arm");
  if (joint.kind == JointKind::ball) return fail("type", "found a ball, expected a hinge: the arm is plane");
  if (joint.kind == JointKind::hinge && (joint.axis.x != 0.0 || joint.axis.y != 0.0))
    return fail("axis", "expected z: the arm is plane");
  if (joint.kind == JointKind::slider && joint.axis.z != 0.0)
    return fail("axis", "expected one in the plane of the arm");
  return {};
}

// The joints that move the hand, from the base.
std::vector<int> path_to(const Arm& arm, const HandSpec& hand) {
  std::vector<int> path;
  for (int k = hand.joint; k >= 0; k = arm.joints()[static_cast<std::size_t>(k)].parent) path.push_back(k);
  std::reverse(path.begin(), path.end());
  return path;
}

double travel_of(const JointSpec& slider) { return std::max(std::abs(slider.lower), std::abs(slider.upper)); }

// How far apart the origins of a joint and its parent can be, and how near.
struct Stretch {
  double least, most;
};
Stretch stretch_of(const JointSpec& joint) {
  const double length = norm(joint.frame.place);
  if (joint.kind != JointKind::slider) return {length, length};
  const double furthest = travel_of(joint);
  return {std::max(0.0, length - furthest), length + furthest};
}

// What moves a hand: lengths that stay as they are, from the first joint that moves, and the travels of sliders.
struct Lengths {
  double fixed = 0.0;
  std::vector<double> travels = {};
};
Lengths lengths_to(const Arm& arm, const HandSpec& hand) {
  Lengths lengths;
  bool moves = false;
  for (const int k : path_to(arm, hand)) {
    const JointSpec& joint = arm.joints()[static_cast<std::size_t>(k)];
    const bool slides = joint.kind == JointKind::slider;
    if (moves || slides) lengths.fixed += norm(joint.frame.place);
    if (slides && travel_of(joint) > 0.0) lengths.travels.push_back(travel_of(joint));
    moves = moves || joint.kind != JointKind::fixed;
  }
  lengths.fixed += norm(hand.frame.place);
  return lengths;
}

// Limits of a million stand for none. A slider counts for ten times the other lengths at most; where there are none,
// for ten times the shortest travel. Zero where nothing but sliders without limits moves the hand.
double size_to(const Arm& arm, const HandSpec& hand) {
  constexpr double most = 10.0;
  const Lengths lengths = lengths_to(arm, hand);
  const bool is_limited =
      std::all_of(lengths.travels.begin(), lengths.travels.end(), [](double t) { return std::isfinite(t); });
  if (!is_limited || lengths.travels.empty()) return is_limited ? lengths.fixed : 0.0;
  const double unit =
      lengths.fixed > 0.0 ? lengths.fixed : *std::min_element(lengths.travels.begin(), lengths.travels.end());
  double size = lengths.fixed;
  for (const double travel : lengths.travels) size += std::min(travel, most * unit);
  return size;
}

// Zero: nothing moves a hand, and nothing has a length.
double size_of(const Arm& arm) {
  double size = 0.0;
  for (const HandSpec& hand : arm.hands()) size = std::max(size, size_to(arm, hand));
  if (size == 0.0)  // sliders without limits: what the limbs are long
    for (const LimbSpec& limb : arm.limbs()) size += norm(limb.to - limb.from);
  const bool slides = std::any_of(arm.hands().begin(), arm.hands().end(),
                                  [&](const HandSpec& hand) { return !lengths_to(arm, hand).travels.empty(); });
  return size == 0.0 && slides ? 1.0 : size;  // no length anywhere: the unit
}

}  // namespace

const char* joint_kind_name(JointKind kind) {
  switch (kind) {
    case JointKind::hinge:
      return "hinge";
    case JointKind::slider:
      return "slider";
    case JointKind::ball:
      return "ball";
    default:
      return "fixed";
  }
}

std::string Arm::joint_name(int joint) const {
  const std::string& name = joints_[static_cast<std::size_t>(joint)].name;
  return name.empty() ? "joint " + std::to_string(joint) : name;
}

std::string Arm::value_name(int value) const {
  int joint = 0;
  while (joint + 1 < static_cast<int>(joints_.size()) && first_value(joint + 1) <= value) ++joint;
  const std::string name = joint_name(joint);
  if (joints_[static_cast<std::size_t>(joint)].kind != JointKind::ball) return name;
  return name + std::string(1, ' ') + "xyz"[value - first_value(joint)];
}

// The first joint that turns is a fixed point, unless a slider comes before it; from there on lengths add up.
Arm::Range Arm::range(int hand) const {
  const HandSpec& spec = hands_[static_cast<std::size_t>(hand)];
  const std::vector<int> path = path_to(*this, spec);
  Range range{base_.place, 0.0, 0.0};
  Placement at = base_;
  bool moves = false;
  double longest = 0.0;
  const auto take = [&](Stretch stretch) {
    range.most += stretch.most;
    range.least += stretch.least;
    longest = std::max(longest, stretch.most);
  };
  for (const int k : path) {
    const JointSpec& joint = joints_[static_cast<std::size_t>(k)];
    if (moves || joint.kind == JointKind::slider) take(stretch_of(joint));
    if (!moves && joint.kind != JointKind::slider) at = at * joint.frame, range.from = at.place;
    moves = moves || (joint.kind != JointKind::fixed);
  }
  take({norm(spec.frame.place), norm(spec.frame.place)});
  // The longest piece against all others, each as it helps most.
  range.least = std::max(0.0, 2.0 * longest - range.most);
  for (const int k : path)
    if (joints_[static_cast<std::size_t>(k)].kind == JointKind::slider) range.least = 0.0;
  return range;
}

int ArmBuilder::add(JointSpec joint) {
  joints_.push_back(std::move(joint));
  return static_cast<int>(joints_.size()) - 1;
}
int ArmBuilder::add(LimbSpec limb) {
  limbs_.push_back(std::move(limb));
  return static_cast<int>(limbs_.size()) - 1;
}
int ArmBuilder::add(BodySpec body) {
  bodies_.push_back(std::move(body));
  return static_cast<int>(bodies_.size()) - 1;
}
int ArmBuilder::add(HandSpec hand) {
  hands_.push_back(std::move(hand));
  return static_cast<int>(hands_.size()) - 1;
}
int ArmBuilder::add(ClosureSpec closure) {
  closures_.push_back(std::move(closure));
  return static_cast<int>(closures_.size()) - 1;
}

int ArmBuilder::add_link(double length, double lower, double upper, double radius) {
  const int parent = static_cast<int>(joints_.size()) - 1;
  JointSpec joint{.kind = dimension_ == 2 ? JointKind::hinge : JointKind::ball, .parent = parent};
  if (!limbs_.empty()) joint.frame.place = limbs_.back().to;
  joint.lower = lower;
  joint.upper = upper;
  const int index = add(joint);
  add(LimbSpec{.joint = index, .from = {}, .to = {length, 0.0, 0.0}, .radius = radius});
  return index;
}

std::optional<Error> ArmBuilder::check() const {
  if (joints_.empty()) return Error{"limbs", "there are none; expected at least one limb on a joint"};
  for (std::size_t k = 0; k < joints_.size(); ++k)
    if (auto error = check_joint(joints_[k], k, dimension_)) return error;
  const auto joint_exists = [&](int joint) { return joint >= 0 && joint < static_cast<int>(joints_.size()); };
  for (std::size_t k = 0; k < limbs_.size(); ++k) {
    const LimbSpec& limb = limbs_[k];
    const auto fail = [&](const char* name, std::string message) {
      return Error{key_of(limb.origin, "limbs", k, name), std::move(message)};
    };
    if (!joint_exists(limb.joint)) return fail("joint", "there is no joint " + std::to_string(limb.joint));
    if (!is_finite(limb.from) || !is_finite(limb.to)) return fail("length", "expected finite numbers");
    if (!(limb.radius >= 0.0) || !std::isfinite(limb.radius)) return fail("thickness", "expected zero or more");
    if (!(limb.mass >= 0.0) || !std::isfinite(limb.mass)) return fail("mass", "expected zero or more");
  }
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    if (!joint_exists(bodies_[k].joint))
      return Error{key_of(bodies_[k].origin, "bodies", k, "joint"),
                   "there is no joint " + std::to_string(bodies_[k].joint)};
    if (std::string why = inertia_refusal(bodies_[k]); !why.empty())
      return Error{key_of(bodies_[k].origin, "bodies", k, "inertia"), std::move(why)};
  }
  for (std::size_t k = 0; k < hands_.size(); ++k) {
    if (!joint_exists(hands_[k].joint))
      return Error{key_of(hands_[k].origin, "hands", k, "joint"),
                   "there is no joint " + std::to_string(hands_[k].joint)};
    if (!is_finite(hands_[k].frame.place) || !is_rotation(hands_[k].frame.turn))
      return Error{key_of(hands_[k].origin, "hands", k, ""), "expected a finite place and a rotation"};
  }
  for (std::size_t k = 0; k < closures_.size(); ++k)
    if (!joint_exists(closures_[k].joint_a) || !joint_exists(closures_[k].joint_b))
      return Error{key_of(closures_[k].origin, "loops", k, ""), "expected two joints of the arm"};
  return {};
}

Expected<Arm> ArmBuilder::build() const {
  if (auto error = check()) return *error;
  Arm arm;
  arm.dimension_ = dimension_;
  arm.base_ = base_;
  arm.joints_ = joints_;
  arm.limbs_ = limbs_;
  arm.bodies_ = bodies_;
  arm.hands_ = hands_;
  arm.closures_ = closures_;
  if (arm.hands_.empty()) {
    if (limbs_.empty()) return Error{"hand", "there is none; expected the point that is to be brought somewhere"};
    const LimbSpec& last = limbs_.back();
    const double length = norm(last.to - last.from);
    const Vec3 along = length > 0.0 ? (1.0 / length) * (last.to - last.from) : Vec3{1.0, 0.0, 0.0};
    arm.hands_.push_back({.joint = last.joint, .frame = {last.to, rotation_between({1.0, 0.0, 0.0}, along)}});
  }
  for (JointSpec& joint : arm.joints_) {
    joint.axis = (1.0 / norm(joint.axis)) * joint.axis;
    arm.first_value_.push_back(arm.value_count_);
    const int count = taut::value_count(joint.kind);
    const bool limited = joint.kind != JointKind::ball;
    arm.lower_.insert(arm.lower_.end(), static_cast<std::size_t>(count),
                      limited ? joint.lower : -std::numeric_limits<double>::infinity());
    arm.upper_.insert(arm.upper_.end(), static_cast<std::size_t>(count),
                      limited ? joint.upper : std::numeric_limits<double>::infinity());
    arm.value_count_ += count;
  }
  if (arm.value_count_ == 0) return Error{"limbs", "no joint can move; expected one that is not fixed"};
  arm.size_ = size_of(arm);
  if (arm.size_ == 0.0) return Error{"hand", "every hand is at a joint that does not move it; expected one that moves"};
  return arm;
}

std::vector<Placement> joint_frames(const Arm& arm, std::span<const double> values) {
  Posture posture(arm);
  posture.set(values);
  std::vector<Placement> frames;
  for (std::size_t k = 0; k < arm.joints().size(); ++k) frames.push_back(posture.joint_frame(static_cast<int>(k)));
  return frames;
}

Placement hand_frame(const Arm& arm, std::span<const double> values, int hand) {
  Posture posture(arm);
  posture.set(values);
  return posture.hand_frame(hand);
}

std::vector<double> joint_values(const Arm& arm, std::span<const Placement> frames) {
  std::vector<double> values;
  for (std::size_t k = 0; k < arm.joints().size(); ++k) {
    const JointSpec& joint = arm.joints()[k];
    const Placement still =
        (joint.parent < 0 ? arm.base() : frames[static_cast<std::size_t>(joint.parent)]) * joint.frame;
    const Vec3 turned = rotation_vector(inverse(still.turn) * frames[k].turn);
    if (joint.kind == JointKind::hinge) values.push_back(dot(turned, joint.axis));
    if (joint.kind == JointKind::slider)
      values.push_back(dot(inverse(still.turn) * (frames[k].place - still.place), joint.axis));
    if (joint.kind == JointKind::ball) values.insert(values.end(), {turned.x, turned.y, turned.z});
  }
  return values;
}

}  // namespace taut
