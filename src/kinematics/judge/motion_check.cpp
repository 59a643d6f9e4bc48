// The judge of a motion. It has forward kinematics of its own, straight from what the builder was told, so that a
// mistake of the search does not excuse itself.
//
// Between two points of the path joints turn at constant rates: hinges and sliders, and the rotation vectors of balls.
// A frame whose carriers turn by w together has |R'| <= w and |R''| <= w^2, so that a point of it stays within
//   bend / 8,     bend = sum of (w_j^2 l_j + 2 w_j |d l_j|) over the pieces l_j that lead to it from the base
// of the straight way between its ends, and within (bend / 8) h^2 in a part h of that way. A limb is clear all along if
// - a plane parts it from what it must not touch at both ends, by more than that, or
// - its distance at the nearer end is more than that and half the way of its ends.
// Where neither shows it, the interval is halved.
#include "kinematics/judge/motion_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kinematics/judge/largest_between.hpp"
#include "kinematics/judge/motion_bends.hpp"
#include "kinematics/judge/sweep.hpp"
#include "kinematics/judge/widest_swing.hpp"
#include "kinematics/obstacle/neighbours.hpp"
#include "kinematics/obstacle/segment.hpp"

namespace taut {
namespace {

enum class Look { goals, measures };  // measures: what is no goal, too
constexpr int deepest = 24;           // halvings of the way from one point to the next

struct Interval {
  double from = 0.0, to = 1.0;  // shares of the way from one point to the next
  int depth = 0;
  double length() const { return to - from; }
};
struct Pose {
  std::vector<Rod> limbs;
  std::vector<double> gaps;      // of loops
  std::vector<Placement> hands;  // of the targets of a point
};

class Judge {
 public:
  Judge(const Arm& arm, std::span<const double> values, const HandPath& path, const Goals& goals, double tolerance,
        Look look)
      : arm_(arm),
        are_neighbours_(arm),
        values_(values),
        path_(path),
        goals_(goals),
        look_(look),
        tolerance_(tolerance * arm.size()),
        angle_(tolerance) {
    check_.least_clearance = std::numeric_limits<double>::infinity();
  }

