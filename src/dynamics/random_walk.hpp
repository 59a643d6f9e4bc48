// The random walk of a constrained system, a Kramers chain in its general form [vesely2013, section VII C]:
//   r' = r + s W^(1/2) xi - W B(r)^T lambda   with lambda such that sigma(r') = 0,  xi standard normal numbers
// Kicks have a variance proportional to 1/m, and the gradients are those from before the kick. As s goes to zero this
// is a diffusion in the metric of the masses, which samples the density of the rigid system, sqrt(det A) in
// generalised coordinates with A = B W B^T [fixman1974]; gradients at the kicked place sample 1 / sqrt(det A) instead,
// see docs/theory.md. A component whose move has no solution stays, and is counted.
#pragma once

#include <vector>

#include "dynamics/constrained_move.hpp"
#include "dynamics/motion.hpp"
#include "dynamics/noise.hpp"

namespace taut {

class RandomWalk final : public Motion {
 public:
  RandomWalk(const Model& model, const ForceField& forces, const Plan& plan, const IntegratorOptions& options);

  StageReport stage(State& state, double t, double h) override;
  StageReport begin(State& state, double h) override;

 private:
  Noise noise_;
  ConstrainedMove move_;
  std::vector<double> deviation_;  // of a coordinate of each particle
};

}  // namespace taut
