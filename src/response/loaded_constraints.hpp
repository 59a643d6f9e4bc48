// What the constraints of a system at rest carry, and the stiffness that this gives them.
#pragma once

#include <string>
#include <vector>

#include "taut/forces.hpp"
#include "taut/matrix.hpp"
#include "taut/solve.hpp"

namespace taut {

struct LoadedConstraints {
  std::vector<MatrixEntry> stiffness;  // sum lambda d2 sigma
  double largest_acceleration = 0.0;   // zero in an equilibrium
  double largest_load = 0.0;           // |W f| without constraints, to compare with
};

// At the positions of the model, time 0.
Expected<LoadedConstraints> loaded_constraints(const Model& model, const ForceField& forces);

}  // namespace taut
