// Hybrid Monte Carlo on the constraints [duane1987; lelievre2019]. A move draws tangent velocities at the temperature,
// follows the motion for `substeps` steps of RATTLE, and is accepted with probability
//   min(1, exp(-(E' - E)/kT)),   E = U + v M v / 2 (+ (kT/2) ln det A for the uniform measure)
// RATTLE keeps phase volume and is its own mirror image, so that exp(-U/kT) is sampled exactly, whatever the step, if
// the motion runs back to where it began. With long steps the equations have several solutions, and it may not: so it
// is run back, and a move that does not return, or has no solution, is rejected as well.
//
// Parts of the system that neither constraints nor forces connect are accepted or rejected each by itself.
#pragma once

#include <cstdint>
#include <vector>

#include "dynamics/constrained_move.hpp"
#include "dynamics/motion.hpp"
#include "dynamics/noise.hpp"
#include "dynamics/thermal_force.hpp"

namespace taut {

class HybridMonteCarlo final : public Motion {
 public:
  HybridMonteCarlo(const Model& model, const ForceField& forces, const Plan& plan, const IntegratorOptions& options);

  StageReport stage(State& state, double t, double h) override;
  StageReport begin(State& state, double h) override;

 private:
  void find_parts(const Plan& plan);
  void draw_velocities(State& state, double h);
  void follow(State& state, double h, StageReport& report);
  void take_energies(const State& state, std::vector<double>& energies);
  void turn_round(State& state) const;
  void reject_lost(const State& back);
  void reject_by_energy(const GaussianDraw& draw);
  void choose(State& state);

  const Plan& plan_;
  double temperature_;
  int substeps_;
  Noise noise_;
  ConstrainedMove move_;
  ThermalForce force_;
  std::vector<double> spread_;      // of a thermal velocity, for each particle
  std::vector<std::int32_t> part_;  // of each particle; -1: it cannot move
  std::vector<std::size_t> part_of_component_;
  std::size_t parts_ = 0;
  std::vector<std::uint8_t> rejected_;  // by part
  std::vector<double> before_, after_;  // energies by part
  std::vector<double> shares_, determinants_;
  State start_, end_;
};

}  // namespace taut
