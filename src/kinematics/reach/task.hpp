// What hands are to do, and that loops stay closed, as rows e = wanted - present with their derivatives by joint
// values. Lengths are relative to the size of the arm, so that a row of a direction (radians) and one of a place weigh
// alike; sliders alike with hinges.
#pragma once

#include <span>
#include <vector>

#include "kinematics/arm/posture.hpp"
#include "taut/reach.hpp"

namespace taut {

// Of all hands and loops of an arm.
inline std::size_t most_task_rows(const Arm& arm) { return 6 * arm.hands().size() + 3 * arm.closures().size(); }

class Task {
 public:
  explicit Task(const Arm& arm);

  void set(std::span<const Target> targets);
  std::span<const Target> targets() const { return targets_; }
  int rows() const { return rows_; }
  int values() const { return values_; }
  double scale(int value) const { return scale_[static_cast<std::size_t>(value)]; }  // of a step of a value
  std::span<const double> scales() const { return scale_; }

  void update(const Posture& posture);              // the error
  void update_derivatives(const Posture& posture);  // and J, at the posture of the last update()
  // Adds -e . d2 hand / dq dq, the part that Gauss and Newton leave out, of the places alone: column-wise, lower half.
  void add_curvature(const Posture& posture, double* matrix);
  const double* error() const { return error_.data(); }
  const double* row(int r) const { return jacobian_.data() + static_cast<std::size_t>(r * values_); }
  double square() const { return square_; }  // |e|^2

  double position_error() const { return position_error_; }  // the largest of the hands, a length
  double direction_error() const { return direction_error_; }
  double loop_error() const { return loop_error_; }  // the largest gap, a length

 private:
  struct Plane {
    Vec3 u, v;
  };
  static Plane plane_across(const Vec3& direction);
  int rows_of(const Target& target) const;
  void add_gap(const Posture& posture, const ClosureSpec& closure, double* to);
  void add_loop_rows(const Posture& posture, const ClosureSpec& closure, double* row) const;

  const Arm* arm_;
  double size_;
  int values_, rows_ = 0;
  std::vector<Target> targets_;
  std::vector<Plane> across_;  // of targets that are directions
  std::vector<double> scale_, error_, jacobian_;
  std::vector<int> ball_;  // that a value belongs to, counted from 1; 0: none
  struct Motion {
    int value;
    Vec3 velocity, spin;
  };
  std::vector<Motion> motions_;
  double square_ = 0.0, position_error_ = 0.0, direction_error_ = 0.0, loop_error_ = 0.0;
};

}  // namespace taut
