// A posture that reaches a target and meets the goals, and a way there. The posture is looked for from the start first
// and then from random ones, each relaxed by what follows paths, until one is found that a way leads to, or the budget
// is spent.
#include <algorithm>
#include <chrono>
#include <limits>

#include "kinematics/arm/random_values.hpp"
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
      : problem_(problem), options_(options), reacher_(problem.arm, problem.reach), targets_(problem.path) {
    targets_.insert(targets_.end(), problem.path.begin(), problem.path.end());
    first_pass_ = options;
    first_pass_.seconds = 0.0;
    first_pass_.rounds = 0;
    first_pass_.first_motion = FirstMotion::joints;  // the posture is there already
  }

  // Keeps in the summary the first posture, and then what is better. Says whether this one meets the goals.
  bool attempt(int index, ReachSummary& summary) {
    values_ = index == 0 ? problem_.start : random_posture(index);
    const ReachReport reach = reacher_.reach(values_, problem_.path);
    if (index == 0) summary.reach = reach, summary.motion = values_;
    if (reach.verdict != ReachVerdict::reached || !has_goals(problem_.goals)) return false;
    const FollowReport relaxed = follow(problem_.arm, values_, path(), problem_.goals, first_pass_);
    if (relaxed.values.size() == 2 * values_.size())
      values_.assign(relaxed.values.end() - static_cast<std::ptrdiff_t>(values_.size()), relaxed.values.end());
    const double miss = worst(values_);
    if (miss < least_) {
      least_ = miss;
      summary.reach = reach;
      summary.motion = values_;
    }
    return miss == 0.0;
  }
  std::span<const double> values() const { return values_; }  // of the last attempt

 private:
  // That stays where it is, so that clearances are looked at as along any path.
  HandPath path() const { return {targets_, problem_.hands}; }

  double worst(const std::vector<double>& values) const {
    std::vector<double> twice = values;
    twice.insert(twice.end(), values.begin(), values.end());
    const MotionCheck check = check_motion(problem_.arm, twice, path(), problem_.goals, options_.tolerance);
    return check.violations.empty() ? 0.0 : check.violations.front().amount;
  }

  std::vector<double> random_posture(int index) const {
    RandomStream random(problem_.seed, 1, static_cast<std::uint64_t>(index));
    std::vector<double> values(problem_.start.size());
    random_values(problem_.arm, random, values);
    return values;
  }

  const ArmProblem& problem_;
  FollowOptions options_, first_pass_;
  Reacher reacher_;
  std::vector<Target> targets_;
  std::vector<double> values_;
  double least_ = std::numeric_limits<double>::infinity();
};

}  // namespace

void reach_target(const ArmProblem& problem, const FollowOptions& options, ReachSummary& summary) {
  const Clock::time_point begun = Clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - begun).count(); };
  PostureSearch search(problem, options);
  const bool first = search.attempt(0, summary);
  if (summary.reach.verdict != ReachVerdict::reached) {
    summary.unreachable = 0;
    return;
  }
  if (!has_goals(problem.goals)) return;
  const auto left = [&] { return options.seconds - spent(); };
  const auto is_over = [&] {
    return (options.stop && options.stop->load()) ||
           (options.rounds > 0 ? summary.rounds >= options.rounds : left() <= 0.0);
  };
  const bool goes = needs_way(problem.goals);
  WaySearch ways(problem, options);
  // Half of the time that is left for the way to each posture: another posture may be the one that can be got to.
  const auto is_done = [&] {
    return !goes || ways.attempt(search.values(), 0.5 * left(), summary) || ways.is_start_blocked();
  };
  for (bool found = first; !(found && is_done()) && !is_over();) found = search.attempt(++summary.rounds, summary);
}

}  // namespace taut
