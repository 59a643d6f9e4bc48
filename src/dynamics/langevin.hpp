// Langevin dynamics by g-BAOAB [leimkuhler2016]: a step of length h is
//   B  v += (h/2) W f, projected            A  `substeps` drifts of h / (2 substeps) along the constraints
//   O  v = c v + sqrt(kT W (1 - c^2)) xi, projected, c = exp(-friction h)          A and B again
// A drift is a RATTLE step without force: r' = r + t v - t W B(r)^T lambda on the constraints, the same impulse for v,
// and v projected at r'. Friction is the drag over the mass of each particle.
//
// Where the friction differs within a component, O as it stands would not keep the distribution of v: its normal part,
// which constraints took away, would be missed. So one is drawn, v += W B^T A^-1 B eta with eta normal of variance kT
// W, and v is normal in the whole space before it decays; then every projected v is what it should be, whatever c is.
#pragma once

#include <vector>

#include "dynamics/constrained_move.hpp"
#include "dynamics/motion.hpp"
#include "dynamics/noise.hpp"
#include "dynamics/thermal_force.hpp"

namespace taut {

class Langevin final : public Motion {
 public:
  Langevin(const Model& model, const ForceField& forces, const Plan& plan, const IntegratorOptions& options);

  StageReport stage(State& state, double t, double h) override;
  StageReport begin(State& state, double h) override;

 private:
  void kick(double h, StageReport& report);
  void drift(double h, StageReport& report);
  void rub(double h, StageReport& report);
  void add_normal_part(double h, StageReport& report);
  void take_decay(double h);

  double temperature_;
  int substeps_;
  Noise noise_;
  ConstrainedMove move_;
  ThermalForce force_;
  std::vector<double> rate_;               // friction of each particle
  std::vector<double> decay_, deviation_;  // c, and that of the noise, over a step of
  double step_ = 0.0;
  std::vector<double> spread_;  // of a thermal velocity
  bool uneven_ = false;         // friction within some component
  std::vector<Vec3> noise_vectors_, tangent_;
  State end_;
};

}  // namespace taut
