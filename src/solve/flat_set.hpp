// Particles in a plane or on a line, and a few of them that span it.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/flat_rigidity.hpp"
#include "taut/model.hpp"

namespace taut {

class FlatSet {
 public:
  FlatSet(const Model& model, std::vector<std::int32_t> particles);  // sorted here, each once

  const std::vector<std::int32_t>& particles() const { return particles_; }
  int dimension() const { return static_cast<int>(base_.size()) - 1; }  // 0: a point, 1: a line, 2: a plane, 3: neither
  const std::vector<std::int32_t>& base() const { return base_; }       // far apart; they span the set
  std::vector<std::int32_t> others() const;                             // all but the base

  bool contains(std::int32_t particle) const;
  // Whether the particles in common fix one against the other: those of two planes, three that are not in line.
  bool is_tied_to(const FlatSet& other) const;
  // Weights of the base that sum to one and give the particle's place.
  std::vector<double> weights(std::int32_t particle) const;
  // Whether it is certain that rods between these pairs of particles hold the set rigid in space.
  bool is_rigid(const PointPairs& rods) const;

 private:
  void choose_base();

  const Model* model_;
  std::vector<std::int32_t> particles_, base_;
};

}  // namespace taut
