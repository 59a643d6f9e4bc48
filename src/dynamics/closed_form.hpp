// Second-order motion by the equations in closed form [thesis, eq. 4.37]: the accelerations of a constrained system are
// a function of its positions and velocities,
//   r'' = W (f - B^T lambda),   A lambda = B W f + v'(d2 sigma)v + 2 (dB/dt) v + d2 sigma/dt2
// which makes sigma'' = 0, and an explicit Runge-Kutta method integrates them. Nothing keeps sigma itself at zero: its
// error grows, and how fast is what this method is here to show. Against it,
//   baumgarte    sigma'' + 2 a sigma' + a^2 sigma = 0 in the place of sigma'' = 0 [baumgarte1972]: its solution from
//   the
//                begin of the step on says what sigma'' is in the stages. Their own sigma is of order h^2, and a^2
//                times that, with a in proportion to 1/h, would leave nothing of the order of the method
//   projection   positions, then velocities, are brought onto the constraints after every step
#pragma once

#include <vector>

#include "dynamics/motion.hpp"
#include "dynamics/runge_kutta.hpp"

namespace taut {

class ClosedForm final : public Motion {
 public:
  ClosedForm(const Model& model, const ForceField& forces, const Plan& plan, const IntegratorOptions& options);

  StageReport stage(State& state, double t, double h) override;
  Watch watch() const override { return Watch::branches; }

 private:
  void evaluate(std::size_t stage, const State& state, double begin, double h, StageReport& report);
  void take_place(std::size_t stage, const State& state, double t, double h);
  SolveReport constrain(std::size_t stage, double h);
  void look_at_violations(const Solver& solver, const Vec3* v);
  double wanted_acceleration(std::size_t row, double time) const;
  void combine(const State& state, double t, double h);
  void settle(double h, StageReport& report);

  const RungeKutta& method_;
  Stabilisation stabilisation_;
  double rate_;                                             // of Baumgarte; 0: none
  std::vector<std::vector<Vec3>> velocity_, acceleration_;  // of each stage: the derivative of (r, v)
  std::vector<Vec3> position_, nothing_;                    // of a stage, and its low part
  std::vector<double> rate_of_row_;                         // sigma' of one solver
  std::vector<double> off_, leaving_;                       // by row, at the begin of the step: sigma, sigma' + a sigma
  State end_;                                               // of the step
};

}  // namespace taut
