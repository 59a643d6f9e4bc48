#include "taut/way.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/whole.hpp"
#include "kinematics/arm/joint_turn.hpp"
#include "kinematics/judge/motion_check.hpp"
#include "kinematics/search/budget.hpp"
#include "kinematics/search/motion_search.hpp"
#include "kinematics/way/blocked_joint.hpp"
#include "kinematics/way/passage.hpp"
#include "kinematics/way/posture_trees.hpp"

namespace taut {
namespace {

constexpr double usual_turn = 0.1;  // of a joint from point to point, radians; of a slider, times the size of the arm
constexpr int least_points = 9, most_points = 1'000'000;

Goals without_preferences(Goals goals) {
  goals.posture.clear();
  goals.posture_weight = goals.manipulability_weight = 0.0;
  return goals;
}

class WayFinder {
 public:
  WayFinder(const Arm& arm, std::span<const double> from, std::span<const double> to, const Goals& goals,
            const FollowOptions& options)
      : arm_(arm),
        n_(from.size()),
        goals_(without_preferences(goals)),
        options_(options),
        budget_(options),
        from_(from.begin(), from.end()),
        to_(to.begin(), to.end()),
        passage_(arm, goals_),
        closer_(arm, {.tolerance = 0.1 * options.tolerance, .attempts = 1}) {
    take_shorter_turns();
  }

  WayReport run() {
    std::vector<double> ends = from_;
    ends.insert(ends.end(), to_.begin(), to_.end());
    const std::vector<double> straight = divided(ends);
    if (is_feasible(straight))
      take(straight);
    else if (are_ends_clear())
      search();
    report_.check = check_way(arm_, report_.found ? report_.values : straight, goals_, options_.tolerance);
    report_.seconds = budget_.spent();
    return std::move(report_);
  }

 private:
  bool is_feasible(std::span<const double> way) const {
    return check_goals(arm_, way, path_of_way(arm_, way), goals_, options_.tolerance).is_feasible();
  }
  bool are_ends_clear() { return passage_.is_clear(from_) && passage_.is_clear(to_); }
  std::span<const double> point(const std::vector<double>& way, std::size_t index) const {
    return std::span(way).subspan(index * n_, n_);
  }

  void take_shorter_turns() {
    constexpr double turn = 2.0 * std::numbers::pi;
    for (std::size_t k = 0; k < arm_.joints().size(); ++k) {
      const JointSpec& joint = arm_.joints()[k];
      if (joint.kind != JointKind::hinge || std::isfinite(joint.lower) || std::isfinite(joint.upper)) continue;
      const auto v = static_cast<std::size_t>(arm_.first_value(static_cast<int>(k)));
      to_[v] -= turn * std::round((to_[v] - from_[v]) / turn);
    }
  }

  // The longest turn of a joint between two postures.
  double turn_between(std::span<const double> a, std::span<const double> b) const {
    double longest = 0.0;
    for (std::size_t k = 0; k < arm_.joints().size(); ++k) longest = std::max(longest, joint_turn(arm_, k, a, b));
    return longest;
  }

  // A way with points so close that joints turn by little from one to the next, its loops closed.
  std::vector<double> divided(const std::vector<double>& way) {
    const std::size_t nodes = way.size() / n_;
    const double most = std::min(usual_turn, 0.9 * goals_.longest_turn);
    std::vector<double> fine(point(way, 0).begin(), point(way, 0).end()), next(n_);
    for (std::size_t k = 1; k < nodes; ++k) {
      const auto a = point(way, k - 1), b = point(way, k);
      const int parts = whole_within(std::ceil(turn_between(a, b) / most), nodes == 2 ? least_points : 1, most_points);
      for (int part = 1; part < parts; ++part) {
        const double share = static_cast<double>(part) / parts;
        for (std::size_t v = 0; v < n_; ++v) next[v] = a[v] + share * (b[v] - a[v]);
        if (!arm_.closures().empty()) (void)close(next);
        fine.insert(fine.end(), next.begin(), next.end());
      }
      fine.insert(fine.end(), b.begin(), b.end());
    }
    return fine;
  }

  bool close(std::span<double> values) {
    return closer_.reach(values, std::span<const Target>{}).verdict == ReachVerdict::reached;
  }

  void search() {
    report_.impossible = blocked_joint(arm_, from_, to_, goals_);
    while (!report_.found && !report_.impossible && budget_.allows_round(report_.rounds)) try_trees();
  }

