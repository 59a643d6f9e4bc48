// Forces between all pairs within a cut-off, by a neighbour list. What changes from one evaluation to the next is in a
// workspace of the caller's.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "forces/neighbour_list.hpp"
#include "forces/pair_table.hpp"

namespace taut {

class PairForces;

struct PairWorkspace {
  explicit PairWorkspace(const PairForces& pairs);
  void use_box(const Vec3& to) {
    box = to;
    list.use_box(to);
  }
  Vec3 between(const Vec3& a, const Vec3& b) const;  // from the nearest image of b to a

  Vec3 box;
  NeighbourList list;
  std::vector<double> packed;  // positions and charges
  std::vector<double> forces;  // of the parts
  std::vector<PairSums> sums;  // likewise
};

class PairForces {
 public:
  PairForces(const Model& model, PairTable table, Exclusions exclusions, const PairForcesSpec& spec);

  // On `team`, if there is one. What is computed depends on the positions only.
  void add(const Vec3* position, Vec3* force, PairWorkspace& work, ThreadTeam* team) const;
  std::pair<double, double> energies(const Vec3* position, PairWorkspace& work) const;  // dispersion, Coulomb
  void add_virial(const Vec3* position, Tensor& virial, PairWorkspace& work) const;
  PairSums sums(const Vec3* position, PairWorkspace& work, ThreadTeam* team) const;
  void add_stiffness(const Vec3* position, std::vector<MatrixEntry>& to, PairWorkspace& work) const;
  std::optional<ForceField::StrongPair> strongest(const Vec3* position, PairWorkspace& work) const;

  double cutoff() const { return table_.cutoff(); }
  int useful_threads() const { return static_cast<int>(parts_); }
  void use(const PairKernels& kernels) { kernels_ = &kernels; }  // for tests

 private:
  friend struct PairWorkspace;
  // (i, j, distance vector, scale) of those in the list
  template <class Visit>
  void for_each_pair(const Vec3* position, PairWorkspace& work, Visit&& visit) const;
  PairJob job(std::size_t part, PairWorkspace& work) const;
  void add_scaled(const Vec3* position, PairWorkspace& work) const;
  RadialTerms terms(std::size_t i, std::size_t j, double s) const;

  PairTable table_;
  NeighbourList unmade_;  // what a workspace starts with
  Vec3 box_;              // of the model
  double scale_14_;
  const PairKernels* kernels_;
  std::vector<double> laws_;
  std::vector<char> dispersing_;
  std::size_t parts_;  // of the owners; each sums into forces of its own
};

}  // namespace taut
