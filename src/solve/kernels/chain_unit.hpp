// What the chain kernels work on: eight lanes, each a path of equally many rods. The lanes are eight chains of one
// length, or eight segments of one long chain: then the last rod of a lane ends where the next lane begins.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solve/kernels/lanes.hpp"

namespace taut {

enum class Rods { as_given, moved };       // whether the multipliers have moved them
enum class Matrix { none, newton, gram };  // none: only the defects

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
  std::array<std::int32_t, kernel_lanes> first_particle = {};  // of each lane; the others follow it
  std::array<bool, kernel_lanes> idle = {};                    // a copy of the first lane, for want of a chain
  std::vector<ChainConstants> constants;                       // rods + 1
};

// Rods begin to end of every lane, which one thread sweeps at a time. What it finds, and what the elimination leaves
// for the last rods: see chain_sweep.hpp.
struct ChainStretch {
  int begin = 0, end = 0;
  Lanes violation = {}, turn = {};
  Lanes y = {}, next = {}, left = {}, product = {}, sum_y = {}, sum_left = {}, smallest = {};
  ChainRow last_row = {};
  Lanes interface = {}, interface_before = {};  // corrections of the last rods, and of those before the first
};

// One rod, and its multiplier.
struct ChainRod {
  double b[3] = {};
  double multiplier = 0.0;
};

// Room for one unit at a time, so that it stays in the cache. Rod k of a lane is entry k + 1; entry 0 is the rod before
// the lane, entry rods + 1 the rod after it, zero where there is none.
struct ChainScratch {
  std::vector<ChainGeometry> geometry;
  std::vector<ChainFactor> factors;
  std::vector<ChainMultiplier> multipliers;
  ChainStretch whole = {};   // of chains that are not cut
  std::vector<double> idle;  // where lanes write that have nothing to say

  void resize(int rods) {
    const auto entries = static_cast<std::size_t>(rods) + 2;
    if (geometry.size() >= entries) return;
    geometry.resize(entries), factors.resize(entries), multipliers.resize(entries);
    idle.resize(3 * entries);
  }
  ChainRod rod(int k, int lane) const {
    const auto at = static_cast<std::size_t>(k + 1);
    const Lanes(&b)[3] = geometry[at].b;
    return {{b[0][lane], b[1][lane], b[2][lane]}, multipliers[at].value[lane]};
  }
  void put(int k, int lane, const ChainRod& rod) {
    const auto at = static_cast<std::size_t>(k + 1);
    for (int axis = 0; axis < 3; ++axis) geometry[at].b[axis][lane] = rod.b[axis];
    multipliers[at].value[lane] = rod.multiplier;
  }
};

}  // namespace taut
