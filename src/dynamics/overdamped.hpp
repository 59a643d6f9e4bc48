// First-order motion, where drag D is all that resists:
//   D v = f - B^T lambda,   B v + dsigma/dt = 0
// These are the equations of a constrained impulse with drags in the place of masses, so that a stepper for a model
// whose masses are the drags has all that is needed. With W = 1/D, a step of Euler's method is
//   r' = r + h W (f(r) - B(r)^T lambda)   with lambda such that sigma(r') = 0
// and one of the midpoint rule takes f and B at the end of such a step of half the length. The velocity of a state is
// the one that belongs to its positions.
#pragma once

#include <memory>
#include <vector>

#include "dynamics/motion.hpp"

namespace taut {

class Overdamped final : public Motion {
 public:
  Overdamped(const Model& model, const ForceField& forces, const Plan& plan, const IntegratorOptions& options);

  StageReport stage(State& state, double t, double h) override;
  Watch watch() const override { return Watch::leaps; }
  StageReport begin(State& state, double h) override;
  SolveReport constraint_forces(const State& state, double h, std::span<double> forces) override;

 private:
  Overdamped(std::unique_ptr<const Model> drags, const ForceField& forces, const Plan& plan,
             const IntegratorOptions& options);

  bool lacks_force(StageReport& report);
  void move(const State& from, const State& at, double t, double h, State& to, StageReport& report);
  SolveReport take_velocities(State& state, double h);
  void take_free_velocities(const State& state);

  std::unique_ptr<const Model> drags_;  // in the place of masses
  int order_;
  std::vector<Vec3> u_, ignored_;
  State middle_, end_;
};

}  // namespace taut
