#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "run/counted.hpp"
#include "run/reach_run.hpp"

namespace taut {
namespace {

constexpr double degree = std::numbers::pi / 180.0;
constexpr std::size_t shown_values = 12;

std::string line(std::string_view head, std::string_view text) { return fmt::format("  {:<11} {}\n", head, text); }

std::string named(const std::string& kind, const std::string& name, int index) {
  return name.empty() ? fmt::format("{} {}", kind, index) : fmt::format("{} \"{}\"", kind, name);
}

std::string limb_text(const ArmProblem& problem, int limb) {
  return named("limb", problem.arm.limbs()[static_cast<std::size_t>(limb)].name, limb);
}

std::string hand_text(const ArmProblem& problem, int hand) {
  return problem.hands == 1 ? "the hand"
                            : named("hand", problem.arm.hands()[static_cast<std::size_t>(hand)].name, hand);
}

bool slides(const ArmProblem& problem, int joint) {
  return problem.arm.joints()[static_cast<std::size_t>(joint)].kind == JointKind::slider;
}

std::string turn_text(const ArmProblem& problem, const Violation& violation) {
  return slides(problem, violation.first) ? fmt::format("{:.3g}", violation.amount)
                                          : fmt::format("{:.3g}°", violation.amount / degree);
}

std::string in_unit(double length, const ReachSummary& summary) {
  return summary.length_unit.empty() ? fmt::format("{:.3g}", length)
                                     : fmt::format("{:.3g} {}", length, summary.length_unit);
}

std::string verdict_line(const ReachSummary& summary) {
  if (summary.outcome != ReachOutcome::done) return summary.message;
  if (summary.task == ArmTask::target)
    return fmt::format("reached, {}, {}", counted(summary.reach.attempts, "attempt"),
                       counted(summary.reach.iterations, "iteration"));
  return fmt::format("followed over {}, all goals met", counted(summary.points, "point"));
}

// With four digits behind the point, and no minus sign before a zero.
double rounded(double value) { return std::round(value * 1e4) / 1e4 + 0.0; }

// The posture, where it is short enough to be read.
std::string values_text(const ReachSummary& summary) {
  const auto n = static_cast<std::size_t>(summary.values);
  if (summary.task != ArmTask::target || summary.motion.size() < n || n > shown_values) return {};
  const double* last = summary.motion.data() + summary.motion.size() - n;
  std::string text;
  std::size_t width = 12;
  for (const std::string& name : summary.value_names) width = std::max(width, name.size());
  for (std::size_t v = 0; v < n; ++v)
    text += line(v == 0 ? "posture" : "",
                 fmt::format("{:<{}} {:9.4f}{}", summary.value_names[v], width,
                             rounded(last[v] / summary.value_units[v]), summary.value_units[v] == 1.0 ? "" : "°"));
  return text;
}

// The largest torque, and the largest force of a slider.
std::string torque_text(const ReachSummary& summary) {
  std::string text;
  for (const bool slides : {false, true}) {
    std::size_t most = summary.peaks.size();
    for (std::size_t v = 0; v < summary.peaks.size(); ++v)
      if ((summary.value_units[v] == 1.0) == slides &&
          (most == summary.peaks.size() || summary.peaks[v] > summary.peaks[most]))
        most = v;
    if (most == summary.peaks.size()) continue;
    text += fmt::format("{}{} {}{:.4g}, {}", text.empty() ? "" : "; ", slides ? "force" : "torque",
                        summary.points == 1 ? "" : "up to ", summary.peaks[most], summary.value_names[most]);
  }
  return summary.points == 1 ? text + ", to hold the posture" : text;
}

}  // namespace

std::string place_text(const Vec3& place, int dimension) {
  return dimension == 2 ? fmt::format("[{:.5g}, {:.5g}]", place.x, place.y)
                        : fmt::format("[{:.5g}, {:.5g}, {:.5g}]", place.x, place.y, place.z);
}

std::string violation_text(const Violation& violation, const ArmProblem& problem, const ReachSummary& summary) {
  const std::string where =
      summary.points > 1 ? fmt::format(", at point {} of {}", violation.step + 1, summary.points) : "";
  switch (violation.kind) {
    case ViolationKind::hand:
      return violation.amount > summary.check.max_hand_error
                 ? fmt::format("{} points {:.3g}° away{}", hand_text(problem, violation.first),
                               violation.amount / degree, where)
                 : fmt::format("{} is off by {:.3g}{}", hand_text(problem, violation.first), violation.amount, where);
    case ViolationKind::limit:
      return fmt::format("{} exceeds its limit by {}{}", problem.arm.joint_name(violation.first),
                         turn_text(problem, violation), where);
    case ViolationKind::obstacle: {
      const Obstacle& obstacle = problem.goals.obstacles[static_cast<std::size_t>(violation.second)];
      return fmt::format("{} is too near to {} by {:.3g}{}", limb_text(problem, violation.first),
                         named("obstacle", obstacle.name, violation.second), violation.amount, where);
    }
    case ViolationKind::self_contact:
      return fmt::format("{} is too near to {} by {:.3g}{}", limb_text(problem, violation.first),
                         limb_text(problem, violation.second), violation.amount, where);
    case ViolationKind::loop: {
      const std::string& name = problem.arm.closures()[static_cast<std::size_t>(violation.first)].name;
      return fmt::format("{} is open by {:.3g}{}", named("loop", name, violation.first), violation.amount, where);
    }
    default:
      return fmt::format("{} moves by {} from one point to the next, more than goals.longest_turn{}",
                         problem.arm.joint_name(violation.first), turn_text(problem, violation), where);
  }
}

std::string to_text(const ReachSummary& summary) {
  std::string text = summary.title + "\n";
  text += line("arm", fmt::format("{} with {}, {}", counted(summary.joints, "joint"), counted(summary.values, "value"),
                                  summary.dimension == 2 ? "plane" : "spatial"));
  text += line(summary.task == ArmTask::target ? "target" : "path", verdict_line(summary));
  for (std::size_t k = summary.unreachable || summary.impossible ? 0 : 1; k < summary.violations.size(); ++k)
    text += line("", summary.violations[k]);
  if (!summary.motion.empty()) {
    std::string hand = fmt::format("off by at most {}", in_unit(summary.check.max_hand_error, summary));
    const bool target = summary.task == ArmTask::target, several = summary.hands.size() > 1;
    if (target && summary.hands.size() == 1)
      hand = fmt::format("at {}, off by {}", place_text(summary.hands.front().back(), summary.dimension),
                         in_unit(summary.check.max_hand_error, summary));
    else if (!target)
      hand += fmt::format(" at the points, {} between them", in_unit(summary.check.max_hand_error_between, summary));
    for (std::size_t h = 0; target && several && h < summary.hands.size(); ++h)
      text += line(summary.hand_names[h], fmt::format("at {}", place_text(summary.hands[h].back(), summary.dimension)));
    text += line(several ? "hands" : "hand", hand);
    if (summary.way && summary.way->found)
      text += line("way", fmt::format("over {}, all goals met", counted(summary.way->points, "point")));
    text += line("limbs", fmt::format("lengths kept to {:.1e}", summary.check.max_limb_error));
    if (const double open = summary.check.max_loop_error_between; open > 0.0 && summary.points > 1)
      text += line("loops", fmt::format("open by at most {} at the points, {} between them",
                                        in_unit(summary.loop_error, summary), in_unit(open, summary)));
    if (std::isfinite(summary.check.least_clearance))
      text += line("clearance",
                   fmt::format("{} from obstacles at the nearest", in_unit(summary.check.least_clearance, summary)));
  }
  text += values_text(summary);
  if (!summary.peaks.empty()) text += line("motors", torque_text(summary));
  for (const std::string& note : summary.notes) text += line("note", note);
  text += line("time",
               fmt::format("{:.3g} s{}", summary.seconds,
                           summary.rounds > 0 ? fmt::format(", {} of search", counted(summary.rounds, "round")) : ""));
  std::string files;
  for (const std::string& file : summary.files) files += (files.empty() ? "" : ", ") + file;
  return text + line("results", fmt::format("{}: {}", summary.directory.string(), files));
}

}  // namespace taut
