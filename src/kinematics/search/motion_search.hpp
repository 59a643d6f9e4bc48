// A motion along a path as joint values for every point, and the means to improve it. The measure is
//   F = sum_t [ h^2 (W sum_i r_i(q_t)^2 / 2 + c(q_t)) + |q_t - q_(t-1)|^2 / 2 ],     hand(q_t) = path_t,   q_0 given
//   h     step of the path, so that finer points lead to the same motion
//   r_i   terms of the goals (goal_terms.hpp)       W   their weight against the motion of the joints
//   c     cost of preferences (preferences.hpp)
// Steps are of Gauss and Newton: the second derivative of F is block tridiagonal in t, n rows a block, -1 beside the
// diagonal (time_blocks.hpp). The hand's equations enter with a large weight and are then met exactly, point by point.
// A way between two postures is a motion without a path, whose last posture is given, too.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kinematics/arm/posture.hpp"
#include "kinematics/reach/limited_step.hpp"
#include "kinematics/reach/task.hpp"
#include "kinematics/search/budget.hpp"
#include "kinematics/search/goal_terms.hpp"
#include "kinematics/search/preferences.hpp"
#include "kinematics/search/sides.hpp"
#include "kinematics/search/time_blocks.hpp"
#include "taut/follow.hpp"

namespace taut {

class MotionSearch {
 public:
  MotionSearch(const Arm& arm, std::span<const double> start, const HandPath& path, const Goals& goals,
               double tolerance);
  // A way through these postures, point after point; the first and the last stay.
  MotionSearch(const Arm& arm, std::span<const double> way, const Goals& goals, double tolerance);

  // A step of a long arm takes long: where the budget is spent in the middle of one, it is given up.
  void keep_to(const Budget& budget) { budget_ = &budget; }

  int points() const { return static_cast<int>(values_.size() / n_); }
  std::span<const double> values() const { return values_; }
  void set(std::span<const double> values) { values_.assign(values.begin(), values.end()); }
  std::span<double> at(int t) { return std::span(values_).subspan(static_cast<std::size_t>(t) * n_, n_); }

  // From the posture at point 0 along the path, every posture relaxed by so many steps. The first point that was not
  // reached, or points().
  int track(int relaxations, const GoalMargins& margins, double weight);
  // One step for the whole motion; false when none makes it better.
  bool relax(const GoalMargins& margins, double weight);
  // A motion from point 0 whose values go evenly to `end`, brought to the path.
  int blend(std::span<const double> end);
  // Adds a random motion that leaves the hand about where it is, around a random point of the path.
  int shake(std::uint64_t seed, std::uint64_t index, double size);
  double measure(const GoalMargins& margins, double weight);
  // A proof that no motion of a plane arm keeps clear of an obstacle.
  std::optional<TautString> impossible();
  double least_distance() const { return least_distance_; }  // of the motion that was measured last

 private:
  MotionSearch(const Arm& arm, std::size_t points, const Goals& goals, double tolerance);
  bool is_way() const { return path_.points() == 0; }
  int last_free() const { return points() - (is_way() ? 2 : 1); }
  std::span<const Target> targets(int t) const { return is_way() ? std::span<const Target>{} : path_.at(t); }
  std::span<const double> old(int t) const { return std::span(old_).subspan(static_cast<std::size_t>(t) * n_, n_); }
  bool to_path(Posture& posture, int t);
  bool relax_posture(int t, const GoalMargins& margins, double weight);
  bool solve_for_step(const GoalMargins& margins, double weight);
  bool take_step();
  void keep(int t);
  void set_block(double weight, double extra, std::span<double> right);
  void add_way(std::span<const double> values, std::span<double> right);
  void limit_and_scale(std::span<double> change, double longest) const;

  const Arm* arm_;
  const Goals* goals_;
  const Budget* budget_ = nullptr;
  HandPath path_{std::span<const Target>{}};  // of a way: none
  std::size_t n_;
  double tolerance_;
  Posture posture_, trial_;
  Task task_;
  LimitedStep step_;
  GoalTerms terms_;
  Preferences preferences_;
  double least_distance_ = 0.0;
  double damping_ = 1e-2;
  double step_weight_ =
      1.0;  // h^2: with finer points there are more of them, and joints move less from one to the next
  std::vector<double> values_, old_;
  TimeBlocks blocks_;
  std::vector<double> matrix_, change_, way_;
};

}  // namespace taut
