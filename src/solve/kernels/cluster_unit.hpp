// What the cluster kernel works on: components of rods of one shape, eight at a time. They share a symbolic program;
// masses and lengths may differ from lane to lane.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "solve/kernels/lanes.hpp"

namespace taut {

struct alignas(64) LaneValue {
  Lanes value;
};

// Rods count in the order of their elimination; L is strictly lower.
struct ClusterProgram {
  int particles = 0, rods = 0;
  std::vector<std::int32_t> order;  // the place of each rod in its component
  std::vector<std::int32_t> i, j;   // particles of each rod
  // A_ab = -+ w_p b_a.b_b for rods a > b that share particle p: plus where both leave or both reach it
  struct Coupling {
    std::int32_t slot, a, b, particle;
    double sign;
  };
  std::vector<Coupling> couplings;                                         // by slot
  std::vector<std::int32_t> row_start, row_column;                         // the matrix by rows: entry -> slot
  std::vector<std::int32_t> column_start, column_row;                      // L by columns
  std::vector<std::int32_t> pattern_start, pattern_column, pattern_entry;  // L by rows, and where its entries are
};

struct ClusterUnit {
  int used = 0;                                                  // lanes; the others repeat the first
  std::vector<std::array<std::int32_t, kernel_lanes>> particle;  // of each lane
  std::vector<LaneValue> weight, inverse_square;                 // of particles and rods
};

// Room for the lanes of one register at a time, so that it stays in the cache: vectors hold three times, values once
// as many doubles as the register has lanes.
struct ClusterScratch {
  std::vector<double> rod, given, now, shift;  // vectors: b, d, c of rods; displacements of particles
  std::vector<double> x, diagonal, inverse_pivot, work, work_upper, lower, upper, l, u;  // values
  std::vector<double> total;          // of the multipliers, before they go to
  std::vector<LaneValue> multiplier;  // all eight lanes, in the order of elimination

  void resize(const ClusterProgram& program) {
    const auto room = [](std::vector<double>& array, std::size_t values) {
      array.resize(std::max(array.size(), kernel_lanes * values));
    };
    const auto rods = static_cast<std::size_t>(program.rods);
    for (auto* array : {&rod, &given, &now}) room(*array, 3 * rods);
    room(shift, 3 * static_cast<std::size_t>(program.particles));
    for (auto* array : {&x, &diagonal, &inverse_pivot, &work, &work_upper, &total}) room(*array, rods);
    for (auto* array : {&lower, &upper}) room(*array, program.row_column.size());
    for (auto* array : {&l, &u}) room(*array, program.column_row.size());
    multiplier.resize(std::max(multiplier.size(), rods));
  }
};

}  // namespace taut
