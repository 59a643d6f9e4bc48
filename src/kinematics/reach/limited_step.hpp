// A damped step of joint values within their limits.
//   dq = J_F^T (J_F J_F^T + mu)^-1 (e - J_C dq_C)
// F are the values that are free, C those that the step has brought to a limit, where they stay; what they leave undone
// goes to the others, so the step is made anew until none is brought to a limit. Where that is slow, close to full
// stretch and for targets out of reach, Newton's step minimises the square of the error with its second derivatives:
//   dq = (J_F^T J_F - e . d2 hand + mu)^-1 J_F^T e
// Of a ball at the rim of its cone one direction is in C, the others are free (swing_limits.hpp).
#pragma once

#include <span>
#include <vector>

#include "kinematics/reach/swing_limits.hpp"
#include "kinematics/reach/task.hpp"

namespace taut {

class LimitedStep {
 public:
  explicit LimitedStep(const Arm& arm);

  // Prepares steps from this posture, for the error and derivatives of the task. Says how long the direction of
  // steepest descent is that the limits leave.
  double prepare(const Task& task, const Posture& posture);
  // In units of the values. False when the matrix is not positive.
  enum class Kind { gauss_newton, newton };
  void set_curvature(Task& task, const Posture& posture);  // before steps of Newton
  bool make(Kind kind, const Task& task, std::span<const double> values, double damping, double longest);
  std::span<const double> step() const { return step_; }

 private:
  bool solve(const Task& task, double damping);
  bool solve_with_curvature(const Task& task, double damping);
  void set_rows(const Task& task);
  void project_curvature();
  bool stop_at_limits(const Task& task, std::span<const double> values);
  bool stop_at_rims(const Task& task);

  const Arm* arm_;
  SwingLimits swings_;
  bool has_rims_;
  const double* rows_ = nullptr;  // J_F: of the task, or where balls have stopped in
  std::vector<double> projected_, projected_square_;
  std::vector<double> step_, trial_;
  std::vector<double> descent_, matrix_, right_, rest_;
  std::vector<double> square_, full_, reduced_;
  std::vector<int> list_;
  std::vector<char> free_, free_now_;
};

}  // namespace taut
