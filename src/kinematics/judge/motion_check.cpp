// The judge of a motion. It has forward kinematics of its own, straight from what the builder was told, so that a
// mistake of the search does not excuse itself.
//
// Between two points of the path joints turn at constant rates. A point of a limb then stays close to the straight way
// between its ends, within
//   eps = w^2 rho / 8      w     sum of the turns of the joints that carry it      rho    its largest distance from
//   them
// so at any time the limb is within D = max(|d from|, |d to|) / 2 + eps of where it is at one end or the other, and
// clear if its distances there allow for that. Where they do not, the interval is halved.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kinematics/obstacle/segment.hpp"
#include "taut/follow.hpp"

namespace taut {
namespace {

struct Rod {
  Vec3 from, to;
};
struct Pose {
  std::vector<Rod> limbs;
  std::vector<double> gaps;      // of loops
  std::vector<Placement> hands;  // of the targets of a point
};

class Judge {
 public:
  Judge(const Arm& arm, std::span<const double> values, const HandPath& path, const Goals& goals, double tolerance)
      : arm_(arm), values_(values), path_(path), goals_(goals), tolerance_(tolerance * arm.size()), angle_(tolerance) {
    check_.least_clearance = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < arm.limbs().size(); ++a) carriers_.push_back(carriers_of(arm.limbs()[a].joint));
  }

  MotionCheck verdict() {
    const auto n = static_cast<std::size_t>(arm_.value_count());
    Pose last;
    const auto values_at = [&](int t) { return values_.subspan(static_cast<std::size_t>(t) * n, n); };
    for (int t = 0; t < path_.points(); ++t) {
      const Pose pose = pose_of(values_at(t));
      judge_point(t, values_at(t), pose);
      if (t > 0) judge_way(t - 1, values_at(t - 1), values_at(t), last, pose);
      last = pose;
    }
    if (path_.points() == 1) {  // no way to go
      swing_.assign(arm_.limbs().size(), 0.0);
      (void)is_clear(0, last, last, 0.0, true);
    }
    std::sort(check_.violations.begin(), check_.violations.end(),
              [](const Violation& a, const Violation& b) { return a.amount > b.amount; });
    return check_;
  }

 private:
  // The worst of each kind.
  void add(Violation violation) {
    for (Violation& known : check_.violations)
      if (known.kind == violation.kind) {
        if (violation.amount > known.amount) known = violation;
        return;
      }
    check_.violations.push_back(violation);
  }

  std::vector<int> carriers_of(int joint) const {
    std::vector<int> list;
    for (int k = joint; k >= 0; k = arm_.joints()[static_cast<std::size_t>(k)].parent) list.push_back(k);
    return list;
  }

  Pose pose_of(std::span<const double> q) const {
    std::vector<Placement> frames;
    for (std::size_t k = 0; k < arm_.joints().size(); ++k) {
      const JointSpec& joint = arm_.joints()[k];
      const Placement still =
          (joint.parent < 0 ? arm_.base() : frames[static_cast<std::size_t>(joint.parent)]) * joint.frame;
      const double* value = q.data() + arm_.first_value(static_cast<int>(k));
      Placement motion;
      if (joint.kind == JointKind::hinge) motion.turn = rotation_about(joint.axis, *value);
      if (joint.kind == JointKind::slider) motion.place = *value * joint.axis;
      if (joint.kind == JointKind::ball) motion.turn = rotation_by({value[0], value[1], value[2]});
      frames.push_back(still * motion);
    }
    Pose pose;
    for (const LimbSpec& limb : arm_.limbs()) {
      const Placement& frame = frames[static_cast<std::size_t>(limb.joint)];
      pose.limbs.push_back({frame * limb.from, frame * limb.to});
    }
    for (const ClosureSpec& loop : arm_.closures())
      pose.gaps.push_back(norm(frames[static_cast<std::size_t>(loop.joint_a)] * loop.at_a -
                               frames[static_cast<std::size_t>(loop.joint_b)] * loop.at_b));
    for (const Target& target : path_.at(0)) {
      const HandSpec& hand = arm_.hands()[static_cast<std::size_t>(target.hand)];
      pose.hands.push_back(frames[static_cast<std::size_t>(hand.joint)] * hand.frame);
    }
    return pose;
  }

