// The loops over pairs, compiled once for every instruction set; all give the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "taut/vec.hpp"

namespace taut {

// Some owners of pairs and all that their forces depend on.
struct PairJob {
  std::size_t first, last;   // owners
  const double* packed;      // x, y, z and charge of each particle
  const std::int32_t* kind;  // of each particle
  const double* laws;        // rows of kinds: 12 a, 6 b, squared cut-off, energy there
  const char* dispersing;    // kinds that have Lennard-Jones forces at all
  int kinds;
  bool charged;
  double coulomb_cutoff_squared, coulomb_linear, to_u;  // see coulomb.hpp
  std::span<const double> coulomb_force, coulomb_energy;
  const std::int32_t *others, *counts;
  std::size_t stride;
  Vec3 box;
  double* force;  // three numbers a particle, added to
};

// Sums over pairs of the energy whose slope the force is, zero at the cut-off, and of force times distance.
struct PairSums {
  double energy = 0.0, virial = 0.0;
};

struct PairKernels {
  const char* name;
  void (*forces)(const PairJob&);
  PairSums (*sums)(const PairJob&);
  // Squared distances from `at`, of nearest images where the box has an edge.
  void (*squares)(std::size_t count, const double* x, const double* y, const double* z, const Vec3& at, const Vec3& box,
                  double* square);
};

// All that this machine runs, the scalar one first, the widest last.
std::span<const PairKernels* const> pair_kernels_here();

}  // namespace taut
