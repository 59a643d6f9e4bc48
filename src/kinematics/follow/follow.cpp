#include "taut/follow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/random_stream.hpp"
#include "kinematics/judge/motion_check.hpp"
#include "kinematics/reach/point_walk.hpp"
#include "kinematics/search/budget.hpp"
#include "kinematics/search/motion_search.hpp"

namespace taut {
namespace {

class Follower {
 public:
  Follower(const Arm& arm, std::span<const double> start, const HandPath& path, const Goals& goals,
           const FollowOptions& options)
      : arm_(arm),
        path_(path),
        goals_(goals),
        options_(options),
        budget_(options),
        start_(start.begin(), start.end()),
        reacher_(arm, {.tolerance = options.tolerance, .seed = options.seed}) {}

  FollowReport run() {
    if (can_begin()) {
      MotionSearch search(arm_, start_, path_, goals_, 0.1 * options_.tolerance);
      search.keep_to(budget_);
      search_ = &search;
      report_.impossible = search.impossible();
      first_pass();
      while (!report_.feasible && !report_.impossible && !report_.unreachable && !report_.stuck &&
             budget_.allows_round(report_.rounds))
        another_round();
      if (report_.feasible && !is_as_drawn_) smooth();
    }
    report_.seconds = budget_.spent();
    return std::move(report_);
  }

 private:
  // The hand at the first point of the path, and no point of the path beyond the arm.
  bool can_begin() {
    std::vector<double> values = start_;
    for (int t = 0; t < path_.points(); ++t) {
      if (t > 0 && is_within_range(path_.at(t))) continue;
      const ReachReport reached = reacher_.reach(values, path_.at(t));
      if (t == 0) start_ = values;
      if (reached.verdict == ReachVerdict::reached) continue;
      report_.unreachable = t;
      report_.unreachable_report = reached;
      report_.values = start_;
      return false;
    }
    return true;
  }

  bool is_within_range(std::span<const Target> targets) const {
    const double leeway = options_.tolerance * arm_.size();
    return std::all_of(targets.begin(), targets.end(), [&](const Target& target) {
      const Arm::Range range = arm_.range(target.hand);
      const double distance = norm(target.position - range.from);
      return distance <= range.most + leeway && distance >= range.least - leeway;
    });
  }

  GoalMargins margins(double factor = 1.0) const { return {0.02 * factor * arm_.size(), 0.1 * factor}; }

  void first_pass() {
    MotionSearch& search = *search_;
    const bool by_points = options_.first_motion == FirstMotion::points;
    const int reached = by_points ? walk() : search.track(0, margins(), 1.0);
    if (reached < search.points()) note_unreached(reached);
    consider(reached);
    is_as_drawn_ = by_points && report_.feasible && goals_.posture_weight + goals_.manipulability_weight == 0.0;
    if (report_.feasible || report_.impossible || report_.stuck || options_.seconds <= 0.0) return;
    if (!by_points) consider(search.track(5, margins(), 1.0));
    relax();
  }

  // As points and constraints. The first point of the path that was not reached, or points().
  int walk() {
    const auto stuck_at = [&](int t, const std::string& obstruction) {
      report_.stuck = {t, obstruction};
      return t;
    };
    Expected<PointWalk> walk = PointWalk::make(arm_, start_, path_.at(0));
    if (!walk) return stuck_at(1, walk.error().message);
    for (int t = 1; t < search_->points(); ++t) {
      if (!walk->go_to(path_.at(t))) return stuck_at(t, walk->obstruction());
      std::copy(walk->values().begin(), walk->values().end(), search_->at(t).begin());
    }
    return search_->points();
  }

  // Whether the arm cannot get there at all, or only not on this branch.
  void note_unreached(int t) {
    std::vector<double> values(search_->at(t - 1).begin(), search_->at(t - 1).end());
    const ReachReport reached = reacher_.reach(values, path_.at(t));
    if (reached.verdict == ReachVerdict::reached) return;
    report_.unreachable = t;
    report_.unreachable_report = reached;
    report_.values.assign(search_->values().begin(),
                          search_->values().begin() + static_cast<std::ptrdiff_t>(t) * arm_.value_count());
  }

