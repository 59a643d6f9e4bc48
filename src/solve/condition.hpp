// How far the rows of a component are from depending on one another.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/particle_fields.hpp"
#include "taut/solve.hpp"

namespace taut {

struct Condition {
  double number = 1.0;                // largest over smallest eigenvalue of A, its rows scaled to a unit diagonal
  std::vector<std::int32_t> weakest;  // the rows that nearly depend on one another: large in the last eigenvector
};

// At the start. Exact for up to 200 rows, beyond that estimated to a few per cent, from below.
Condition condition(const Model& model, const Component& component, ParticleFields& fields);

}  // namespace taut
