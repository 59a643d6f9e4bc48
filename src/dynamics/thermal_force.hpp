// W (f - grad U_measure) at a configuration, kept until another is asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "dynamics/measure.hpp"
#include "dynamics/stage_report.hpp"
#include "taut/forces.hpp"

namespace taut {

class ThermalForce {
 public:
  // Inverse masses are those of this model.
  ThermalForce(const Model& model, const ForceField& forces, const Plan& plan, double temperature,
               ForceWorkspace& workspace);

  MeasurePotential& measure() { return measure_; }

  // Says in the report where a force is not a number, or where the measure is singular.
  const std::vector<Vec3>& at(const State& state, StageReport& report);
  void forget() { here_.clear(); }

 private:
  const Model& model_;
  const ForceField& forces_;
  MeasurePotential measure_;
  std::vector<Vec3> acceleration_, here_;  // where it was taken
  double time_ = 0.0;
  ForceWorkspace& workspace_;
};

}  // namespace taut
