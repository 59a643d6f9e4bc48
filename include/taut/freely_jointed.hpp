// Freely jointed chains without sampling: the average <E_ij> = c_ij 1 of the response matrix over all directions of the
// bonds, exact to rounding, in the plane and in space (docs/freely-jointed-chain.md has the derivation).
// E is the velocity of bead i for a force on bead j with drags D; with masses for drags it is the acceleration N.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "taut/error.hpp"

namespace taut {

class FreelyJointedChain {
 public:
  // One positive drag a bead, in order along the chain. Averages are integrals over `points` points; 0 takes as many
  // as the drags need for rounding to be all that is left.
  static Expected<FreelyJointedChain> make(int dimension, std::span<const double> drags, int points = 0);
  FreelyJointedChain(FreelyJointedChain&&) noexcept;
  FreelyJointedChain& operator=(FreelyJointedChain&&) noexcept;
  ~FreelyJointedChain();

  int size() const;
  int dimension() const;
  int points() const;

  double entry(int i, int j) const;  // c_ij; the time is proportional to |i - j|
  // band(w)[d][i] is c_ij with j = i + d, for all d <= w; width at most size() - 1. All beads together take the time of
  // size() entries.
  std::vector<std::vector<double>> band(int width) const;

 private:
  struct Impl;
  explicit FreelyJointedChain(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Equal drags of 1, far from the ends or at one end of a chain without another.
struct InfiniteChain {
  std::vector<double> values;      // c between two beads by their distance, from 0
  std::vector<double> end_values;  // c between the end bead and others by their distance from it
  double factor = 0.0;             // values[d + 1] / values[d] for large d, and the same for end_values
  double amplitude = 0.0;          // values[d] / factor^d for large d
  double end_factor = 0.0;         // by which the effect of an end on the values decreases a bead, far from it
};
Expected<InfiniteChain> infinite_chain(int dimension, int distances, int points = 0);

// The least number of beads from which on the middle bead of a chain, with equal drags, has the values of the infinite
// chain for itself and its neighbours to this relative tolerance.
Expected<int> length_to_look_infinite(int dimension, double tolerance);

}  // namespace taut
