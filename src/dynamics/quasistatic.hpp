// Motion of order zero: at every time the state is the equilibrium of the load at that time, so slowly does the load
// change. Inertia and drag play no part. The velocity of a state is the secant of the step that led to it, in the
// tangent space of the constraints.
#pragma once

#include "dynamics/equilibrium.hpp"
#include "dynamics/motion.hpp"

namespace taut {

class Quasistatic final : public Motion {
 public:
  Quasistatic(const Model& model, const ForceField& forces, const Plan& plan);

  StageReport stage(State& state, double t, double h) override;
  Watch watch() const override { return Watch::leaps; }
  StageReport begin(State& state, double h) override;
  SolveReport constraint_forces(const State& state, double h, std::span<double> forces) override;

 private:
  void foresee(const State& state, double t, double h);
  SolveReport take_velocities(const State& before, double h, State& state);

  Equilibrium equilibrium_;
  State end_;
};

}  // namespace taut