  MotionCheck verdict() {
    Pose last;
    for (int t = 0; t < path_.points(); ++t) {
      const Pose pose = pose_of(values_at(t));
      judge_point(t, values_at(t), pose);
      if (t > 0) judge_way(t - 1, last, pose);
      last = pose;
    }
    if (path_.points() == 1) {  // no way to go
      bends_.assign(arm_.limbs().size(), 0.0);
      (void)is_clear(0, last, last, {0.0, 0.0});
    }
    if (look_ == Look::measures) measure();
    check_.least_clearance += goals_.clearance;  // which limbs were widened by
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

  std::span<const double> values_at(int t) const {
    const auto n = static_cast<std::size_t>(arm_.value_count());
    return values_.subspan(static_cast<std::size_t>(t) * n, n);
  }

  bool is_number(int t) const {
    const auto values = values_at(t);
    return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
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
      if (length == 0.0) continue;  // a point
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
    judge_swing(t, joint, swing_of(ball_value(joint, q)));
  }

  void judge_swing(int t, int joint, double swing) {
    const double over = swing - arm_.joints()[static_cast<std::size_t>(joint)].upper;
    if (over > angle_) add({ViolationKind::limit, t, over, joint});
  }

  Vec3 ball_value(int joint, std::span<const double> q) const {
    const double* value = q.data() + arm_.first_value(joint);
    return {value[0], value[1], value[2]};
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

  void judge_way(int t, const Pose& first, const Pose& last) {
    const std::span<const double> a = values_at(t), b = values_at(t + 1);
    if (!is_number(t) || !is_number(t + 1))
      return lowest_clearances_.push_back(std::numeric_limits<double>::infinity());
    for (std::size_t k = 0; k < arm_.joints().size(); ++k) {
      const double turn = turn_of(static_cast<int>(k), a, b);
      if (turn > goals_.longest_turn * (1.0 + 1e-9)) add({ViolationKind::jump, t, turn, static_cast<int>(k)});
    }
    for (std::size_t k = 0; k < arm_.joints().size(); ++k) judge_cone_between(t, static_cast<int>(k), a, b);
    set_bends(MotionBends(arm_, a, b));
    lowest_ = std::numeric_limits<double>::infinity();
    halve(t, first, last, {});
    lowest_clearances_.push_back(lowest_);
  }

  void set_bends(const MotionBends& bends) {
    bends_.clear();
    for (const LimbSpec& limb : arm_.limbs())
      bends_.push_back(0.125 * std::max(bends.of(limb.joint, limb.from), bends.of(limb.joint, limb.to)));
  }

  void judge_cone_between(int t, int joint, std::span<const double> a, std::span<const double> b) {
    const JointSpec& spec = arm_.joints()[static_cast<std::size_t>(joint)];
    if (spec.kind == JointKind::ball)
      judge_swing(t, joint, widest_swing(ball_value(joint, a), ball_value(joint, b), spec.upper + angle_));
  }

  Pose pose_between(int t, double share) const {
    const std::span<const double> a = values_at(t), b = values_at(t + 1);
    std::vector<double> q(a.size());
    for (std::size_t k = 0; k < q.size(); ++k) q[k] = a[k] + share * (b[k] - a[k]);
    return pose_of(q);
  }

  // What is no goal between points. The middles of all ways leave few of them to be looked at more closely.
  void measure() {
    find_least_clearance();
    for (int t = 0; t + 1 < path_.points(); ++t) {
      if (!is_number(t) || !is_number(t + 1)) continue;
      const Pose middle = pose_between(t, 0.5);
      check_.max_hand_error_between = std::max(check_.max_hand_error_between, distance_from_path(t, middle));
      check_.max_loop_error_between = std::max(check_.max_loop_error_between, widest_gap(middle));
    }
    for (int t = 0; t + 1 < path_.points(); ++t) {
      if (!is_number(t) || !is_number(t + 1)) continue;
      const MotionBends bends(arm_, values_at(t), values_at(t + 1));
      measure_between(
          t, bend_of_hands(bends), [&](const Pose& pose) { return distance_from_path(t, pose); },
          check_.max_hand_error_between);
      if (!arm_.closures().empty()) measure_between(t, bend_of_loops(bends), widest_gap, check_.max_loop_error_between);
    }
  }

  // The largest of all ways, to a hundredth; `bend` is that of the points it is measured at.
  template <class Measure>
  void measure_between(int t, double bend, Measure&& measure, double& largest) {
    const double found =
        largest_between([&](double s) { return measure(pose_between(t, s)); },
                        [&](double a, double h, double top) { return a + 0.125 * bend * h * h <= top; },
                        [&](double present) { return 1.01 * std::max(present, largest) + tolerance_; });
    largest = std::max(largest, found);
  }

  // Of the hands, from the straight line between two points of the path.
  double distance_from_path(int t, const Pose& pose) const {
    double farthest = 0.0;
    for (std::size_t k = 0; k < pose.hands.size(); ++k) {
      const Vec3 &a = path_.at(t)[k].position, &b = path_.at(t + 1)[k].position, &hand = pose.hands[k].place;
      farthest = std::max(farthest, norm(hand - a - nearest_on_segment(hand, a, b) * (b - a)));
    }
    return farthest;
  }
  double bend_of_hands(const MotionBends& bends) const {
    double bend = 0.0;
    for (const Target& target : path_.at(0)) {
      const HandSpec& hand = arm_.hands()[static_cast<std::size_t>(target.hand)];
      bend = std::max(bend, bends.of(hand.joint, hand.frame.place));
    }
    return bend;
  }

  static double widest_gap(const Pose& pose) {
    return pose.gaps.empty() ? 0.0 : *std::max_element(pose.gaps.begin(), pose.gaps.end());
  }
  double bend_of_loops(const MotionBends& bends) const {
    double bend = 0.0;
    for (const ClosureSpec& loop : arm_.closures())
      bend = std::max(bend, bends.of(loop.joint_a, loop.at_a) + bends.of(loop.joint_b, loop.at_b));
    return bend;
  }

  // Clears an interval, or finds where the motion touches something.
  void halve(int t, const Pose& first, const Pose& last, const Interval& part) {
    if (is_clear(t, first, last, part) || part.depth == deepest) return;
    const double middle = 0.5 * (part.from + part.to);
    const Pose pose = pose_between(t, middle);
    halve(t, first, pose, {part.from, middle, part.depth + 1});
    halve(t, pose, last, {middle, part.to, part.depth + 1});
  }

  Sweep sweep_of(std::size_t limb, double beyond, const Pose& first, const Pose& last, const Interval& part) const {
    return {first.limbs[limb], last.limbs[limb], arm_.limbs()[limb].radius + beyond,
            bends_[limb] * part.length() * part.length()};
  }

  // Violations at the ends are noted and end the search there.
  bool is_clear(int t, const Pose& first, const Pose& last, const Interval& part) {
    bool clear = true;
    const auto judge = [&](const Distances& found, double allowed, Violation violation) {
      if (found.least < allowed || (part.depth == deepest && found.lowest < allowed)) {
        violation.amount = std::max(-found.least, 0.0);
        add(violation);
      } else if (found.lowest < allowed) {
        clear = false;
      }
    };
    for (std::size_t l = 0; l < first.limbs.size(); ++l) {
      const Sweep limb = sweep_of(l, goals_.clearance, first, last, part);
      for (std::size_t o = 0; o < goals_.obstacles.size(); ++o) {
        const Distances found = distances(limb, goals_.obstacles[o], arm_.dimension(), -tolerance_);
        check_.least_clearance = std::min(check_.least_clearance, found.least);
        lowest_ = std::min(lowest_, found.lowest);
        judge(found, -tolerance_, {ViolationKind::obstacle, t, 0.0, static_cast<int>(l), static_cast<int>(o)});
      }
      if (goals_.self_contact == SelfContact::allowed) continue;
      for (std::size_t m = 0; m < l; ++m)  // limbs without thickness that cross have the distance zero: touching counts
        if (!are_neighbours_(static_cast<int>(l), static_cast<int>(m)))
          judge(distances(limb, sweep_of(m, 0.0, first, last, part), tolerance_), tolerance_,
                {ViolationKind::self_contact, t, 0.0, static_cast<int>(m), static_cast<int>(l)});
    }
    return clear;
  }

  // Between points obstacles may be nearer than where they were looked at.
  void find_least_clearance() {
    if (goals_.obstacles.empty()) return;
    for (int t = 0; t + 1 < path_.points(); ++t) {
      if (lowest_clearances_[static_cast<std::size_t>(t)] >= sought_clearance()) continue;
      set_bends(MotionBends(arm_, values_at(t), values_at(t + 1)));
      approach(t, pose_of(values_at(t)), pose_of(values_at(t + 1)), {});
    }
  }

  double sought_clearance() const { return check_.least_clearance - 1e-4 * arm_.size(); }

  void approach(int t, const Pose& first, const Pose& last, const Interval& part) {
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t l = 0; l < first.limbs.size(); ++l) {
      const Sweep limb = sweep_of(l, goals_.clearance, first, last, part);
      for (const Obstacle& obstacle : goals_.obstacles) {
        const Distances found = distances(limb, obstacle, arm_.dimension(), sought_clearance());
        check_.least_clearance = std::min(check_.least_clearance, found.least);
        lowest = std::min(lowest, found.lowest);
      }
    }
    if (lowest >= sought_clearance() || part.depth == deepest) return;
    const double middle = 0.5 * (part.from + part.to);
    const Pose pose = pose_between(t, middle);
    approach(t, first, pose, {part.from, middle, part.depth + 1});
    approach(t, pose, last, {middle, part.to, part.depth + 1});
  }

  const Arm& arm_;
  Neighbours are_neighbours_;
  std::span<const double> values_;
  HandPath path_;
  const Goals& goals_;
  Look look_;
  double tolerance_, angle_;
  std::vector<double> bends_;              // how far a limb is from straight ways of its ends
  double lowest_ = 0.0;                    // no distance from an obstacle is less, on the way that is looked at
  std::vector<double> lowest_clearances_;  // the same of all ways
  MotionCheck check_;
};

}  // namespace

MotionCheck check_motion(const Arm& arm, std::span<const double> values, const HandPath& path, const Goals& goals,
                         double tolerance) {
  return Judge(arm, values, path, goals, tolerance, Look::measures).verdict();
}

MotionCheck check_goals(const Arm& arm, std::span<const double> values, const HandPath& path, const Goals& goals,
                        double tolerance) {
  return Judge(arm, values, path, goals, tolerance, Look::goals).verdict();
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
