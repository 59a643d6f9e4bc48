#include "kinematics/arm/arm_bodies.hpp"

#include <algorithm>

namespace taut {
namespace {

constexpr double slimness = 0.05;  // radius of a limb that has none, by its length

double radius_of(const LimbSpec& limb) {
  return limb.radius > 0.0 ? limb.radius : slimness * norm(limb.to - limb.from);
}

// Whether all points are on one line through the first.
bool are_in_line(const std::vector<Vec3>& points, double size) {
  Vec3 along = {};
  for (const Vec3& point : points)
    if (norm(point - points.front()) > norm(along)) along = point - points.front();
  const double length = norm(along);
  return std::all_of(points.begin(), points.end(), [&](const Vec3& point) {
    return length == 0.0 || norm(cross(along, point - points.front())) < 1e-9 * size * length;
  });
}

}  // namespace

ArmBodies::ArmBodies(const Arm& arm) : arm_(&arm) {
  for (std::size_t k = 0; k < arm.joints().size(); ++k) {
    const JointSpec& joint = arm.joints()[k];
    const bool moves = joint.kind != JointKind::fixed;
    body_.push_back(moves ? static_cast<int>(k) : body_of(joint.parent));
    frame_.push_back(moves ? Placement{} : (joint.parent < 0 ? arm.base() : frame(joint.parent)) * joint.frame);
  }
  double sum = 0.0;
  int heavy = 0;
  for (int body = 0; body < static_cast<int>(body_.size()); ++body) {
    const std::vector<Vec3> all = points(body);
    twists_.push_back(arm.dimension() == 3 && (must_show_twist(body) || !are_in_line(all, arm.size())));
    is_rod_.push_back(has_rods_alone(body, all));
    moments_.push_back(sum_of_masses(body));
    sum += moments_.back()(3, 3);
    heavy += moments_.back()(3, 3) > 0.0 ? 1 : 0;
  }
  if (heavy > 0) mean_mass_ = sum / heavy;
}

int ArmBodies::turned_by(int body) const {
  while (body >= 0 && arm_->joints()[static_cast<std::size_t>(body)].kind == JointKind::slider)
    body = body_of(arm_->joints()[static_cast<std::size_t>(body)].parent);
  return body;
}

bool ArmBodies::must_show_twist(int body) const {
  for (std::size_t k = 0; k < arm_->joints().size(); ++k) {
    const JointSpec& joint = arm_->joints()[k];
    const bool is_axis = joint.kind == JointKind::hinge || joint.kind == JointKind::slider;
    const int parent = body_of(joint.parent);
    if (is_axis && (static_cast<int>(k) == body || parent == body || turned_by(parent) == body)) return true;
  }
  return std::any_of(arm_->bodies().begin(), arm_->bodies().end(),
                     [&](const BodySpec& spec) { return body_of(spec.joint) == body; });
}

std::vector<Vec3> ArmBodies::points(int body) const {
  std::vector<Vec3> all = {{}};
  const auto add = [&](int joint, const Vec3& at) {
    if (joint >= 0 && body_of(joint) == body) all.push_back(frame(joint) * at);
  };
  for (const JointSpec& joint : arm_->joints())
    if (joint.kind != JointKind::fixed) add(joint.parent, joint.frame.place);
  for (const HandSpec& hand : arm_->hands()) add(hand.joint, hand.frame.place);
  for (const ClosureSpec& loop : arm_->closures()) {
    add(loop.joint_a, loop.at_a);
    add(loop.joint_b, loop.at_b);
  }
  for (const LimbSpec& limb : arm_->limbs()) {
    add(limb.joint, limb.from);
    add(limb.joint, limb.to);
  }
  return all;
}

std::vector<PointMass> ArmBodies::rod(const LimbSpec& limb) const {
  const Placement& at = frame(limb.joint);
  return {{at * limb.from, limb.mass / 6.0},
          {at * (0.5 * (limb.from + limb.to)), limb.mass * (2.0 / 3.0)},
          {at * limb.to, limb.mass / 6.0}};
}

bool ArmBodies::has_rods_alone(int body, const std::vector<Vec3>& points) const {
  if (can_twist(body) || arm_->joints()[static_cast<std::size_t>(body)].kind == JointKind::slider) return false;
  for (const JointSpec& joint : arm_->joints())
    if (joint.kind == JointKind::slider && turned_by(body_of(joint.parent)) == body) return false;
  for (const BodySpec& spec : arm_->bodies())
    if (body_of(spec.joint) == body) return false;
  return std::all_of(points.begin(), points.end(), [&](const Vec3& point) {
    for (const LimbSpec& limb : arm_->limbs()) {
      if (body_of(limb.joint) != body || limb.mass == 0.0) continue;
      for (const PointMass& heavy : rod(limb))
        if (norm(heavy.at - point) < 1e-9 * arm_->size()) return true;
    }
    return false;
  });
}

MassMoments ArmBodies::sum_of_masses(int body) const {
  MassMoments sum = MassMoments::Zero();
  for (const LimbSpec& limb : arm_->limbs())
    if (body_of(limb.joint) == body)
      sum += moved(frame(limb.joint), moments_of_rod(limb, can_twist(body) ? radius_of(limb) : 0.0));
  for (const BodySpec& spec : arm_->bodies())
    if (body_of(spec.joint) == body) sum += moved(frame(spec.joint), moments_of(spec));
  return arm_->dimension() == 2 ? made_round(sum) : sum;
}

}  // namespace taut
