// What a box carries along when it changes its size: particles that constraints or bonds join, as wholes.
#pragma once

#include <cstdint>
#include <vector>

#include "taut/forces.hpp"
#include "taut/model.hpp"
#include "taut/state.hpp"

namespace taut {

class Molecules {
 public:
  Molecules(const Model& model, const ForceField& forces);

  std::size_t size() const { return masses_.size(); }
  // Of the centres of mass; the velocities relative to that of all if asked.
  void take(const State& state, bool relative);
  double kinetic_energy() const;                                            // of the centres
  double inner_virial(const State& state, const Vec3* acceleration) const;  // sum of f (r - centre)
  // Every molecule goes with its centre to `factor` times where it is, and its velocity against the factor, so that
  // position times momentum stays; relative positions and velocities within it keep every bit.
  void scale(State& state, double factor) const;

 private:
  std::vector<std::int32_t> of_;  // each particle
  std::vector<double> mass_;      // of each particle
  std::vector<double> masses_;    // of each molecule
  std::vector<Vec3> centre_, velocity_;
};

}  // namespace taut
