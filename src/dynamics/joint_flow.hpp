// Torques that depend on the rates of their joints: the flow of all forces together at fixed positions,
//   dv/dt = P W (f + sum_k torque_k(w_k) grad q_k),   w_k = grad q_k . v
// with P the projection that keeps velocities on the constraints. With g_k = P W grad q_k the rates obey equations of
// their own, one a joint,
//   dw/dt = a + S torque(w),   S_kl = grad q_k . g_l,   a_k = g_k . f
// S is the inverse of the inertia that a joint feels: of all that the constraints make it move, however light the
// particles at the joint itself are. The velocity gets the impulses J_k g_k, J = integral of the torques.
//
// A step of length T takes the torques as torque' + D (w - w'), w' = (w(0) + w(T))/2, D <= 0 the diagonal of their
// slopes there, and the exact solution of that:
//   J = T b - T^2 R phi2(-T R S R) R (a + S b),   b = torque' + D (w(0) - w'),   R R = -D,   phi2(z) = (e^z - 1 -
//   z)/z^2
// It is exact where torques are linear in w, symmetric in time, and goes to the steady rate however strong the damping
// is. Where w' is not found a step is halved. It is found to the rounding of the torques, which are differences of
// larger numbers where a servo holds a load at rest, or to where the joint ends in the same place, rounded.
#pragma once

#include <cstdint>
#include <vector>

#include "dynamics/small_modes.hpp"
#include "dynamics/stage_report.hpp"
#include "solve/constraint_set.hpp"
#include "taut/forces.hpp"

namespace taut {

class JointFlow {
 public:
  JointFlow(const Model& model, const ForceField& forces, const Plan& plan, ForceWorkspace& workspace);

  // Takes S and g where the constraints are linearised.
  SolveReport take(const Configuration& at, ConstraintSet& constraints);
  // Adds the impulses of the torques over `duration` to u and dv; u is on the constraints and has those of the other
  // forces, `acceleration` times duration, already.
  void flow(const std::vector<Vec3>& acceleration, double duration, std::vector<Vec3>& u, std::vector<Vec3>& dv,
            StageReport& report);

 private:
  struct Joint {
    std::size_t torque;  // of the forces
    JointAt at = {};
    double scale = 1.0;
    double rounding = 0.0;  // of q, for that of the places of its particles
  };
  // Joints that feel one another, and the particles that they move.
  struct Mechanism {
    std::size_t first, count;  // joints
    std::vector<std::int32_t> particles;
    std::vector<double> inertia;  // S, row by row
  };

  void find_mechanisms(const Plan& plan);
  SolveReport push(std::size_t slot, ConstraintSet& constraints);
  void look(Joint& joint, const Vec3* position) const;
  void take_inertia(Mechanism& mechanism);
  double rate_of(const Joint& joint, const Vec3* velocity) const;
  const Vec3* pushed(std::size_t slot) const { return pushed_.data() + slot * size_; }
  void begin(const Mechanism& mechanism, const std::vector<Vec3>& acceleration, double duration, const Vec3* u);
  bool advance(const Mechanism& mechanism, double duration, int halvings);
  bool step(const Mechanism& mechanism, double duration);
  void linearise(const Mechanism& mechanism);
  double solve(const Mechanism& mechanism, double duration);
  void apply_phi2(std::size_t n, double duration, std::vector<double>& x);
  void apply_series(std::size_t n, double duration, std::vector<double>& x);

  const Model& model_;
  const ForceField& forces_;
  std::size_t size_;  // particles
  std::vector<Joint> joints_;
  std::vector<Mechanism> mechanisms_;
  std::vector<Vec3> pushed_, force_;  // g of the first, second, ... joint of every mechanism; work
  double time_ = 0.0;
  std::vector<double> rate_, after_, middle_, pull_, torque_, torque_size_, slope_, root_, impulse_, total_, work_,
      term_, next_;
  std::vector<double> matrix_;  // R S R
  double decay_ = 0.0;          // the fastest is not faster
  SmallModes modes_;            // of it
  bool modes_found_ = false;
  ForceWorkspace& workspace_;
};

}  // namespace taut
