#include "kinematics/motion_search.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/random_stream.hpp"
#include "kinematics/dense_positive.hpp"

namespace taut {
namespace {

constexpr double hand_weight = 1e4;  // of the hand's equations in a step
constexpr double usual_step = 0.01;  // between points of a path, of the size of the arm

}  // namespace

MotionSearch::MotionSearch(const Arm& arm, std::span<const double> start, std::span<const Target> path,
                           const Goals& goals, double tolerance)
    : arm_(&arm),
      goals_(&goals),
      path_(path),
      n_(static_cast<std::size_t>(arm.value_count())),
      tolerance_(tolerance),
      posture_(arm),
      trial_(arm),
      task_(arm),
      step_(arm),
      terms_(arm, goals),
      preferences_(arm, goals),
      values_(n_ * path.size()),
      old_(values_.size()),
      matrix_(n_ * n_),
      inverses_(n_ * n_ * path.size()),
      right_(n_ * path.size()),
      change_(n_),
      way_(n_) {
  std::copy(start.begin(), start.end(), values_.begin());
  posture_.set(start);
  double length = 0.0;
  for (std::size_t t = 1; t < path.size(); ++t) length += norm(path[t].position - path[t - 1].position);
  if (path.size() > 1 && length > 0.0) {
    const double step = length / static_cast<double>(path.size() - 1) / arm.size();
    step_weight_ = (step / usual_step) * (step / usual_step);
  }
  if (!path.empty() && Sides::apply_to(arm, path.front().hand))
    terms_.set_sides(&sides_.emplace(arm, goals, posture_, path));
}

std::optional<TautString> MotionSearch::impossible() const {
  if (!sides_ || !arm_->closures().empty()) return {};
  return sides_->impossible(*arm_, *goals_, path_);
}

// The nearest posture whose hand is at point t.
bool MotionSearch::to_path(Posture& posture, int t) {
  task_.set(path_.subspan(static_cast<std::size_t>(t), 1));
  task_.update(posture);
  double damping = 1e-3;
  for (int iteration = 0; iteration < 60; ++iteration) {
    if (task_.position_error() <= tolerance_ * arm_->size() && task_.direction_error() <= tolerance_ &&
        task_.loop_error() <= tolerance_ * arm_->size())
      return true;
    const double square = task_.square();
    task_.update_derivatives(posture);
    if (step_.prepare(task_, posture.values()) <= 1e-13 * std::sqrt(square)) return false;
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
void MotionSearch::set_block(double weight, double extra, double* matrix, double* right) {
  const auto n = static_cast<int>(n_);
  std::fill_n(matrix, n_ * n_, 0.0);
  std::fill_n(right, n_, 0.0);
  const auto add = [&](const double* row, double factor, double value) {
    for (int i = 0; i < n; ++i) {
      if (row[i] == 0.0) continue;
      const double f = factor * row[i];
      right[i] += f * value;
      for (int j = 0; j <= i; ++j) matrix[i * n + j] += f * row[j];
    }
  };
  for (int k = 0; k < terms_.size(); ++k) {
    for (int i = 0; i < n; ++i) way_[static_cast<std::size_t>(i)] = terms_.row(k)[i] * task_.scale(i);
    add(way_.data(), step_weight_ * weight, -terms_.residual(k));
  }
  for (int r = 0; r < task_.rows(); ++r) add(task_.row(r), hand_weight, task_.error()[r]);
  for (int i = 0; i < n; ++i) matrix[i * n + i] += extra;
  if (!preferences_.is_empty()) preferences_.add(posture_, task_, step_weight_, matrix, right);
}

// A neighbour in time draws the posture towards itself.
void MotionSearch::add_way(std::span<const double> values, double* right) {
  posture_.way_to(values, task_, way_);
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
  const auto n = static_cast<int>(n_);
  for (int t = 1; t < points(); ++t) {
    const std::span<const double> before = at(t - 1);
    if (!to_path(posture_, t)) return t;
    for (int k = 0; k < relaxations; ++k) {
      terms_.evaluate(posture_, margins, t);
      if (terms_.size() == 0 && preferences_.is_empty()) break;
      task_.update(posture_);
      task_.update_derivatives(posture_);
      set_block(weight, 1.0, matrix_.data(), change_.data());
      add_way(before, change_.data());
      if (!factor_positive(matrix_.data(), n)) break;
      solve_factored(matrix_.data(), change_.data(), n);
      if (std::all_of(change_.begin(), change_.end(), [](double c) { return std::abs(c) < 1e-3; })) break;
      limit_and_scale(change_, 0.1);
      std::copy(posture_.values().begin(), posture_.values().end(), old_.begin());
      posture_.move(posture_, change_);
      if (!to_path(posture_, t)) {
        posture_.set(std::span(old_).first(n_));
        break;
      }
    }
    std::copy(posture_.values().begin(), posture_.values().end(), at(t).begin());
  }
  return points();
}

double MotionSearch::measure(const GoalMargins& margins, double weight) {
  double sum = 0.0;
  least_distance_ = std::numeric_limits<double>::infinity();
  for (int t = 1; t < points(); ++t) {
    posture_.set(at(t));
    terms_.evaluate(posture_, margins, t);
    least_distance_ = std::min(least_distance_, terms_.least_distance());
    sum += step_weight_ * (0.5 * weight * terms_.square() + preferences_.cost(posture_, task_));
    posture_.way_to(at(t - 1), task_, way_);
    for (const double w : way_) sum += 0.5 * w * w;
  }
  return sum;
}

bool MotionSearch::relax(const GoalMargins& margins, double weight) {
  const auto n = static_cast<int>(n_);
  const int last = points() - 1;
  const double present = measure(margins, weight);
  old_ = values_;
  for (int trials = 0; trials < 8; ++trials) {
    // Elimination: S_t = D_t - S_(t-1)^-1, b_t += S_(t-1)^-1 b_(t-1).
    bool positive = true;
    for (int t = 1; t <= last && positive; ++t) {
      double* b = right_.data() + static_cast<std::size_t>(t) * n_;
      double* inverse = inverses_.data() + static_cast<std::size_t>(t) * n_ * n_;
      posture_.set(std::span<const double>(old_).subspan(static_cast<std::size_t>(t) * n_, n_));
      terms_.evaluate(posture_, margins, t);
      task_.set(path_.subspan(static_cast<std::size_t>(t), 1));
      task_.update(posture_);
      task_.update_derivatives(posture_);
      set_block(weight, (t == last ? 1.0 : 2.0) + damping_, matrix_.data(), b);
      add_way(std::span<const double>(old_).subspan(static_cast<std::size_t>(t - 1) * n_, n_), b);
      if (t < last) add_way(std::span<const double>(old_).subspan(static_cast<std::size_t>(t + 1) * n_, n_), b);
      if (t > 1) {
        const double* before = inverse - n_ * n_;
        const double* y = b - n_;
        for (int i = 0; i < n; ++i) {
          double s = 0.0;
          for (int j = 0; j < n; ++j) s += before[i * n + j] * y[j];
          b[i] += s;
          for (int j = 0; j <= i; ++j) matrix_[static_cast<std::size_t>(i * n + j)] -= before[i * n + j];
        }
      }
      positive = factor_positive(matrix_.data(), n);
      if (positive) invert_factored(matrix_.data(), inverse, n);
    }
    // Substitution: x_t = S_t^-1 (b_t + x_(t+1)).
    for (int t = last; t >= 1 && positive; --t) {
      const double* inverse = inverses_.data() + static_cast<std::size_t>(t) * n_ * n_;
      double* b = right_.data() + static_cast<std::size_t>(t) * n_;
      if (t < last)
        for (std::size_t i = 0; i < n_; ++i) b[i] += (b + n_)[i];
      for (int i = 0; i < n; ++i) {
        double s = 0.0;
        for (int j = 0; j < n; ++j) s += inverse[i * n + j] * b[j];
        change_[static_cast<std::size_t>(i)] = s;
      }
      std::copy(change_.begin(), change_.end(), b);
    }
    bool reached = positive;
    for (int t = 1; t <= last && reached; ++t) {
      const auto step = std::span(right_).subspan(static_cast<std::size_t>(t) * n_, n_);
      limit_and_scale(step, 0.3);
      posture_.set(std::span<const double>(old_).subspan(static_cast<std::size_t>(t) * n_, n_));
      posture_.move(posture_, step);
      reached = to_path(posture_, t);
      std::copy(posture_.values().begin(), posture_.values().end(), at(t).begin());
    }
    if (reached && measure(margins, weight) < present * (1.0 - 1e-4)) {
      damping_ = std::max(0.3 * damping_, 1e-4);
      return true;
    }
    damping_ = std::min(10.0 * damping_, 1e6);
    values_ = old_;
  }
  damping_ = 1e-2;
  return false;
}

int MotionSearch::blend(std::span<const double> end) {
  const int last = points() - 1;
  std::copy(at(0).begin(), at(0).end(), old_.begin());
  for (int t = 1; t <= last; ++t) {
    const double share = static_cast<double>(t) / last;
    for (std::size_t i = 0; i < n_; ++i) change_[i] = old_[i] + share * (end[i] - old_[i]);
    posture_.set(change_);
    if (!to_path(posture_, t)) return t;
    std::copy(posture_.values().begin(), posture_.values().end(), at(t).begin());
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
    std::copy(posture_.values().begin(), posture_.values().end(), at(t).begin());
  }
  return points();
}

}  // namespace taut
