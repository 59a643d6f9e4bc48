// The equilibrium of a constrained system under load: f = B^T lambda and sigma = 0 at one time.
//
// A step of Newton's method, from a configuration on the constraints, solves the saddle-point system of saddle.hpp,
//   (K + sum lambda d2 sigma + mu) x + B^T lambda' = f,   B x = 0,   K = -df/dr
// and r + x is brought back onto the constraints. mu is zero wherever that leads downhill; elsewhere it is raised until
// it does [more1978]. Downhill is less potential energy or, where forces have none, less of the acceleration that
// constraints leave to particles at rest.
#pragma once

#include <vector>

#include "dynamics/stepper.hpp"
#include "solve/saddle.hpp"

namespace taut {

class Equilibrium {
 public:
  Equilibrium(const Model& model, const ForceField& forces, const Plan& plan, Stepper& stepper);

  // Moves the positions of a state that is on the constraints to an equilibrium nearby, and prepares the stepper for
  // it. The report's iterations are those of Newton's method.
  StageReport find(State& state);

 private:
  SolveReport look_at(const State& state);
  double merit(const State& state);
  Saddle newton_matrix(const State& state, double mu) const;
  bool is_balanced() const;
  double step_length(const Saddle& saddle);
  bool improve(State& state, double length);
  std::int32_t freest(const Saddle& saddle) const;

  const Model& model_;
  const ForceField& forces_;
  const Plan& plan_;
  Stepper& stepper_;
  std::vector<std::int32_t> rows_;  // independent ones
  double tolerance_;
  double extent_ = 1.0;         // of the system
  double strongest_ = 0.0;      // acceleration without constraints, at the start
  std::vector<Vec3> force_;     // f at the state
  std::vector<double> lambda_;  // that balance it best, one a row of the model
  std::vector<Vec3> rest_;      // W (f - B^T lambda)
  std::vector<Vec3> x_;
  State trial_;
};

}  // namespace taut
