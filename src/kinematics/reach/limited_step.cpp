#include "kinematics/reach/limited_step.hpp"

#include <algorithm>
#include <cmath>

#include "base/dense_positive.hpp"

namespace taut {
namespace {

bool solve_positive(double* a, double* b, std::ptrdiff_t n) {
  if (!factor_positive(a, n)) return false;
  solve_factored(a, b, n);
  return true;
}

}  // namespace

LimitedStep::LimitedStep(const Arm& arm) : arm_(&arm), swings_(arm), has_rims_(!swings_.is_empty()) {
  const auto n = static_cast<std::size_t>(arm.value_count());
  const std::size_t m = most_task_rows(arm);
  step_.resize(n);
  trial_.resize(n);
  descent_.resize(n);
  matrix_.resize(m * m);
  right_.resize(m);
  rest_.resize(m);
  free_.resize(n);
  free_now_.resize(n);
  reduced_.resize(n);
  list_.reserve(n);
  if (has_rims_) projected_.resize(m * n);
}

double LimitedStep::prepare(const Task& task, const Posture& posture) {
  const int n = task.values(), m = task.rows();
  std::fill(descent_.begin(), descent_.end(), 0.0);
  for (int r = 0; r < m; ++r) {
    const double* row = task.row(r);
    const double e = task.error()[r];
    for (int q = 0; q < n; ++q) descent_[static_cast<std::size_t>(q)] += e * row[q];
  }
  if (has_rims_) swings_.prepare(posture, descent_);
  const std::span<const double> values = posture.values();
  double square = 0.0;
  for (int q = 0; q < n; ++q) {
    const auto k = static_cast<std::size_t>(q);
    const bool blocked =
        (values[k] <= arm_->lower(q) && descent_[k] <= 0.0) || (values[k] >= arm_->upper(q) && descent_[k] >= 0.0);
    free_[k] = !blocked;
    if (!blocked) square += descent_[k] * descent_[k];
  }
  return std::sqrt(square);
}

void LimitedStep::set_curvature(Task& task, const Posture& posture) {
  const auto n = static_cast<std::size_t>(task.values());
  square_.assign(n * n, 0.0);  // only here: most arms of very many joints never need it
  full_.resize(n * n);
  if (has_rims_) projected_square_.resize(n * n);
  for (int r = 0; r < task.rows(); ++r) {
    const double* row = task.row(r);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j) square_[i * n + j] += row[i] * row[j];
  }
  task.add_curvature(posture, square_.data());
}

bool LimitedStep::make(Kind kind, const Task& task, std::span<const double> values, double damping, double longest) {
  std::fill(step_.begin(), step_.end(), 0.0);
  free_now_ = free_;
  std::copy_n(task.error(), task.rows(), rest_.data());
  rows_ = task.row(0);
  if (has_rims_) swings_.reset(), set_rows(task);
  for (int pass = 0; pass < task.values(); ++pass) {
    if (!(kind == Kind::newton ? solve_with_curvature(task, damping) : solve(task, damping))) return false;
    double largest = 0.0;
    for (std::size_t k = 0; k < trial_.size(); ++k)
      if (free_now_[k]) largest = std::max(largest, std::abs(trial_[k]));
    if (largest > longest)
      for (std::size_t k = 0; k < trial_.size(); ++k) trial_[k] *= longest / largest;
    const bool at_limits = stop_at_limits(task, values), at_rims = has_rims_ && stop_at_rims(task);
    if (!at_limits && !at_rims) break;
  }
  if (has_rims_)  // what has led balls to their rims is in the step
    for (std::size_t k = 0; k < trial_.size(); ++k) trial_[k] += step_[k];
  for (std::size_t k = 0; k < trial_.size(); ++k) {
    if (free_now_[k]) step_[k] = trial_[k];
    step_[k] *= task.scale(static_cast<int>(k));
  }
  return true;
}

void LimitedStep::set_rows(const Task& task) {
  const auto n = static_cast<std::size_t>(task.values()), m = static_cast<std::size_t>(task.rows());
  std::copy_n(task.row(0), m * n, projected_.data());
  rows_ = projected_.data();
  for (std::size_t r = 0; r < m; ++r) swings_.project_row(std::span(projected_).subspan(r * n, n));
}

