// The way from the start to the posture of a target, past what it must not touch.
#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "run/reach_run.hpp"
#include "taut/way.hpp"

namespace taut {
namespace {

std::string value_text(const ArmProblem& problem, const BlockedJoint& blocked) {
  const bool slides = problem.arm.joints()[static_cast<std::size_t>(blocked.joint)].kind == JointKind::slider;
  return slides ? fmt::format("{:.4g}", blocked.value)
                : fmt::format("{:.4g}°", blocked.value * 180.0 / std::numbers::pi);
}

std::string blocked_text(const ArmProblem& problem, const BlockedJoint& blocked) {
  const std::string& limb = problem.arm.limbs()[static_cast<std::size_t>(blocked.limb)].name;
  const std::string& obstacle = problem.goals.obstacles[static_cast<std::size_t>(blocked.obstacle)].name;
  return fmt::format("no way leads to it: {} would have to pass {}, where {} is in obstacle {}",
                     problem.arm.joint_name(blocked.joint), value_text(problem, blocked),
                     limb.empty() ? fmt::format("limb {}", blocked.limb) : fmt::format("\"{}\"", limb),
                     obstacle.empty() ? fmt::format("{}", blocked.obstacle) : fmt::format("\"{}\"", obstacle));
}

}  // namespace

bool needs_way(const Goals& goals) { return !goals.obstacles.empty() || goals.self_contact == SelfContact::avoided; }

WaySearch::WaySearch(const ArmProblem& problem, const FollowOptions& options)
    : problem_(problem), options_(options), start_(problem.start) {
  if (!problem.arm.closures().empty())  // a start that leaves a loop open is mended
    (void)Reacher(problem.arm, {.tolerance = options.tolerance}).reach(start_, std::span<const Target>{});
  const MotionCheck check = check_way(problem.arm, start_, problem.goals, options.tolerance);
  if (!check.is_feasible()) blocked_start_ = check.violations.front();
}

bool WaySearch::attempt(std::span<const double> to, double seconds, ReachSummary& summary) {
  constexpr int rounds = 3;  // of trees, where the search goes by count
  FollowOptions options = options_;
  options.seconds = seconds;
  if (options.rounds > 0) options.rounds = rounds;
  if (!summary.way) summary.way.emplace();
  ReachWay& way = *summary.way;
  if (blocked_start_) {
    way.reason = "no way leads to it: at the start " + violation_text(*blocked_start_, problem_, summary);
    return false;
  }
  WayReport found = find_way(problem_.arm, start_, to, problem_.goals, options);
  if (found.found) {
    way = {true, static_cast<int>(found.values.size() / start_.size()), {}};
    summary.points = way.points;
    summary.motion = std::move(found.values);
  } else if (way.reason.empty() || !found.impossible) {
    way.reason = found.impossible ? blocked_text(problem_, *found.impossible) : "no way to it was found";
  }
  return found.found;
}

ArmProblem along_way(const ArmProblem& problem, std::span<const double> motion) {
  ArmProblem moved = problem;
  std::vector<std::vector<Target>> ways;
  for (const Target& target : problem.path) ways.push_back(path_of_way(problem.arm, motion, target.hand));
  moved.path.clear();
  for (std::size_t t = 0; t < ways.front().size(); ++t)
    for (const std::vector<Target>& way : ways) moved.path.push_back(way[t]);
  std::copy(problem.path.begin(), problem.path.end(), moved.path.end() - problem.hands);
  return moved;
}

Pace pace_of(const ArmProblem& problem, const ReachSummary& summary) {
  if (!is_on_way(summary)) return {problem.path, problem.hands};
  std::vector<Target> pace(1);
  const auto n = static_cast<std::size_t>(summary.values);
  for (std::size_t k = n; k < summary.motion.size(); k += n) {
    double longest = 0.0;
    for (std::size_t v = 0; v < n; ++v) {
      const double unit = summary.value_units[v] == 1.0 ? problem.arm.size() : 1.0;
      longest = std::max(longest, std::abs(summary.motion[k + v] - summary.motion[k + v - n]) / unit);
    }
    pace.push_back({.position = pace.back().position + Vec3{longest, 0.0, 0.0}});
  }
  return {std::move(pace)};
}

}  // namespace taut
