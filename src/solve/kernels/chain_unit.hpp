// What the chain kernels work on: eight lanes, each a path of equally many rods. The lanes are eight chains of one
// length, or eight segments of one long chain: then the last rod of a lane ends where the next lane begins, and fewer
// than eight rods that are left over follow as a tail.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solve/kernels/lanes.hpp"

namespace taut {

struct alignas(64) ChainConstants {
  Lanes weight;          // inverse mass of the rod's first particle
  Lanes inverse_square;  // 1 / l^2
};
struct alignas(64) ChainGeometry {
  Lanes b[3];  // the rod at the reference
  Lanes d[3];  // before the constraints act
};
struct alignas(64) ChainRow {
  Lanes lower, diagonal, upper, defect;  // lower and upper without their sign, which is minus
};
// x_k = y - left x_before + next x_{k+1}, with x_before of the last rod in the lane before
struct alignas(64) ChainFactor {
  Lanes y, next, left;
};
struct alignas(64) ChainMultiplier {
  Lanes value;
};

struct ChainUnit {
  int rods = 0;                                                // a lane
  bool linked = false;                                         // the lanes are segments of one chain
  std::array<std::int32_t, kernel_lanes> first_particle = {};  // of each lane; the others follow it
  std::array<bool, kernel_lanes> idle = {};                    // a copy of the first lane, for want of a chain
  std::vector<ChainConstants> constants;                       // rods + 1
  std::vector<double> tail_weight, tail_inverse_square;        // of the rods left over; weight: one more
};

// Room for one unit at a time, so that it stays in the cache. Rod k of a lane is entry k + 1; entry 0 is the rod before
// the lane, entry rods + 1 the rod after it, zero where there is none.
struct ChainScratch {
  std::vector<ChainGeometry> geometry;
  static constexpr int rows_at_once = 32;
  ChainRow rows[rows_at_once];
  std::vector<ChainFactor> factors;
  std::vector<ChainMultiplier> multipliers;
  static constexpr int longest_tail = kernel_lanes - 1;
  struct Tail {
    double b[3], d[3], multiplier;
  } tail[longest_tail + 1];

  std::vector<double> idle;  // where lanes write that have nothing to say

  void resize(int rods) {
    const auto entries = static_cast<std::size_t>(rods) + 2;
    if (geometry.size() >= entries) return;
    geometry.resize(entries), factors.resize(entries), multipliers.resize(entries);
    idle.resize(3 * entries);
  }
};

}  // namespace taut