  // With more and more weight on the goals, as long as steps help.
  void relax() {
    constexpr int steps = 15;  // of each weight
    for (const double weight : {1.0, 10.0, 100.0})
      for (int k = 0; k < steps && !report_.feasible && budget_.allows_step(); ++k) {
        if (!search_->relax(margins(), weight)) break;
        consider(search_->points());
      }
  }

  // A new beginning: towards a random posture at the end of the path, or with other weights and a random bend.
  void another_round() {
    const auto round = static_cast<std::uint64_t>(++report_.rounds);
    RandomStream random(options_.seed, 2, round);
    std::copy(start_.begin(), start_.end(), search_->at(0).begin());
    if (round % 2 == 1) {
      const double width = 0.2 + 0.8 * random.uniform();
      std::vector<double> end(start_.size());
      for (std::size_t k = 0; k < end.size(); ++k) {
        const auto v = static_cast<int>(k);
        end[k] = std::clamp(width * std::numbers::pi * (2.0 * random.uniform() - 1.0), arm_.lower(v), arm_.upper(v));
      }
      const ReachReport reached = reacher_.reach(end, path_.at(path_.points() - 1));
      if (reached.verdict != ReachVerdict::reached || search_->blend(end) < search_->points()) return;
    } else {
      const double weight = std::exp(3.0 * (random.uniform() - 0.5));
      const int relaxations = 1 + static_cast<int>(8.0 * random.uniform());
      if (search_->track(relaxations, margins(0.5 + 2.5 * random.uniform()), weight) < search_->points()) return;
      if (search_->shake(options_.seed, round, 0.3) < search_->points()) return;
    }
    consider(search_->points());
    relax();
  }

  // Takes the motion if it is the best so far. Most are told apart by their distances at the points of the path.
  void consider(int reached) {
    if (reached < search_->points()) return;
    (void)search_->measure(margins(), 1.0);
    if (!report_.values.empty() && search_->least_distance() < 0.0 && search_->least_distance() <= best_distance_)
      return;
    const MotionCheck check = check_goals(arm_, search_->values(), path_, goals_, options_.tolerance);
    double worst = 0.0;
    for (const Violation& violation : check.violations) worst = std::max(worst, violation.amount);
    if (!report_.values.empty() && !check.is_feasible() && worst >= least_violation_) return;
    least_violation_ = worst;
    best_distance_ = search_->least_distance();
    take(check);
  }

  void take(const MotionCheck& check) {
    report_.values.assign(search_->values().begin(), search_->values().end());
    report_.feasible = check.is_feasible();
    report_.violations = check.violations;
    report_.max_hand_error = check.max_hand_error;
    report_.max_limb_error = check.max_limb_error;
    report_.least_clearance = check.least_clearance;
  }

  // Less motion of the joints, while it stays feasible and there is time.
  void smooth() {
    const bool prefers = goals_.posture_weight > 0.0 || goals_.manipulability_weight > 0.0;
    const int steps = prefers ? 50 : 5;
    if (options_.seconds <= 0.0) return;
    search_->set(report_.values);
    double present = search_->measure(margins(), 1.0);
    for (int k = 0; k < steps && budget_.allows_step(); ++k) {
      if (!search_->relax(margins(), 1.0)) return;
      const double next = search_->measure(margins(), 1.0);
      const MotionCheck check = check_goals(arm_, search_->values(), path_, goals_, options_.tolerance);
      if (!check.is_feasible()) return;
      take(check);
      if (!prefers && next > 0.98 * present) return;
      present = next;
    }
  }

  const Arm& arm_;
  HandPath path_;
  const Goals& goals_;
  FollowOptions options_;
  Budget budget_;
  std::vector<double> start_;
  Reacher reacher_;
  MotionSearch* search_ = nullptr;
  FollowReport report_;
  bool is_as_drawn_ = false;  // a motion of points that needs nothing more
  double least_violation_ = std::numeric_limits<double>::infinity();
  double best_distance_ = -std::numeric_limits<double>::infinity();
};

}  // namespace

FollowReport follow(const Arm& arm, std::span<const double> start, const HandPath& path, const Goals& goals,
                    const FollowOptions& options) {
  return Follower(arm, start, path, goals, options).run();
}

}  // namespace taut
