#include <algorithm>
#include <cmath>
#include <numbers>

#include "kinematics/arm/posture.hpp"
#include "kinematics/arm/random_values.hpp"
#include "kinematics/reach/classic.hpp"
#include "kinematics/reach/limited_step.hpp"
#include "kinematics/reach/point_walk.hpp"
#include "kinematics/reach/task.hpp"
#include "kinematics/reach/unreachable.hpp"
#include "taut/reach.hpp"

namespace taut {

namespace {

bool is_sound(const Target& target) {
  const bool turns = !target.rotation || (is_finite(target.rotation->x) && is_finite(target.rotation->y));
  return is_finite(target.position) && turns && (!target.direction || is_finite(*target.direction));
}

}  // namespace

struct Reacher::Impl {
  Impl(const Arm& arm_, const ReachOptions& options_)
      : arm(arm_), options(options_), posture(arm), trial(arm), task(arm), step(arm) {
    const auto n = static_cast<std::size_t>(arm.value_count());
    start.resize(n);
    best.resize(n);
    nothing.resize(n);
    concerned.resize(n);
    if (options.method == ReachMethod::fabrik) fabrik.emplace(arm);
    for (std::size_t k = 0; k < arm.hands().size(); ++k) {
      ranges.push_back(arm.range(static_cast<int>(k)));
      proofs.emplace_back(arm, static_cast<int>(k));
    }
  }

  bool is_reached() const {
    return task.position_error() <= options.tolerance * arm.size() && task.direction_error() <= options.tolerance &&
           task.loop_error() <= options.tolerance * arm.size() && (keeps_limits() || is_within_limits());
  }
  bool keeps_limits() const {
    return options.method != ReachMethod::fabrik && options.method != ReachMethod::constraints;
  }
  bool is_within_limits() const {
    for (int v = 0; v < arm.value_count(); ++v) {
      const double value = posture.values()[static_cast<std::size_t>(v)];
      if (value < arm.lower(v) || value > arm.upper(v)) return false;
    }
    for (std::size_t k = 0; k < arm.joints().size(); ++k)
      if (arm.joints()[k].kind == JointKind::ball && posture.swing(static_cast<int>(k)) > arm.joints()[k].upper)
        return false;
    return true;
  }

  // One attempt from the present posture; iterations used.
  int attempt_once(std::span<const Target> targets) {
    if (options.method == ReachMethod::automatic) return descend();
    if (options.method == ReachMethod::constraints) return draw(targets);
    if (options.method == ReachMethod::fabrik) fabrik->begin(posture);
    int iteration = 0;
    for (task.update(posture); !is_reached() && iteration < options.max_iterations; ++iteration) {
      if (options.method == ReachMethod::damped_least_squares)
        damped_least_squares_sweep(task, step, posture, trial);
      else if (options.method == ReachMethod::ccd)
        ccd_sweep(targets.front(), posture, nothing);
      else
        fabrik->sweep(targets.front().position), fabrik->end(posture, nothing);
      task.update(posture);
    }
    return iteration;
  }

  // Straight to the targets, as points.
  int draw(std::span<const Target> targets) {
    Expected<PointWalk> walk = PointWalk::make(arm, posture.values(), targets);
    if (walk && !walk->go_to(targets)) obstruction = walk->obstruction();
    if (walk) posture.set(walk->values());
    if (!walk) obstruction = walk.error().message;
    task.update(posture);
    return walk ? walk->solves() : 0;
  }

  // Steps of Gauss and Newton while they are quick, Newton's when five in a row were not.
  int descend() {
    constexpr double slow = 0.25;  // what a step should leave of the square of the error
    constexpr int patience = 5;
    double factor = 1.0;  // of the damping
    int slow_steps = 0;
    task.update(posture);
    for (int iteration = 0;; ++iteration) {
      if (is_reached() || iteration == options.max_iterations) return iteration;
      const double square = task.square();
      task.update_derivatives(posture);
      if (step.prepare(task, posture) <= 1e-12 * std::sqrt(square)) return iteration;
      const auto kind = slow_steps < patience ? LimitedStep::Kind::gauss_newton : LimitedStep::Kind::newton;
      if (kind == LimitedStep::Kind::newton) step.set_curvature(task, posture);
      if (!improve(kind, factor, square)) return iteration;
      slow_steps = task.square() > slow * square ? slow_steps + 1 : kind == LimitedStep::Kind::newton ? patience : 0;
    }
  }

