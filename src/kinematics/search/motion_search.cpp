#include "kinematics/search/motion_search.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/dense_positive.hpp"
#include "base/random_stream.hpp"

namespace taut {
namespace {

constexpr double hand_weight = 1e4;        // of the hand's equations in a step
constexpr double usual_step = 0.01;        // between points of a path, of the size of the arm
constexpr std::size_t most_values = 2000;  // of an arm that is relaxed; the cube of it is work for seconds

}  // namespace

MotionSearch::MotionSearch(const Arm& arm, std::size_t points, const Goals& goals, double tolerance)
    : arm_(&arm),
      goals_(&goals),
      n_(static_cast<std::size_t>(arm.value_count())),
      tolerance_(tolerance),
      posture_(arm),
      trial_(arm),
      task_(arm),
      step_(arm),
      terms_(arm, goals),
      preferences_(arm, goals),
      values_(n_ * points),
      old_(values_.size()),
      blocks_(n_, points),
      change_(n_),
      way_(n_) {}

MotionSearch::MotionSearch(const Arm& arm, std::span<const double> way, const Goals& goals, double tolerance)
    : MotionSearch(arm, way.size() / static_cast<std::size_t>(arm.value_count()), goals, tolerance) {
  set(way);
  double square = 0.0;  // of the step from one point to the next, the mean
  for (int t = 1; t < points(); ++t) {
    posture_.set(at(t));
    posture_.way_to(at(t - 1), task_.scales(), way_);
    for (const double w : way_) square += w * w / (points() - 1);
  }
  step_weight_ = square / (usual_step * usual_step);
}

MotionSearch::MotionSearch(const Arm& arm, std::span<const double> start, const HandPath& path, const Goals& goals,
                           double tolerance)
    : MotionSearch(arm, static_cast<std::size_t>(path.points()), goals, tolerance) {
  path_ = path;
  std::copy(start.begin(), start.end(), values_.begin());
  posture_.set(start);
  if (points() > 0) task_.set(path.at(0));
  double length = 0.0;
  for (int t = 1; t < points(); ++t) length += path.way_from(t - 1);
  if (points() > 1 && length > 0.0) {
    const double step = length / (points() - 1) / arm.size();
    step_weight_ = (step / usual_step) * (step / usual_step);
  }
}

std::optional<TautString> MotionSearch::impossible() {
  if (!arm_->closures().empty()) return {};
  posture_.set(at(0));
  for (int k = 0; k < path_.hands(); ++k) {
    const std::vector<Target> own = path_.of_hand(k);
    if (own.empty() || !Sides::apply_to(*arm_, own.front().hand)) continue;
    if (auto proof = Sides(*arm_, *goals_, posture_, own).impossible(*arm_, *goals_, own)) return proof;
  }
  return {};
}

// The nearest posture whose hand is at point t.
bool MotionSearch::to_path(Posture& posture, int t) {
  task_.set(targets(t));
  task_.update(posture);
  double damping = 1e-3;
  for (int iteration = 0; iteration < 60; ++iteration) {
    if (task_.position_error() <= tolerance_ * arm_->size() && task_.direction_error() <= tolerance_ &&
        task_.loop_error() <= tolerance_ * arm_->size())
      return true;
    const double square = task_.square();
    task_.update_derivatives(posture);
    if (step_.prepare(task_, posture) <= 1e-13 * std::sqrt(square)) return false;
    bool better = false;
    for (int trials = 0; trials < 20 && !better; ++trials) {
      if (step_.make(LimitedStep::Kind::gauss_newton, task_, posture.values(), damping * square, 0.5)) {
        trial_.move(posture, step_.step());
        task_.update(trial_);
        better = task_.square() < square;
      }
      if (!better) task_.update(posture), damping = 8.0 * damping + 1e-3;
    }
    if (!better) return false;
    std::swap(posture, trial_);
    damping *= 0.25;
  }
  return false;
}

// Second derivative and slope of what the posture costs by itself, in the units of the task.
void MotionSearch::set_block(double weight, double extra, std::span<double> right) {
  const auto n = static_cast<int>(n_);
  matrix_.assign(n_ * n_, 0.0);
  double* matrix = matrix_.data();
  std::fill(right.begin(), right.end(), 0.0);
  const auto add = [&](const double* row, double factor, double value) {
    for (int i = 0; i < n; ++i) {
      if (row[i] == 0.0) continue;
      const double f = factor * row[i];
      right[static_cast<std::size_t>(i)] += f * value;
      for (int j = 0; j <= i; ++j) matrix[i * n + j] += f * row[j];
    }
  };
  for (int k = 0; k < terms_.size(); ++k) {
    for (int i = 0; i < n; ++i) way_[static_cast<std::size_t>(i)] = terms_.row(k)[i] * task_.scale(i);
    add(way_.data(), step_weight_ * weight, -terms_.residual(k));
  }
  for (int r = 0; r < task_.rows(); ++r) add(task_.row(r), hand_weight, task_.error()[r]);
  for (int i = 0; i < n; ++i) matrix[i * n + i] += extra;
  if (!preferences_.is_empty()) preferences_.add(posture_, task_, step_weight_, matrix, right.data());
}

// A neighbour in time draws the posture towards itself.
void MotionSearch::add_way(std::span<const double> values, std::span<double> right) {
  posture_.way_to(values, task_.scales(), way_);
  for (std::size_t i = 0; i < n_; ++i) right[i] += way_[i];
}

void MotionSearch::limit_and_scale(std::span<double> change, double longest) const {
  double largest = 0.0;
  for (const double c : change) largest = std::max(largest, std::abs(c));
  const double factor = largest > longest ? longest / largest : 1.0;
  for (std::size_t i = 0; i < n_; ++i) change[i] *= factor * task_.scale(static_cast<int>(i));
}

int MotionSearch::track(int relaxations, const GoalMargins& margins, double weight) {
  posture_.set(at(0));
  for (int t = 1; t < points(); ++t) {
    if (!to_path(posture_, t)) return t;
    for (int k = 0; k < relaxations && relax_posture(t, margins, weight); ++k) {
    }
    keep(t);
  }
  return points();
}

void MotionSearch::keep(int t) { std::copy(posture_.values().begin(), posture_.values().end(), at(t).begin()); }

// One step for the posture at point t, with that before it where it is; false when there is nothing to do.
bool MotionSearch::relax_posture(int t, const GoalMargins& margins, double weight) {
  constexpr double longest = 0.1, shortest = 1e-3;
  if (n_ > most_values) return false;
  terms_.evaluate(posture_, margins);
  if (terms_.size() == 0 && preferences_.is_empty()) return false;
  task_.update(posture_);
  task_.update_derivatives(posture_);
  set_block(weight, 1.0, change_);
  add_way(at(t - 1), change_);
  const auto n = static_cast<int>(n_);
  if (!factor_positive(matrix_.data(), n)) return false;
  solve_factored(matrix_.data(), change_.data(), n);
  if (std::all_of(change_.begin(), change_.end(), [](double c) { return std::abs(c) < shortest; })) return false;
  limit_and_scale(change_, longest);
  std::copy(posture_.values().begin(), posture_.values().end(), old_.begin());
  posture_.move(posture_, change_);
  if (to_path(posture_, t)) return true;
  posture_.set(std::span(old_).first(n_));
  return false;
}

double MotionSearch::measure(const GoalMargins& margins, double weight) {
  double sum = 0.0;
  least_distance_ = std::numeric_limits<double>::infinity();
  for (int t = 1; t < points(); ++t) {
    posture_.set(at(t));
    terms_.evaluate(posture_, margins);
    least_distance_ = std::min(least_distance_, terms_.least_distance());
    sum += step_weight_ * (0.5 * weight * terms_.square() + preferences_.cost(posture_, task_));
    posture_.way_to(at(t - 1), task_.scales(), way_);
    for (const double w : way_) sum += 0.5 * w * w;
  }
  return sum;
}

bool MotionSearch::relax(const GoalMargins& margins, double weight) {
  if (n_ > most_values) return false;
  const double present = measure(margins, weight);
  old_ = values_;
  for (int trials = 0; trials < 8; ++trials) {
    if (solve_for_step(margins, weight) && take_step() &&
        measure(margins, weight) < present - 1e-4 * std::abs(present)) {
      damping_ = std::max(0.3 * damping_, 1e-4);
      return true;
    }
    damping_ = std::min(10.0 * damping_, 1e6);
    values_ = old_;
  }
  damping_ = 1e-2;
  return false;
}

// The step of all points from `old_`, into the blocks.
bool MotionSearch::solve_for_step(const GoalMargins& margins, double weight) {
  const int last = last_free();
  for (int t = 1; t <= last; ++t) {
    if (budget_ && !budget_->allows_step()) return false;
    posture_.set(old(t));
    terms_.evaluate(posture_, margins);
    task_.set(targets(t));
    task_.update(posture_);
    task_.update_derivatives(posture_);
    const bool is_end = t == points() - 1;
    set_block(weight, (is_end ? 1.0 : 2.0) + damping_, blocks_.at(t));
    add_way(old(t - 1), blocks_.at(t));
    if (!is_end) add_way(old(t + 1), blocks_.at(t));
    if (!blocks_.eliminate(t, matrix_.data())) return false;
  }
  blocks_.substitute(last);
  return true;
}

// False when the hand does not get back to its path.
bool MotionSearch::take_step() {
  constexpr double longest = 0.3;
  for (int t = 1; t <= last_free(); ++t) {
    limit_and_scale(blocks_.at(t), longest);
    posture_.set(old(t));
    posture_.move(posture_, blocks_.at(t));
    if (!to_path(posture_, t)) return false;
    keep(t);
  }
  return true;
}

int MotionSearch::blend(std::span<const double> end) {
  const int last = points() - 1;
  std::copy(at(0).begin(), at(0).end(), old_.begin());
  for (int t = 1; t <= last; ++t) {
    const double share = static_cast<double>(t) / last;
    for (std::size_t i = 0; i < n_; ++i) change_[i] = old_[i] + share * (end[i] - old_[i]);
    posture_.set(change_);
    if (!to_path(posture_, t)) return t;
    keep(t);
  }
  return points();
}

int MotionSearch::shake(std::uint64_t seed, std::uint64_t index, double size) {
  RandomStream random(seed, 1, index);
  const double middle = random.uniform() * points(), width = (0.1 + 0.5 * random.uniform()) * points();
  std::vector<double> way(n_);
  for (double& w : way) w = size * random.normal();
  for (int t = 1; t < points(); ++t) {
    const double x = (t - middle) / width, share = std::exp(-0.5 * x * x);
    for (std::size_t i = 0; i < n_; ++i) change_[i] = share * way[i];
    posture_.set(at(t));
    posture_.move(posture_, change_);
    if (!to_path(posture_, t)) return t;
    keep(t);
  }
  return points();
}

}  // namespace taut
