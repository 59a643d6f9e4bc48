#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "io/file/atomic_file.hpp"
#include "run/reach_run.hpp"
#include "taut/arm_dynamics.hpp"

namespace taut {
namespace {

using Clock = std::chrono::steady_clock;

std::filesystem::path out_of(const ArmProblem& problem, const ReachRunOptions& options) {
  return options.out.empty() ? std::filesystem::path("out") / (problem.name + "-reach") : options.out;
}

// Hinges that may turn for ever are counted on, turn after turn.
void unwrap(const Arm& arm, std::vector<double>& motion) {
  const auto n = static_cast<std::size_t>(arm.value_count());
  constexpr double turn = 2.0 * std::numbers::pi;
  for (std::size_t j = 0; j < arm.joints().size(); ++j) {
    const JointSpec& joint = arm.joints()[j];
    if (joint.kind != JointKind::hinge || std::isfinite(joint.lower) || std::isfinite(joint.upper)) continue;
    const auto v = static_cast<std::size_t>(arm.first_value(static_cast<int>(j)));
    for (std::size_t at = n + v; at < motion.size(); at += n)
      motion[at] -= turn * std::round((motion[at] - motion[at - n]) / turn);
  }
}

// A target as a path that stays where it is, so that clearances are looked at as along any path.
std::vector<Target> path_of(const ArmProblem& problem) {
  std::vector<Target> path = problem.path;
  if (problem.hand_path().points() == 1) path.insert(path.end(), problem.path.begin(), problem.path.end());
  return path;
}

void follow_path(const ArmProblem& problem, const FollowOptions& follow_options, ReachSummary& summary) {
  FollowReport found = follow(problem.arm, problem.start, problem.hand_path(), problem.goals, follow_options);
  summary.rounds = found.rounds;
  summary.unreachable = found.unreachable;
  summary.impossible = found.impossible;
  summary.stuck = found.stuck;
  summary.reach = found.unreachable_report;
  if (found.values.size() == static_cast<std::size_t>(summary.points * summary.values))
    summary.motion = std::move(found.values);
  unwrap(problem.arm, summary.motion);
}

std::vector<double> values_at(const ReachSummary& summary, std::size_t point) {
  const auto n = static_cast<std::size_t>(summary.values);
  const auto first = summary.motion.begin() + static_cast<std::ptrdiff_t>(point * n);
  return {first, first + static_cast<std::ptrdiff_t>(n)};
}

double loop_gap(const Arm& arm, const std::vector<double>& values) {
  double gap = 0.0;
  if (arm.closures().empty()) return gap;
  const std::vector<Placement> frames = joint_frames(arm, values);
  for (const ClosureSpec& loop : arm.closures())
    gap = std::max(gap, norm(frames[static_cast<std::size_t>(loop.joint_a)] * loop.at_a -
                             frames[static_cast<std::size_t>(loop.joint_b)] * loop.at_b));
  return gap;
}

// [1, 0.5], or of several hands: [1, 0.5] of left and [2, 1] of right.
std::string places_text(const ArmProblem& problem, int point) {
  const std::span<const Target> targets = problem.hand_path().at(point);
  std::string text;
  for (std::size_t k = 0; k < targets.size(); ++k) {
    text += (k == 0                   ? ""
             : k + 1 < targets.size() ? ", "
                                      : " and ") +
            place_text(targets[k].position, problem.arm.dimension());
    if (targets.size() > 1) text += " of " + problem.arm.hands()[static_cast<std::size_t>(targets[k].hand)].name;
  }
  return text;
}

std::string unreachable_text(const ReachSummary& summary, const ArmProblem& problem) {
  const std::string places = places_text(problem, *summary.unreachable);
  const std::string what = summary.task == ArmTask::target
                               ? fmt::format("the target {}", places)
                               : fmt::format("the path leaves what the arm reaches at its point {} of {}, {}, which",
                                             *summary.unreachable + 1, summary.points, places);
  const ReachReport& reach = summary.reach;
  std::string nearest = fmt::format("the nearest posture leaves {:.4g}", reach.position_error);
  if (reach.direction_error > 0.0)
    nearest += fmt::format(" and {:.3g}°", reach.direction_error * 180.0 / std::numbers::pi);
  if (reach.least_position_error > problem.reach.tolerance * problem.arm.size())
    return fmt::format("{} is out of reach by {:.4g}: {}", what, reach.least_position_error, reach.reason);
  return fmt::format("{} {}: {}; {}", what,
                     reach.verdict == ReachVerdict::out_of_reach ? "is out of reach" : "was not reached", reach.reason,
                     nearest);
}

std::string impossible_text(const ReachSummary& summary, const ArmProblem& problem) {
  const TautString& proof = *summary.impossible;
  const std::string& name = problem.goals.obstacles[static_cast<std::size_t>(proof.obstacle)].name;
  return fmt::format(
      "no motion from this start meets all goals: on its side of obstacle {}, a string to point {} of {} would have to "
      "be {:.4g} long, the arm is {:.4g}",
      name.empty() ? fmt::format("{}", proof.obstacle) : fmt::format("\"{}\"", name), proof.step + 1, summary.points,
      proof.length, proof.arm_length);
}

}  // namespace

void judge(const ArmProblem& problem, ReachSummary& summary) {
  if (summary.motion.empty()) return;
  std::vector<double> motion = summary.motion;
  if (summary.points == 1) motion.insert(motion.end(), summary.motion.begin(), summary.motion.end());
  const std::vector<Target> path = path_of(problem);
  summary.check =
      check_motion(problem.arm, motion, HandPath(path, problem.hands), problem.goals, problem.follow.tolerance);
  std::vector<Violation> found = summary.check.violations;
  if (summary.unreachable)  // is told in its own words
    std::erase_if(found, [](const Violation& v) { return v.kind == ViolationKind::hand; });
  for (const Violation& violation : found) summary.violations.push_back(violation_text(violation, problem, summary));
  summary.hands.resize(summary.hand_names.size());
  for (int k = 0; k < summary.points; ++k) {
    const std::vector<double> values = values_at(summary, static_cast<std::size_t>(k));
    for (std::size_t h = 0; h < summary.hands.size(); ++h)
      summary.hands[h].push_back(hand_frame(problem.arm, values, problem.path[h].hand).place);
    summary.loop_error = std::max(summary.loop_error, loop_gap(problem.arm, values));
  }
}

namespace {

// A link of URDF begins at its joint, and a hand there is where that joint leaves it: few mean that.
void look_for_tips(const ArmProblem& problem, ReachSummary& summary) {
  for (int k = 0; !problem.urdf.empty() && k < problem.hands && summary.points > 0; ++k) {
    const int index = problem.path[static_cast<std::size_t>(k)].hand;
    const HandSpec& hand = problem.arm.hands()[static_cast<std::size_t>(index)];
    const JointSpec& joint = problem.arm.joints()[static_cast<std::size_t>(hand.joint)];
    if (joint.kind != JointKind::hinge || norm(hand.frame.place) > 0.0) continue;
    const bool is_stuck = problem.arm.range(index).most == 0.0;
    const std::string sentence = fmt::format(
        "the hand is where its link begins, on joint \"{}\", {}; for the tip of the link: hand.offset, in the "
        "frame of the link (--set 'hand.offset=[0.1,0,0]'), or another link there on a fixed joint",
        joint.name, is_stuck ? "and nothing moves it" : "which does not move it");
    if (is_stuck) throw problem.located({"hand", sentence});
    summary.notes.push_back(sentence);
  }
}

// What the joints need for the motion, or to hold a posture; a note where a motor has less.
void find_torques(const ArmProblem& problem, ReachSummary& summary) {
  const Arm& arm = problem.arm;
  if (summary.motion.empty() || !arm.closures().empty()) return;
  const JointRates rates = joint_rates(arm, summary.motion, pace_of(problem, summary).path(), problem.duration);
  const ArmDynamics dynamics(arm, problem.gravity);
  const auto n = static_cast<std::size_t>(summary.values);
  summary.peaks.assign(n, 0.0);
  for (std::size_t first = 0; first < summary.motion.size(); first += n) {
    const auto at = [&](const std::vector<double>& all) { return std::span<const double>(all).subspan(first, n); };
    const std::vector<double> found =
        dynamics.torques(at(summary.motion), at(rates.velocities), at(rates.accelerations));
    summary.torques.insert(summary.torques.end(), found.begin(), found.end());
    for (std::size_t v = 0; v < n; ++v) summary.peaks[v] = std::max(summary.peaks[v], std::abs(found[v]));
  }
  for (int k = 0; k < static_cast<int>(arm.joints().size()); ++k) {
    const JointSpec& joint = arm.joints()[static_cast<std::size_t>(k)];
    if (joint.kind != JointKind::hinge && joint.kind != JointKind::slider) continue;
    const double peak = summary.peaks[static_cast<std::size_t>(arm.first_value(k))];
    if (peak > joint.effort)
      summary.notes.push_back(
          fmt::format("{} needs {:.4g}, its effort is {:.4g}", arm.joint_name(k), peak, joint.effort));
  }
}

void conclude(const ArmProblem& problem, ReachSummary& summary) {
  if (summary.unreachable)
    summary.message = unreachable_text(summary, problem);
  else if (summary.impossible)
    summary.message = impossible_text(summary, problem);
  else if (summary.stuck)
    summary.message = fmt::format(
        "as points and constraints the arm does not get to point {} of {}, {}: {}; expected another start, or "
        "--method auto",
        summary.stuck->step + 1, summary.points, places_text(problem, summary.stuck->step), summary.stuck->obstruction);
  else if (!summary.violations.empty())
    summary.message = fmt::format("no {} was found that meets all goals: {}",
                                  summary.task == ArmTask::target ? "posture" : "motion", summary.violations.front());
  else if (summary.way && !summary.way->found)
    summary.message = "a posture reaches the target, but " + summary.way->reason;
  else if (summary.motion.empty())
    summary.message = "no motion was found";
  if (!summary.message.empty()) summary.outcome = ReachOutcome::failed;
}

std::string method_name(ReachMethod method) {
  for (const ReachMethodInfo& info : reach_methods())
    if (info.method == method) return info.name;
  return {};
}

// Why the method cannot do what is asked for; empty when it can.
std::string refusal_of(const ArmProblem& problem) {
  const ReachMethod method = problem.reach.method;
  if (problem.task == ArmTask::path && method != ReachMethod::automatic && method != ReachMethod::constraints)
    return fmt::format("{} is for a target; expected auto or constraints for a path", method_name(method));
  if (problem.hands > 1 && !takes_several_hands(method))
    return fmt::format("{} brings one hand to a point; expected auto, constraints or dls for several",
                       method_name(method));
  for (const Target& target : problem.hand_path().at(0))
    if (std::string refusal = reach_refusal(problem.arm, method, target); !refusal.empty()) return refusal;
  return {};
}

}  // namespace

ReachSummary begin_summary(const ArmProblem& problem) {
  ReachSummary summary;
  summary.title = problem.title;
  summary.length_unit = problem.length_unit;
  summary.dimension = problem.arm.dimension();
  summary.values = problem.arm.value_count();
  summary.task = problem.task;
  summary.points = problem.hand_path().points();
  for (int h = 0; h < problem.hands && summary.points > 0; ++h)
    summary.hand_names.push_back(
        problem.arm.hands()[static_cast<std::size_t>(problem.path[static_cast<std::size_t>(h)].hand)].name);
  summary.notes = problem.notes;
  for (std::string& note : unseen(problem)) summary.notes.push_back(std::move(note));
  look_for_tips(problem, summary);
  for (const JointSpec& joint : problem.arm.joints()) summary.joints += value_count(joint.kind) > 0 ? 1 : 0;
  for (const JointSpec& joint : problem.arm.joints())
    summary.value_units.insert(summary.value_units.end(), static_cast<std::size_t>(value_count(joint.kind)),
                               joint.kind == JointKind::slider ? 1.0 : std::numbers::pi / 180.0);
  for (int v = 0; v < summary.values; ++v) summary.value_names.push_back(problem.arm.value_name(v));
  summary.method = method_name(problem.reach.method);
  return summary;
}

ReachSummary run_reach(const ArmProblem& problem, const ReachRunOptions& options) {
  if (problem.task == ArmTask::none)
    throw problem.located(
        {"", "the hand has nowhere to go; expected [target] or [path], or --to, --line-to or --path"});
  const std::string refusal = refusal_of(problem);
  if (!refusal.empty()) throw problem.located({"search.method", refusal});
  const Clock::time_point begun = Clock::now();
  ReachSummary summary = begin_summary(problem);
  const OutputDirectory directory =
      OutputDirectory::fresh(out_of(problem, options), options.force ? Existing::replace : Existing::refuse);
  FollowOptions follow_options = problem.follow;
  if (options.stop) follow_options.stop = options.stop->flag();
  if (problem.task == ArmTask::target)
    reach_target(problem, follow_options, summary);
  else
    follow_path(problem, follow_options, summary);
  const bool stopped = is_requested(options.stop);
  summary.seconds = std::chrono::duration<double>(Clock::now() - begun).count();
  const ArmProblem found = is_on_way(summary) ? along_way(problem, summary.motion) : problem;
  judge(found, summary);
  find_torques(found, summary);
  conclude(found, summary);
  if (stopped && summary.outcome != ReachOutcome::done) summary.outcome = ReachOutcome::interrupted;
  io::write_atomically(directory.file(arm_file), problem.text);
  if (!problem.urdf.empty()) io::write_atomically(directory.file(urdf_file), problem.urdf);
  write_motion(summary, found, directory);
  summary.directory = directory.path();
  io::write_atomically(directory.file(summary_file), to_json(summary, problem));
  summary.files = directory.files();
  return summary;
}

}  // namespace taut
