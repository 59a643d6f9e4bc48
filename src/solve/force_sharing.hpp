// Forces of redundant constraints: many sets of forces give the same motion; of them, the one with the least sum of
// squares.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solve/gram.hpp"
#include "solve/particle_fields.hpp"

namespace taut {

// For one component.
class ForceSharing {
 public:
  ForceSharing(const Model& model, const Component& component, ParticleFields& fields);

  // Given the forces of the independent rows at this configuration, shares them with the dependent ones.
  void share(const Configuration& at, std::span<double> forces);

 private:
  using Values = std::vector<double>;
  Values onto_independent(const Values& y);  // X y
  Values onto_dependent(Values f);           // X^T f
  Values shares(const Values& f);            // y

  std::vector<std::int32_t> rows_, dependent_rows_, particles_;
  RowBlock independent_, dependent_;
  Gram gram_;
  ParticleFields& fields_;
};

}  // namespace taut
