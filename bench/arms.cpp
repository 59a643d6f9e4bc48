// Inverse kinematics: 10,000 random targets for each arm (the median time of a solve), and motions past obstacles.
#include <algorithm>
#include <limits>

#include "arm_systems.hpp"
#include "case.hpp"
#include "kinematics/reach/point_walk.hpp"
#include "measure.hpp"
#include "support/way_problems.hpp"
#include "taut/motion_trial.hpp"
#include "taut/reach.hpp"

namespace taut::bench {
namespace {

Arm built(const ArmSystem& system) {
  ArmBuilder builder(system.dimension);
  for (std::size_t k = 0; k < system.hinges.size(); ++k) {
    const Hinge& hinge = system.hinges[k];
    builder.add(JointSpec{.parent = static_cast<int>(k) - 1,
                          .frame = {hinge.place, {}},
                          .axis = hinge.axis,
                          .lower = hinge.lower,
                          .upper = hinge.upper});
  }
  builder.add(HandSpec{.joint = static_cast<int>(system.hinges.size()) - 1, .frame = {system.hand, {}}});
  return builder.build().value();
}

double median(std::vector<double>& numbers) {
  std::nth_element(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2), numbers.end());
  return numbers[numbers.size() / 2];
}

Case reach_case(const ArmSystem& system, double stretch) {
  const Arm arm = built(system);
  Reacher reacher(arm);
  std::vector<double> times;
  Case result{.name = arm_case_name(system, stretch), .unit = "solve"};
  std::int64_t iterations = 0, reached = 0;
  for (int k = 0; k < arm_targets; ++k) {
    std::vector<double> values = random_values(system, static_cast<std::uint64_t>(k), stretch > 0.0);
    const Target target{.position = target_of(system, hand_frame(arm, values).place, stretch)};
    double best = std::numeric_limits<double>::infinity();
    ReachReport report;
    for (int sample = 0; sample < 3; ++sample) {
      values = start_values(system);
      const double begin = seconds_now();
      report = reacher.reach(values, target);
      best = std::min(best, seconds_now() - begin);
    }
    times.push_back(best);
    iterations += report.iterations;
    reached += report.verdict == ReachVerdict::reached;
    result.error = std::max(result.error, report.position_error / arm.size());
  }
  result.ns = 1e9 * median(times);
  result.iterations = static_cast<double>(iterations) / arm_targets;
  result.name += ", " + std::to_string(reached) + " of " + std::to_string(arm_targets) + " reached";
  return result;
}

// Random problems of a straight path past three discs, each with this budget. The time is the median.
Case follow_case(int links, double seconds, FirstMotion first_motion) {
  constexpr int problems = 200;
  int feasible = 0, impossible = 0;
  std::vector<double> times;
  double error = 0.0;
  for (int k = 0; k < problems; ++k) {
    const MotionTrial trial = try_motion(random_motion_problem(links, static_cast<std::uint64_t>(k)),
                                         FollowOptions{.first_motion = first_motion, .seconds = seconds});
    times.push_back(trial.seconds);
    impossible += trial.verdict == TrialVerdict::impossible;
    feasible += trial.verdict == TrialVerdict::solved;
    error = std::max(error, trial.check.max_limb_error);
  }
  const std::string milliseconds = std::to_string(static_cast<int>(1000.0 * seconds)) + " ms" +
                                   (first_motion == FirstMotion::points ? " after a first motion as points" : "");
  return {.name = "plane arm of " + std::to_string(links) + " limbs past three discs, " + milliseconds + ": " +
                  std::to_string(feasible) + " of " + std::to_string(problems) + " solved, " +
                  std::to_string(impossible) + " proved impossible",
          .unit = "motion",
          .ns = 1e9 * median(times),
          .error = error};
}

// Random ways past three discs, each with this budget. The time is the median.
Case way_case(int links, double seconds) {
  constexpr int problems = 200;
  int found = 0, impossible = 0;
  std::vector<double> times;
  for (int k = 0; k < problems; ++k) {
    const auto [arm, from, to, goals] = support::random_way_problem(links, static_cast<std::uint64_t>(k));
    const WayReport report = find_way(arm, from, to, goals, FollowOptions{.seconds = seconds});
    times.push_back(report.seconds);
    impossible += report.impossible.has_value();
    found += report.found && check_way(arm, report.values, goals).is_feasible();
  }
  return {.name = "plane arm of " + std::to_string(links) + " limbs, ways past three discs, " +
                  std::to_string(static_cast<int>(1000.0 * seconds)) + " ms: " + std::to_string(found) + " of " +
                  std::to_string(problems) + " found, " + std::to_string(impossible) + " proved impossible",
          .unit = "way",
          .ns = 1e9 * median(times)};
}

// The same paths without obstacles, as points and constraints: the time of a step from point to point.
enum class JointValues { left_out, read };
Case draw_case(int links, JointValues joint_values) {
  constexpr int problems = 200;
  std::vector<double> times;
  double error = 0.0;
  for (int k = 0; k < problems; ++k) {
    const MotionProblem problem = random_motion_problem(links, static_cast<std::uint64_t>(k));
    double best = std::numeric_limits<double>::infinity();
    for (int sample = 0; sample < 3; ++sample) {
      PointWalk walk = PointWalk::make(problem.arm, problem.start, {problem.path.data(), 1}).value();
      const double begin = seconds_now();
      for (const Target& target : problem.path)
        if (!walk.go_to({&target, 1}) || (joint_values == JointValues::read && walk.values().empty()))
          return {.name = "stuck: " + walk.obstruction(), .unit = "step"};
      best = std::min(best, seconds_now() - begin);
      error = std::max(error, walk.max_violation());
    }
    times.push_back(best / static_cast<double>(problem.path.size()));
  }
  return {.name = "plane arm of " + std::to_string(links) + " limbs drawn along a line as points" +
                  (joint_values == JointValues::read ? ", joint values read" : ""),
          .unit = "step",
          .ns = 1e9 * median(times),
          .error = error};
}

}  // namespace

std::vector<Case> arm_cases() {
  std::vector<Case> cases;
  for (const ArmSystem& system : arm_systems())
    for (const double stretch : arm_stretches) cases.push_back(reach_case(system, stretch));
  for (const int links : {6, 20})
    for (const FirstMotion first_motion : {FirstMotion::joints, FirstMotion::points})
      for (const double seconds : {0.0, 0.05}) cases.push_back(follow_case(links, seconds, first_motion));
  for (const int links : {6, 20})
    for (const double seconds : {0.05, 5.0}) cases.push_back(way_case(links, seconds));
  for (const int links : {6, 20})
    for (const JointValues read : {JointValues::left_out, JointValues::read}) cases.push_back(draw_case(links, read));
  return cases;
}

}  // namespace taut::bench