  // A step that makes the error smaller, if there is one to be felt.
  bool improve(LimitedStep::Kind kind, double& factor, double square) {
    constexpr double longest = 1.0;  // radians, of one value in one step
    for (int trials = 0; trials < 30; ++trials) {
      if (step.make(kind, task, posture.values(), 0.5 * factor * square, longest)) {
        trial.move(posture, step.step());
        task.update(trial);
        if (task.square() < square) {
          factor = std::max(0.25 * factor, 1e-9);
          std::swap(posture, trial);
          return square - task.square() > 1e-14 * square;
        }
        task.update(posture);  // the error of the posture, for the next step; its derivatives are as they were
      }
      factor = std::max(8.0 * factor, 1e-3);
    }
    return false;
  }

  // The nearest posture leaves a part of its error to the loops; the loops come first.
  void close_loops(std::span<const Target> targets) {
    task.set({});
    (void)descend();
    task.set(targets);
    task.update(posture);
  }

  // Whole turns of hinges bring nothing: each value as near to its start as turns and limits allow.
  void unwind() {
    constexpr double turn = 2.0 * std::numbers::pi;
    bool changed = false;
    std::copy(posture.values().begin(), posture.values().end(), best.begin());
    for (std::size_t k = 0; k < arm.joints().size(); ++k) {
      if (arm.joints()[k].kind != JointKind::hinge) continue;
      const int value = arm.first_value(static_cast<int>(k));
      const auto v = static_cast<std::size_t>(value);
      const double found = posture.values()[v];
      double turns = std::round((start[v] - found) / turn);
      if (turns > 0.0) turns = std::clamp(std::floor((arm.upper(value) - found) / turn), 0.0, turns);
      if (turns < 0.0) turns = std::clamp(std::ceil((arm.lower(value) - found) / turn), turns, 0.0);
      if (turns == 0.0) continue;
      best[v] = std::clamp(found + turns * turn, arm.lower(value), arm.upper(value));
      changed = true;
    }
    if (!changed) return;
    posture.set(best);
    task.update(posture);
  }

  // The values that move a hand with a target, or a loop. Attempts leave the others alone.
  void find_concerned(std::span<const Target> targets) {
    std::fill(concerned.begin(), concerned.end(), false);
    const auto mark = [&](int joint) {
      for (int k = joint; k >= 0; k = arm.joints()[static_cast<std::size_t>(k)].parent)
        for (int v = 0; v < value_count(arm.joints()[static_cast<std::size_t>(k)].kind); ++v)
          concerned[static_cast<std::size_t>(arm.first_value(k) + v)] = true;
    };
    for (const Target& target : targets) mark(arm.hands()[static_cast<std::size_t>(target.hand)].joint);
    for (const ClosureSpec& closure : arm.closures()) mark(closure.joint_a), mark(closure.joint_b);
  }

  // The posture of an attempt: the one given, one near it, and then any.
  void begin(int attempt) {
    posture.set(start);
    if (attempt == 0) return;
    RandomStream random(options.seed, 0, static_cast<std::uint64_t>(attempt));
    if (attempt > 1) {
      random_values(arm, random, nothing);
      for (std::size_t k = 0; k < start.size(); ++k)
        if (!concerned[k]) nothing[k] = start[k];
      posture.set(nothing);
      return;
    }
    for (std::size_t k = 0; k < start.size(); ++k)
      nothing[k] = task.scale(static_cast<int>(k)) * (random.uniform() - 0.5) * (concerned[k] ? 1.0 : 0.0);
    posture.move(posture, nothing);
  }

