#include <fmt/format.h>

#include <cmath>

#include "io/arm/joints_reader.hpp"
#include "run/reach_run.hpp"

namespace taut {
namespace {

std::string line(std::string_view head, std::string_view text) { return fmt::format("  {:<11} {}\n", head, text); }

std::string length_text(double length, const ReachSummary& summary) {
  return fmt::format("{:.3g}{}{}", length, summary.length_unit.empty() ? "" : " ", summary.length_unit);
}

// A path that begins where the hand is begins in the posture of the arm, too, and so does the way to a target.
std::string start_violation(const ArmProblem& problem, const ReachSummary& summary) {
  constexpr double allowed = 1e-6;  // degrees, or parts of the arm's size
  double gap = 0.0;
  for (const Target& first : problem.hand_path().at(0))
    gap = std::max(gap, norm(hand_frame(problem.arm, problem.start, first.hand).place - first.position));
  if (is_on_way(summary)) gap = 0.0;
  const bool is_posture = problem.task == ArmTask::target && summary.points == 1;
  if (is_posture || gap > problem.follow.tolerance * problem.arm.size()) return {};
  for (std::size_t v = 0; v < problem.start.size(); ++v) {
    const bool slides = summary.value_units[v] == 1.0;
    const double difference = std::abs(summary.motion[v] - problem.start[v]) / summary.value_units[v];
    if (difference > (slides ? allowed * problem.arm.size() : allowed))
      return fmt::format("{} begins {:.3g}{} from where the arm is at the start", summary.value_names[v], difference,
                         slides ? "" : "°");
  }
  return {};
}

}  // namespace

Judgement judge_motion(const ArmProblem& problem, const std::filesystem::path& joints) {
  if (problem.task == ArmTask::none)
    throw problem.located({"", "there is nothing to judge by; expected [target] or [path], or --to or --path"});
  Judgement judgement{begin_summary(problem)};
  ReachSummary& summary = judgement.summary;
  summary.motion = io::read_joints(joints, summary.value_names);
  const std::size_t n = summary.value_names.size(), rows = summary.motion.size() / n;
  const bool on_way = problem.task == ArmTask::target && rows > 1;
  if (!on_way && rows != static_cast<std::size_t>(summary.points))
    throw InputError(fmt::format("{}: found {} row{}, expected {}: one for {}", joints.string(), rows,
                                 rows == 1 ? "" : "s", summary.points,
                                 problem.task == ArmTask::target ? "the target" : "each point of the path"));
  for (std::size_t k = 0; k < summary.motion.size(); ++k) summary.motion[k] *= summary.value_units[k % n];
  if (on_way) summary.way = ReachWay{true, summary.points = static_cast<int>(rows), {}};
  const ArmProblem judged = on_way ? along_way(problem, summary.motion) : problem;
  judge(judged, summary);
  if (std::string elsewhere = start_violation(judged, summary); !elsewhere.empty())
    summary.violations.push_back(std::move(elsewhere));
  judgement.feasible = summary.violations.empty();
  return judgement;
}

std::string to_text(const Judgement& judgement) {
  const ReachSummary& summary = judgement.summary;
  std::string text = summary.title + "\n";
  text += line("motion", fmt::format("{} value{} at {} point{}: {}", summary.values, summary.values == 1 ? "" : "s",
                                     summary.points, summary.points == 1 ? "" : "s",
                                     judgement.feasible ? "all goals are met" : "not all goals are met"));
  for (const std::string& violation : summary.violations) text += line("", violation);
  text +=
      line("hand", summary.points == 1 ? fmt::format("off by {}", length_text(summary.check.max_hand_error, summary))
                                       : fmt::format("off by at most {} at the points, {} between them",
                                                     length_text(summary.check.max_hand_error, summary),
                                                     length_text(summary.check.max_hand_error_between, summary)));
  if (std::isfinite(summary.check.least_clearance))
    text += line("clearance",
                 fmt::format("{} from obstacles at the nearest", length_text(summary.check.least_clearance, summary)));
  for (const std::string& note : summary.notes) text += line("note", note);
  return text;
}

}  // namespace taut
