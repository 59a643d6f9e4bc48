// One posture that reaches a target and meets the goals. Nothing ties it to the start, so it is looked for from there
// first and then from random postures, each relaxed by what follows paths, until one is found or the budget is spent.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/random_stream.hpp"
#include "run/reach_run.hpp"

namespace taut {
namespace {

using Clock = std::chrono::steady_clock;

bool has_goals(const Goals& goals) {
  return !goals.obstacles.empty() || goals.self_contact == SelfContact::avoided || goals.posture_weight > 0.0 ||
         goals.manipulability_weight > 0.0;
}

class PostureSearch {
 public:
  PostureSearch(const ArmProblem& problem, const FollowOptions& options)
      : problem_(problem), options_(options), reacher_(problem.arm, problem.reach), path_(2, problem.path.front()) {
    first_pass_ = options;
    first_pass_.seconds = 0.0;
    first_pass_.rounds = 0;
    first_pass_.first_motion = FirstMotion::joints;  // the posture is there already
  }

  // Keeps in the summary the first posture, and then what is better.
  void attempt(int index, ReachSummary& summary) {
    std::vector<double> values = index == 0 ? problem_.start : random_posture(index);
    const ReachReport reach = reacher_.reach(values, problem_.path.front());
    if (index == 0) summary.reach = reach, summary.motion = values;
    if (reach.verdict != ReachVerdict::reached || !has_goals(problem_.goals)) return;
    const FollowReport relaxed = follow(problem_.arm, values, path_, problem_.goals, first_pass_);
    if (relaxed.values.size() == 2 * values.size())
      values.assign(relaxed.values.end() - static_cast<std::ptrdiff_t>(values.size()), relaxed.values.end());
    const double miss = worst(values);
    if (!(miss < least_)) return;
    least_ = miss;
    summary.reach = reach;
    summary.motion = values;
  }
  bool is_found() const { return least_ == 0.0; }

 private:
  double worst(const std::vector<double>& values) const {
    std::vector<double> twice = values;
    twice.insert(twice.end(), values.begin(), values.end());
    const MotionCheck check = check_motion(problem_.arm, twice, path_, problem_.goals, options_.tolerance);
    return check.violations.empty() ? 0.0 : check.violations.front().amount;
  }

  std::vector<double> random_posture(int index) const {
    RandomStream random(problem_.seed, 1, static_cast<std::uint64_t>(index));
    std::vector<double> values;
    for (int v = 0; v < problem_.arm.value_count(); ++v) {
      const double lower = problem_.arm.lower(v), upper = problem_.arm.upper(v);
      const double low = std::isfinite(lower) ? lower : -std::numbers::pi;
      const double high = std::isfinite(upper) ? upper : std::max(low, std::numbers::pi);
      values.push_back(low + random.uniform() * (high - low));
    }
    return values;
  }

  const ArmProblem& problem_;
  FollowOptions options_, first_pass_;
  Reacher reacher_;
  std::vector<Target> path_;  // that stays where it is, so that clearances are looked at as along any path
  double least_ = std::numeric_limits<double>::infinity();
};

}  // namespace

void reach_target(const ArmProblem& problem, const FollowOptions& options, ReachSummary& summary) {
  const Clock::time_point begun = Clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - begun).count(); };
  PostureSearch search(problem, options);
  search.attempt(0, summary);
  if (summary.reach.verdict != ReachVerdict::reached) {
    summary.unreachable = 0;
    return;
  }
  if (!has_goals(problem.goals)) return;
  const auto is_over = [&] {
    return (options.stop && options.stop->load()) ||
           (options.rounds > 0 ? summary.rounds >= options.rounds : spent() >= options.seconds);
  };
  while (!search.is_found() && !is_over()) search.attempt(++summary.rounds, summary);
}

}  // namespace taut
