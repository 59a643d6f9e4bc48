#include "taut/motion_trial.hpp"

#include <cmath>
#include <numbers>

#include "base/random_stream.hpp"

namespace taut {
namespace {

// Angles are whole doubles in degrees, as files have them: what is written and read again is the same problem.
constexpr double degree = std::numbers::pi / 180.0;
double as_typed(double radians) { return radians * (180.0 / std::numbers::pi) * degree; }

constexpr int discs = 3;
constexpr double path_step = 0.1;

Arm plane_arm(int limbs) {
  ArmBuilder builder(2);
  for (int k = 0; k < limbs; ++k) builder.add_link(1.0, -150.0 * degree, 150.0 * degree);
  return *builder.build();  // which is sound
}

bool is_clear(const Obstacle& disc, const MotionProblem& problem, double n) {
  const Vec3 from = problem.path.front().position, to = problem.path.back().position;
  bool clear = clearance(disc, from, to, 2).distance > 0.03 * n;
  for (const Placement& frame : joint_frames(problem.arm, problem.start))
    clear = clear && clearance(disc, frame.place, frame * Vec3{1.0, 0.0, 0.0}, 2).distance > 0.05 * n;
  return clear;
}

}  // namespace

MotionProblem random_motion_problem(int limbs, std::uint64_t seed) {
  RandomStream random(seed, 0, static_cast<std::uint64_t>(limbs));
  const double n = limbs;
  MotionProblem problem{
      plane_arm(limbs), std::vector<double>(static_cast<std::size_t>(limbs), as_typed(-2.4 / n)), {}, {}};
  problem.start.front() = as_typed(1.2);

  const Vec3 from = hand_frame(problem.arm, problem.start).place;
  const double radius = n * (0.3 + 0.6 * random.uniform()), angle = -1.5 + 3.0 * random.uniform();
  const Vec3 to = {radius * std::cos(angle), radius * std::sin(angle), 0.0};
  for (const Vec3& point : line_points(from, to, path_step)) problem.path.push_back({.position = point});

  while (problem.goals.obstacles.size() < discs) {
    const double x = n * (0.2 + 0.7 * random.uniform()), y = n * (random.uniform() - 0.5);
    const Obstacle disc{.shape = BallShape{{x, y, 0.0}, 0.05 * n}};
    if (is_clear(disc, problem, n)) problem.goals.obstacles.push_back(disc);
  }
  return problem;
}

MotionTrial try_motion(const MotionProblem& problem, const FollowOptions& options) {
  const FollowReport report = follow(problem.arm, problem.start, problem.path, problem.goals, options);
  MotionTrial trial{.seconds = report.seconds};
  if (!report.feasible) {
    trial.verdict = report.impossible ? TrialVerdict::impossible : TrialVerdict::undecided;
    return trial;
  }
  trial.check = check_motion(problem.arm, report.values, problem.path, problem.goals, options.tolerance);
  const bool agreed = trial.check.is_feasible() && !report.impossible;
  trial.verdict = agreed ? TrialVerdict::solved : TrialVerdict::mistaken;
  return trial;
}

}  // namespace taut