  // Beyond the limits of the joints, by intervals.
  bool is_impossible(std::span<const Target> targets) {
    constexpr int boxes = 20000;
    return std::any_of(targets.begin(), targets.end(), [&](const Target& target) {
      return proofs[static_cast<std::size_t>(target.hand)].is_proved(target.position, options.tolerance * arm.size(),
                                                                     boxes);
    });
  }

  double least_error(std::span<const Target> targets) const {
    double least = 0.0;
    for (const Target& target : targets) {
      const Arm::Range& range = ranges[static_cast<std::size_t>(target.hand)];
      const double distance = norm(target.position - range.from);
      least = std::max({least, distance - range.most, range.least - distance});
    }
    return least;
  }

  Arm arm;
  ReachOptions options;
  Posture posture, trial;
  Task task;
  LimitedStep step;
  std::vector<double> start, best, nothing;
  std::vector<bool> concerned;
  std::vector<Arm::Range> ranges;  // of the hands
  std::vector<Unreachable> proofs;
  std::optional<Fabrik> fabrik;
  std::string obstruction;  // of the last attempt as points
};

Reacher::Reacher(const Arm& arm, const ReachOptions& options) : impl_(std::make_unique<Impl>(arm, options)) {}
Reacher::Reacher(Reacher&&) noexcept = default;
Reacher& Reacher::operator=(Reacher&&) noexcept = default;
Reacher::~Reacher() = default;

ReachReport Reacher::reach(std::span<double> values, const Target& target) { return reach(values, {&target, 1}); }

ReachReport Reacher::reach(std::span<double> values, std::span<const Target> targets) {
  Impl& r = *impl_;
  std::copy(values.begin(), values.end(), r.start.begin());
  r.obstruction.clear();
  ReachReport report;
  if (!std::all_of(targets.begin(), targets.end(), is_sound)) {
    report.reason = "the target is not a number";
    return report;
  }
  r.task.set(targets);
  r.find_concerned(targets);
  report.least_position_error = r.least_error(targets);
  constexpr int proof_after = 10;  // attempts
  bool by_limits = false;
  const bool impossible = report.least_position_error > r.options.tolerance * r.arm.size();
  double least = std::numeric_limits<double>::infinity();
  for (int attempt = 0; attempt < r.options.attempts; ++attempt) {
    r.begin(attempt);
    report.iterations += r.attempt_once(targets);
    ++report.attempts;
    if (r.task.square() < least) {
      least = r.task.square();
      std::copy(r.posture.values().begin(), r.posture.values().end(), r.best.begin());
    }
    if (r.is_reached()) break;
    if (attempt == proof_after && !impossible && r.is_impossible(targets)) {
      by_limits = true;
      break;
    }
    // Nothing nearer exists.
    if (impossible && std::sqrt(least) * r.arm.size() <= report.least_position_error + 1e-9 * r.arm.size()) break;
  }
  if (!std::equal(r.best.begin(), r.best.end(), r.posture.values().begin())) {
    r.posture.set(r.best);
    r.task.update(r.posture);
  }
  if (!r.is_reached() && !r.arm.closures().empty()) r.close_loops(targets);
  const bool reached = r.is_reached();
  r.unwind();
  std::copy(r.posture.values().begin(), r.posture.values().end(), values.begin());
  report.position_error = r.task.position_error();
  report.direction_error = r.task.direction_error();
  report.verdict = reached                   ? ReachVerdict::reached
                   : impossible || by_limits ? ReachVerdict::out_of_reach
                                             : ReachVerdict::not_found;
  if (report.verdict == ReachVerdict::reached) return report;
  report.reason = impossible  ? "no posture has the hand there, by the lengths of the limbs"
                  : by_limits ? "no posture within the limits has the hand there"
                              : "no posture was found by " + std::to_string(report.attempts) + " attempts";
  if (!r.obstruction.empty() && !impossible && !by_limits) report.reason += "; at the last, " + r.obstruction;
  return report;
}

const char* verdict_name(ReachVerdict verdict) {
  switch (verdict) {
    case ReachVerdict::reached:
      return "reached";
    case ReachVerdict::out_of_reach:
      return "out of reach";
    default:
      return "not found";
  }
}

}  // namespace taut
