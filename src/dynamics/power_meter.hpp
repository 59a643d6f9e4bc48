// What flows into the energy at a state: the power of damping, of forces without a potential, and of whatever leads
// driven particles and constraints that change with time. A constraint force -lambda grad sigma on the moving particles
// has the power
//
//   -lambda grad sigma.v over them = lambda (dsigma/dt at fixed positions + grad sigma.v over driven particles)
#pragma once

#include <span>
#include <vector>

#include "solve/row_block.hpp"
#include "taut/integrate.hpp"

namespace taut {

class PowerMeter {
 public:
  PowerMeter(const Model& model, const ForceField& forces);

  bool needs_constraint_forces() const { return rows_.size() > 0; }
  // With the forces of all rows at this state, which may be left out where they are not needed.
  Integrator::Power read(const State& state, std::span<const double> forces, ForceWorkspace& work);

 private:
  double of_constraints(const State& state, std::span<const double> forces);

  const ForceField& forces_;
  Component led_;  // rows that depend on time, themselves or by a driven particle
  RowBlock rows_;
  std::vector<Vec3> scratch_;
};

}  // namespace taut
