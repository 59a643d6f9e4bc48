// Forces of redundant constraints: many sets of forces give the same motion; of them, the one with the least sum of
// squares.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "solve/particle_fields.hpp"
#include "solve/row_block.hpp"

namespace taut {

// For one component whose dependent rows are left out of the solve.
class ForceSharing {
 public:
  ForceSharing(const Model& model, const Component& component, ParticleFields& fields);

  // Given the forces of the independent rows at this configuration, shares them with the dependent ones.
  void share(const Configuration& at, std::span<double> forces);

 private:
  std::vector<std::int32_t> particles_;
  RowBlock independent_;
  std::vector<std::int32_t> independent_rows_;
  std::unique_ptr<Solver> all_;
  std::vector<double> x_;
  ParticleFields& fields_;
};

}  // namespace taut
