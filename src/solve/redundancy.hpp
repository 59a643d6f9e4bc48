// Rows that depend on one another at the start: which, and of what kind [science, section 2].
//
//   redundant      the others imply it wherever the particles go
//   contradictory  the others exclude it
//   singular       its gradient depends on theirs here and not nearby: it holds to first order only
#pragma once

#include <vector>

#include "taut/solve.hpp"

namespace taut {

struct Redundancy {
  std::vector<DependentSet> sets;
  std::vector<bool> dependent;  // of the model's rows; empty when all are independent
};

Redundancy find_redundancy(const Model& model);

}  // namespace taut
