// Forces between all pairs within a cut-off, by a neighbour list.
#pragma once

#include <atomic>
#include <optional>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "forces/neighbour_list.hpp"
#include "forces/pair_table.hpp"

namespace taut {

class PairForces {
 public:
  PairForces(const Model& model, PairTable table, Exclusions exclusions, const PairForcesSpec& spec);

  // On `team`, if there is one. What is computed depends on the positions only.
  void add(const Vec3* position, Vec3* force, ThreadTeam* team);
  std::pair<double, double> energies(const Vec3* position);  // dispersion, Coulomb
  void add_virial(const Vec3* position, Tensor& virial);
  PairSums sums(const Vec3* position, ThreadTeam* team);
  void add_stiffness(const Vec3* position, std::vector<MatrixEntry>& to);
  std::optional<ForceField::StrongPair> strongest(const Vec3* position);

  void use_box(const Vec3& box);  // from now on
  double cutoff() const { return table_.cutoff(); }
  int useful_threads() const { return static_cast<int>(parts_); }
  void use(const PairKernels& kernels) { kernels_ = &kernels; }  // for tests
  const NeighbourList& list() const { return list_; }
  Vec3 between(const Vec3& a, const Vec3& b) const;  // from the nearest image of b to a

 private:
  class Turn;  // of one caller after the other
  template <class Visit>
  void for_each_pair(const Vec3* position, Visit&& visit);  // (i, j, distance vector, scale) of those in the list
  PairJob job(std::size_t part) const;
  void pack(const Vec3* position);
  void add_scaled(const Vec3* position);
  RadialTerms terms(std::size_t i, std::size_t j, double s) const;

  PairTable table_;
  NeighbourList list_;
  Vec3 box_;
  double scale_14_;
  const PairKernels* kernels_;
  std::vector<double> laws_, packed_;
  std::vector<char> dispersing_;
  std::size_t parts_;           // of the owners; each sums into forces of its own
  std::vector<double> forces_;  // of the parts
  std::vector<PairSums> sums_;  // likewise
  std::atomic_flag busy_ = {};
};

}  // namespace taut