  void judge_point(int t, std::span<const double> q, const Pose& pose) {
    for (int v = 0; v < arm_.value_count(); ++v) {
      const double value = q[static_cast<std::size_t>(v)];
      const double over = std::max(arm_.lower(v) - value, value - arm_.upper(v));
      if (over > angle_ || !std::isfinite(value)) add({ViolationKind::limit, t, over, joint_of(v)});
    }
    for (std::size_t k = 0; k < arm_.joints().size(); ++k) judge_cone(t, static_cast<int>(k), q);
    for (std::size_t l = 0; l < pose.limbs.size(); ++l) {
      const LimbSpec& limb = arm_.limbs()[l];
      const double length = norm(limb.to - limb.from);
      check_.max_limb_error =
          std::max(check_.max_limb_error, std::abs(norm(pose.limbs[l].to - pose.limbs[l].from) - length) / length);
    }
    for (std::size_t k = 0; k < pose.gaps.size(); ++k)
      if (!(pose.gaps[k] <= tolerance_)) add({ViolationKind::loop, t, pose.gaps[k], static_cast<int>(k)});
    for (std::size_t k = 0; k < pose.hands.size(); ++k) judge_hand(t, path_.at(t)[k], pose.hands[k]);
  }

  void judge_hand(int t, const Target& target, const Placement& hand) {
    const double error = norm(hand.place - target.position);
    check_.max_hand_error = std::max(check_.max_hand_error, error);
    if (!(error <= tolerance_)) add({ViolationKind::hand, t, error, target.hand});
    double turn = 0.0;
    if (target.rotation) turn = norm(rotation_vector(*target.rotation * inverse(hand.turn)));
    if (!target.rotation && target.direction)
      turn = std::atan2(norm(cross(hand.turn.x, *target.direction)), dot(hand.turn.x, *target.direction));
    if (!(turn <= 10.0 * angle_)) add({ViolationKind::hand, t, turn, target.hand});
  }

  void judge_cone(int t, int joint, std::span<const double> q) {
    const JointSpec& spec = arm_.joints()[static_cast<std::size_t>(joint)];
    if (spec.kind != JointKind::ball) return;
    const double* value = q.data() + arm_.first_value(joint);
    const Vec3 x = rotation_by({value[0], value[1], value[2]}).x;
    const double over = std::atan2(std::hypot(x.y, x.z), x.x) - spec.upper;
    if (over > angle_) add({ViolationKind::limit, t, over, joint});
  }

  int joint_of(int value) const {
    int joint = 0;
    while (joint + 1 < static_cast<int>(arm_.joints().size()) && arm_.first_value(joint + 1) <= value) ++joint;
    return joint;
  }

  // How much a joint moves between two points, in radians or shares of the arm's size.
  double turn_of(int joint, std::span<const double> a, std::span<const double> b) const {
    const JointSpec& spec = arm_.joints()[static_cast<std::size_t>(joint)];
    double square = 0.0;
    for (int k = 0; k < value_count(spec.kind); ++k) {
      const auto v = static_cast<std::size_t>(arm_.first_value(joint) + k);
      square += (b[v] - a[v]) * (b[v] - a[v]);
    }
    return std::sqrt(square) / (spec.kind == JointKind::slider ? arm_.size() : 1.0);
  }

  void judge_way(int t, std::span<const double> a, std::span<const double> b, const Pose& first, const Pose& last) {
    std::vector<double> turns;
    for (std::size_t k = 0; k < arm_.joints().size(); ++k) {
      turns.push_back(turn_of(static_cast<int>(k), a, b));
      if (turns.back() > goals_.longest_turn * (1.0 + 1e-9))
        add({ViolationKind::jump, t, turns.back(), static_cast<int>(k)});
    }
    swing_.assign(arm_.limbs().size(), 0.0);
    for (std::size_t l = 0; l < swing_.size(); ++l) {
      double sum = 0.0;
      for (const int joint : carriers_[l]) sum += turns[static_cast<std::size_t>(joint)];
      swing_[l] = 0.125 * sum * sum * 2.0 * arm_.size();  // no point is farther than that from a joint that carries it
    }
    judge_hand_between(t, pose_between(a, b, 0.5));
    halve(t, a, b, first, last, 0.0, 1.0, 0);
  }

  Pose pose_between(std::span<const double> a, std::span<const double> b, double share) const {
    std::vector<double> q(a.size());
    for (std::size_t k = 0; k < q.size(); ++k) q[k] = a[k] + share * (b[k] - a[k]);
    return pose_of(q);
  }