  void take(std::span<const double> way) {
    report_.found = true;
    report_.values.assign(way.begin(), way.end());
  }

  GoalMargins usual_margins() const { return {0.02 * arm_.size(), 0.1}; }

  // Relaxes a way as a whole, with more and more weight on the goals, until the judge lets it pass.
  void relax(const std::vector<double>& way) {
    constexpr int steps = 12;  // of each weight
    const GoalMargins margins = usual_margins();
    MotionSearch search(arm_, way, goals_, 0.1 * options_.tolerance);
    search.keep_to(budget_);
    for (const double weight : {1.0, 10.0, 100.0})
      for (int k = 0; k < steps && budget_.allows_step() && search.relax(margins, weight); ++k) {
        if (search.least_distance() < 0.0) continue;
        if (is_feasible(search.values())) return take(search.values());
      }
  }

  // Less motion of the joints, while the way stays clear and there is time.
  void smooth() {
    constexpr int steps = 20;
    const GoalMargins margins = usual_margins();
    MotionSearch search(arm_, report_.values, goals_, 0.1 * options_.tolerance);
    search.keep_to(budget_);
    double present = search.measure(margins, 1.0);
    for (int k = 0; k < steps && budget_.allows_step() && search.relax(margins, 1.0); ++k) {
      if (is_feasible(search.values())) take(search.values());
      const double next = search.measure(margins, 1.0);
      if (next > 0.98 * present) return;
      present = next;
    }
  }

  // Trees of so many branches; every new pair may grow for longer.
  void try_trees() {
    const int round = ++report_.rounds;
    const int most = 500 * round;
    PostureTrees::Close close_loops;
    if (!arm_.closures().empty()) close_loops = [this](std::span<double> values) { return close(values); };
    PostureTrees trees(arm_, passage_, from_, to_, RandomStream(options_.seed, 4, static_cast<std::uint64_t>(round)),
                       close_loops);
    for (int k = 0; k < most && budget_.allows_step(); ++k)
      if (trees.grow()) return accept(trees.way());
  }

  void accept(std::vector<double> way) {
    const std::vector<double> found = divided(way);
    if (is_feasible(found)) take(found);
    straighten(way);
    const std::vector<double> fine = divided(way);
    if (is_feasible(fine))
      take(fine);
    else if (!report_.found)
      relax(fine);
    if (report_.found) smooth();
  }

  // Cuts corners: of two random postures of the way, what is between them goes when the straight way is clear.
  void straighten(std::vector<double>& way) {
    constexpr int trials = 60;
    if (!arm_.closures().empty()) return;
    RandomStream random(options_.seed, 5, static_cast<std::uint64_t>(report_.rounds));
    for (int k = 0; k < trials && budget_.allows_step() && way.size() > 2 * n_; ++k) {
      const auto nodes = static_cast<double>(way.size() / n_);
      auto a = static_cast<std::size_t>(nodes * random.uniform()),
           b = static_cast<std::size_t>(nodes * random.uniform());
      if (a > b) std::swap(a, b);
      if (b < a + 2 || !passage_.is_clear(point(way, a), point(way, b))) continue;
      way.erase(way.begin() + static_cast<std::ptrdiff_t>((a + 1) * n_),
                way.begin() + static_cast<std::ptrdiff_t>(b * n_));
    }
  }

  const Arm& arm_;
  std::size_t n_;
  Goals goals_;
  FollowOptions options_;
  Budget budget_;
  std::vector<double> from_, to_;
  Passage passage_;
  Reacher closer_;
  WayReport report_;
};

}  // namespace

WayReport find_way(const Arm& arm, std::span<const double> from, std::span<const double> to, const Goals& goals,
                   const FollowOptions& options) {
  return WayFinder(arm, from, to, goals, options).run();
}

std::vector<Target> path_of_way(const Arm& arm, std::span<const double> values, int hand) {
  const auto n = static_cast<std::size_t>(arm.value_count());
  std::vector<Target> path;
  for (std::size_t k = 0; k < values.size(); k += n)
    path.push_back({.position = hand_frame(arm, values.subspan(k, n), hand).place, .hand = hand});
  return path;
}

MotionCheck check_way(const Arm& arm, std::span<const double> values, const Goals& goals, double tolerance) {
  return check_motion(arm, values, path_of_way(arm, values), goals, tolerance);
}

}  // namespace taut
