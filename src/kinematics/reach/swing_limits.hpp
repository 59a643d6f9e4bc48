// Balls at the rims of their cones, in a step of joint values. How far a ball has swung, s, is the angle between its
// x-axis, u, and where that was at rest, a:
//   ds = n . w      n = a x u / |a x u|      w    the turn of a step, about the axes of the room
// A ball that a step takes out of its cone stops where it crosses the rim: with m the axis n there,
//   w = c m + P w,      P = 1 - m m^T
// c leads to the rim and P leaves the ball free to slide along it and to twist. Sliding leaves the cone by the square
// of the step, for which the ball is turned back (Posture::move); that is of the order that any step leaves undone.
#pragma once

#include <span>
#include <vector>

#include "kinematics/arm/posture.hpp"

namespace taut {

class SwingLimits {
 public:
  explicit SwingLimits(const Arm& arm);

  bool is_empty() const { return balls_.empty(); }  // no ball has a rim that it could reach

  // Where the balls are. Those on their rims that `descent` would take out are blocked, and it loses what is.
  void prepare(const Posture& posture, std::span<double> descent);
  void reset();  // only those stay stopped that are blocked

  // Stops balls that the turns of `trial` would take out, and puts their c m into `step`. Says whether there were any.
  bool stop(std::span<const double> trial, std::span<double> step);

  // Rows of derivatives by all values: what stopped balls cannot do is taken out of them.
  void project_row(std::span<double> row) const;
  // A symmetric matrix of all values, whole: P A P, one where P is zero, and what turning a sliding ball back adds.
  void project_square(std::span<double> matrix, int n) const;

 private:
  struct Ball {
    int joint, value;
    double widest;
    double swing = 0.0, slope = 0.0;  // slope: what the descent would gain beyond the rim
    Vec3 along = {}, rest = {};       // u and a
    Vec3 outward = {};                // m
    bool is_blocked = false, is_stopped = false;
  };
  static Vec3 axis_of_swing(const Ball& ball, const Vec3& along);
  static Vec3 projected(const Ball& ball, const Vec3& turn);

  std::vector<Ball> balls_;
};

}  // namespace taut