  // Clears the interval from s to e, or finds where the motion touches something.
  void halve(int t, std::span<const double> a, std::span<const double> b, const Pose& first, const Pose& last, double s,
             double e, int depth) {
    constexpr int deepest = 24;
    if (is_clear(t, first, last, (e - s) * (e - s), depth == deepest) || depth == deepest) return;
    const double middle = 0.5 * (s + e);
    const Pose pose = pose_between(a, b, middle);
    halve(t, a, b, first, pose, s, middle, depth + 1);
    halve(t, a, b, pose, last, middle, e, depth + 1);
  }

  // Violations at the ends are noted and end the search; `square` is that of the interval's length.
  bool is_clear(int t, const Pose& first, const Pose& last, double square, bool is_final) {
    bool clear = true;
    const auto judge = [&](double d0, double d1, double leeway, Violation violation) {
      const double least = std::min(d0, d1);
      if (violation.kind == ViolationKind::obstacle)
        check_.least_clearance = std::min(check_.least_clearance, least + goals_.clearance);
      // Limbs without thickness that cross have the distance zero: touching counts there.
      const double allowed = violation.kind == ViolationKind::self_contact ? tolerance_ : -tolerance_;
      if (least < allowed || (is_final && least - leeway < allowed)) {
        violation.amount = std::max(-least, 0.0);
        add(violation);
      } else if (least - leeway < allowed) {
        clear = false;
      }
    };
    const auto travel = [&](std::size_t l) {
      const double from = norm(last.limbs[l].from - first.limbs[l].from),
                   to = norm(last.limbs[l].to - first.limbs[l].to);
      return 0.5 * std::max(from, to) + square * swing_[l];
    };
    for (std::size_t l = 0; l < first.limbs.size(); ++l) {
      const double inside = arm_.limbs()[l].radius + goals_.clearance, way = travel(l);
      for (std::size_t o = 0; o < goals_.obstacles.size(); ++o)
        judge(distance(o, first.limbs[l]) - inside, distance(o, last.limbs[l]) - inside, way,
              {ViolationKind::obstacle, t, 0.0, static_cast<int>(l), static_cast<int>(o)});
      if (goals_.self_contact == SelfContact::allowed) continue;
      for (std::size_t m = 0; m < l; ++m) {
        if (are_neighbours(l, m)) continue;
        const double both = inside + arm_.limbs()[m].radius;
        judge(distance(first.limbs[l], first.limbs[m]) - both, distance(last.limbs[l], last.limbs[m]) - both,
              way + travel(m), {ViolationKind::self_contact, t, 0.0, static_cast<int>(m), static_cast<int>(l)});
      }
    }
    return clear;
  }

  double distance(std::size_t obstacle, const Rod& rod) const {
    return clearance(goals_.obstacles[obstacle], rod.from, rod.to, arm_.dimension()).distance;
  }
  static double distance(const Rod& a, const Rod& b) {
    const SegmentPair near = nearest_of_segments(a.from, a.to, b.from, b.to);
    return norm(a.from + near.s * (a.to - a.from) - b.from - near.t * (b.to - b.from));
  }
  bool are_neighbours(std::size_t a, std::size_t b) const {
    const int i = arm_.limbs()[a].joint, j = arm_.limbs()[b].joint;
    const int p = arm_.joints()[static_cast<std::size_t>(i)].parent,
              q = arm_.joints()[static_cast<std::size_t>(j)].parent;
    return i == j || p == j || q == i || p == q;
  }

  void judge_hand_between(int t, const Pose& pose) {
    for (std::size_t k = 0; k < pose.hands.size(); ++k) {
      const Vec3 &a = path_.at(t)[k].position, &b = path_.at(t + 1)[k].position, &hand = pose.hands[k].place;
      const Vec3 on = a + nearest_on_segment(hand, a, b) * (b - a);
      check_.max_hand_error_between = std::max(check_.max_hand_error_between, norm(hand - on));
    }
  }

  const Arm& arm_;
  std::span<const double> values_;
  HandPath path_;
  const Goals& goals_;
  double tolerance_, angle_;
  std::vector<std::vector<int>> carriers_;
  std::vector<double> swing_;
  MotionCheck check_;
};

}  // namespace

MotionCheck check_motion(const Arm& arm, std::span<const double> values, const HandPath& path, const Goals& goals,
                         double tolerance) {
  return Judge(arm, values, path, goals, tolerance).verdict();
}

const char* violation_kind_name(ViolationKind kind) {
  switch (kind) {
    case ViolationKind::hand:
      return "hand";
    case ViolationKind::limit:
      return "limit";
    case ViolationKind::obstacle:
      return "obstacle";
    case ViolationKind::self_contact:
      return "self-contact";
    case ViolationKind::loop:
      return "loop";
    default:
      return "jump";
  }
}

}  // namespace taut
