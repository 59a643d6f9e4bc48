// Motion of an arm in its joint values: kinetic energy and Lagrange's equations from the frames of the joints alone, by
// differences. Knows rods and bodies, nothing of points and constraints. No balls.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "taut/arm.hpp"

namespace taut::support {

struct RigidPiece {  // of an arm: mass, centre and tensor of inertia about it, in the frame of a joint
  int joint;
  double mass;
  Eigen::Vector3d center;
  Eigen::Matrix3d inertia;
};

Eigen::Vector3d column(const Vec3& v);
Eigen::Matrix3d matrix(const Rotation& r);

// A limb in space is a uniform cylinder, a twentieth of its length in radius where it has none; in the plane a rod.
std::vector<RigidPiece> rigid_pieces(const Arm& arm);

class ArmMotion {
 public:
  ArmMotion(const Arm& arm, const Vec3& gravity);

  using Vector = Eigen::VectorXd;

  double potential(const Vector& q) const;
  // M(q): from velocities of centres and spins of frames, by differences of four points.
  Eigen::MatrixXd mass_matrix(const Vector& q) const;
  // M a = tau - dV/dq - (dM/dt w - 1/2 d(w M w)/dq)
  Vector bias(const Vector& q, const Vector& w) const;
  Vector torque(const Vector& q, const Vector& w, const Vector& a) const;

  // Runge and Kutta's fourth order, from rest or not; torque(q, w, t).
  using Torque = std::function<Vector(const Vector&, const Vector&, double)>;
  void run(Vector& q, Vector& w, double duration, int steps, const Torque& torque = {}) const;

 private:
  std::vector<Placement> frames_at(const Vector& q) const;

  const Arm& arm_;
  std::vector<RigidPiece> pieces_;
  Eigen::Vector3d gravity_;
};

}  // namespace taut::support
