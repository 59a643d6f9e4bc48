// Eight chains of equal length, one a lane, whose answers to forces are wanted: what the kernel reads and fills.
#pragma once

#include <cstddef>

#include "solve/kernels/lanes.hpp"

namespace taut {

struct ChainResponseUnit {
  using Line = double[kernel_lanes];
  using Vectors = Line[3];

  std::size_t beads;
  std::size_t distance;  // pairs of beads i, j = i + d with d up to this
  double dimension;
  const double* weights;  // inverse resistance, one a bead; zero: fixed
  const Vectors* bonds;   // unit vectors, from bead k to bead k + 1
  Line *t, *z;            // room for one a bond
  Vectors *p, *q;         // room for one a bead
  Line* traces;           // out: trace of the block of beads i and i + d at i (distance + 1) + d
};

}  // namespace taut