bool LimitedStep::solve(const Task& task, double damping) {
  const std::ptrdiff_t n = task.values(), m = task.rows();
  const char* free = free_now_.data();
  const double* rows = rows_;
  double* a = matrix_.data();
  double trace = 0.0;
  for (std::ptrdiff_t r = 0; r < m; ++r) {
    const double* x = rows + r * n;
    for (std::ptrdiff_t s = 0; s <= r; ++s) {
      const double* y = rows + s * n;
      double sum = 0.0;
      for (std::ptrdiff_t q = 0; q < n; ++q) sum += free[q] ? x[q] * y[q] : 0.0;
      a[r * m + s] = sum;
    }
    trace += a[r * m + r];
  }
  constexpr double round_off = 1e-14;  // of the trace: keeps the factor positive where the arm is singular
  for (std::ptrdiff_t r = 0; r < m; ++r) a[r * m + r] += damping + round_off * trace;
  std::copy_n(rest_.data(), m, right_.data());
  if (!solve_positive(a, right_.data(), m)) return false;
  std::fill(trial_.begin(), trial_.end(), 0.0);
  for (std::ptrdiff_t r = 0; r < m; ++r) {
    const double* row = rows + r * n;
    for (std::ptrdiff_t q = 0; q < n; ++q)
      trial_[static_cast<std::size_t>(q)] += right_[static_cast<std::size_t>(r)] * row[q];
  }
  return true;
}

bool LimitedStep::solve_with_curvature(const Task& task, double damping) {
  const std::ptrdiff_t n = task.values();
  if (has_rims_) project_curvature();
  const double* square = has_rims_ ? projected_square_.data() : square_.data();
  list_.clear();
  for (int q = 0; q < task.values(); ++q)
    if (free_now_[static_cast<std::size_t>(q)]) list_.push_back(q);
  const auto size = static_cast<std::ptrdiff_t>(list_.size());
  for (std::ptrdiff_t i = 0; i < size; ++i) {
    const int a = list_[static_cast<std::size_t>(i)];
    double* to = full_.data() + i * size;
    for (std::ptrdiff_t j = 0; j <= i; ++j) to[j] = square[a * n + list_[static_cast<std::size_t>(j)]];
    to[i] += damping;
    // Of J^T (e - J_C dq_C); what the values at their limits do to the curvature is left out.
    double right = 0.0;
    for (std::ptrdiff_t r = 0; r < task.rows(); ++r) right += rows_[r * n + a] * rest_[static_cast<std::size_t>(r)];
    reduced_[static_cast<std::size_t>(i)] = right;
  }
  if (!solve_positive(full_.data(), reduced_.data(), size)) return false;
  std::fill(trial_.begin(), trial_.end(), 0.0);
  for (std::ptrdiff_t i = 0; i < size; ++i)
    trial_[static_cast<std::size_t>(list_[static_cast<std::size_t>(i)])] = reduced_[static_cast<std::size_t>(i)];
  return true;
}

void LimitedStep::project_curvature() {
  const std::size_t n = step_.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      projected_square_[i * n + j] = projected_square_[j * n + i] = square_[i * n + j];
  swings_.project_square(projected_square_, static_cast<int>(n));
}

// Values that the step would take beyond a limit get there and leave the set; says whether there were any.
bool LimitedStep::stop_at_limits(const Task& task, std::span<const double> values) {
  const int n = task.values(), m = task.rows();
  bool any = false;
  for (int q = 0; q < n; ++q) {
    const auto k = static_cast<std::size_t>(q);
    if (!free_now_[k]) continue;
    const double scale = task.scale(q), to = values[k] + scale * trial_[k];
    const double limit = to < arm_->lower(q) ? arm_->lower(q) : to > arm_->upper(q) ? arm_->upper(q) : to;
    if (limit == to) continue;
    any = true;
    free_now_[k] = 0;
    step_[k] = (limit - values[k]) / scale;
    for (int r = 0; r < m; ++r) rest_[static_cast<std::size_t>(r)] -= task.row(r)[q] * step_[k];
  }
  return any;
}

// The same for balls and their cones.
bool LimitedStep::stop_at_rims(const Task& task) {
  if (!swings_.stop(trial_, step_)) return false;
  const int n = task.values();
  for (int r = 0; r < task.rows(); ++r) {
    double left = task.error()[r];
    for (int q = 0; q < n; ++q) left -= task.row(r)[q] * step_[static_cast<std::size_t>(q)];
    rest_[static_cast<std::size_t>(r)] = left;
  }
  set_rows(task);
  return true;
}

}  // namespace taut
