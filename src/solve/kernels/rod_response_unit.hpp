// Eight configurations of one framework of rods, one a lane, whose answers to forces are wanted: what the kernel reads
// and fills. Rods are numbered as they are eliminated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solve/kernels/lanes.hpp"

namespace taut {

struct RodResponseProgram {
  struct Entry {  // of A below its diagonal, column by column: coupling u_row.u_column; 0: filled in
    std::int32_t row;
    double coupling;
  };
  struct Update {  // of an entry, or of the pivot where it is negative: -1 - rod
    std::int32_t target, first, second;
  };
  struct Pair {  // trace = own - product of weights times the sum of its terms
    double own, product;
  };
  struct Term {
    std::int32_t place;  // among Z
    double sign;
  };
  std::size_t rods = 0;
  std::vector<double> diagonal;
  std::vector<std::size_t> entries_begin, updates_begin, terms_begin;  // of each rod, rod, pair; and the end
  std::vector<Entry> entries;
  std::vector<Update> updates;
  std::vector<Pair> pairs;
  std::vector<Term> terms;
};

struct RodResponseUnit {
  using Line = double[kernel_lanes];
  using Vectors = Line[3];
  const Vectors* bonds;       // unit vectors
  Line *pivots, *factor, *z;  // room: one a rod, one an entry, one a pair of rods
  Line* traces;               // out, one a pair of particles
  Line* least;                // out: the smallest pivot over its diagonal
};

}  // namespace taut
