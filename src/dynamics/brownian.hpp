// Motion against drag in a bath, first order in the step [ottinger1996, section 5.4]:
//   r' = r + h W (f - grad U_m) + sqrt(2 kT h W) xi - W B(r)^T lambda   with lambda such that sigma(r') = 0
// where W = 1/drag. As h goes to zero it samples exp(-(U + U_m)/kT) with the density sqrt(det A_drag) of masses that
// are the drags; U_m, see measure.hpp, makes it that of the masses, or even. A stepper for a model whose masses are the
// drags does the rest, as in overdamped.hpp.
#pragma once

#include <memory>
#include <vector>

#include "dynamics/constrained_move.hpp"
#include "dynamics/motion.hpp"
#include "dynamics/noise.hpp"
#include "dynamics/thermal_force.hpp"

namespace taut {

class Brownian final : public Motion {
 public:
  Brownian(const Model& model, const ForceField& forces, const Plan& plan, const IntegratorOptions& options);

  StageReport stage(State& state, double t, double h) override;
  StageReport begin(State& state, double h) override;

 private:
  Brownian(std::unique_ptr<const Model> drags, const Model& masses, const ForceField& forces, const Plan& plan,
           const IntegratorOptions& options);
  void take_deviations(double h);

  std::unique_ptr<const Model> drags_;  // in the place of masses
  double temperature_;
  Noise noise_;
  ConstrainedMove move_;
  ThermalForce force_;
  std::vector<double> deviation_;  // of a coordinate of each particle, over a step of
  double step_ = 0.0;
  State end_;
};

}  // namespace taut
