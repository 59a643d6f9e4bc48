// What the bundle kernel works on: eight components of rods of one shape, solved side by side inside a simulation.
// Masses and lengths may differ from lane to lane. Unlike the units of a Projector a bundle remembers: the rods and the
// factor of the last configuration serve the next step.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/exact.hpp"
#include "solve/kernels/lanes.hpp"
#include "solve/limits.hpp"

namespace taut {

// Rods count in the order of their elimination, particles as the shape numbers them. L is strictly lower, by rows, with
// its fill.
struct BundleShape {
  int particles = 0, rods = 0;
  bool path = false;               // rod k leads from particle k to k + 1
  bool planar = false;             // all z are zero
  std::vector<std::int32_t> i, j;  // particles of each rod
  struct Entry {
    std::int32_t column;
    std::int32_t particle;  // that the two rods share; -1: fill
    double sign;            // A = sign w b.b: plus where both leave or both reach the particle
  };
  std::vector<std::int32_t> row_start;
  std::vector<Entry> entries;
  // Once an entry of row k is final, it changes later entries of the row: target -= entry * L[source].
  struct Update {
    std::int32_t target, source;
  };
  std::vector<std::int32_t> update_start;
  std::vector<Update> updates;
  // A particle that can move, and its rods: those that leave it, then those that reach it, follow one another
  // in ends.
  struct Joint {
    std::int32_t particle, leaving, reaching;
  };
  std::vector<Joint> joints;
  std::vector<std::int32_t> ends;

  // Particles before and after these are fixed, and so may be some between them.
  int first_moving() const { return joints.front().particle; }
  int last_moving() const { return joints.back().particle; }
  bool all_between_move() const { return last_moving() - first_moving() + 1 == static_cast<int>(joints.size()); }
};

struct alignas(64) BundleRod {
  Lanes b[3];                           // at the configuration
  Lanes defect;                         // sigma there
  Lanes inverse_pivot;                  // of A
  Lanes inverse_square;                 // 1 / l^2
  Lanes inverse_diagonal;               // of A, on the constraint
  Lanes grid, square_high, square_low;  // see LengthDefect

  void set_length(std::size_t lane, double length, double weights) {
    const LengthDefect measure(length);
    grid[lane] = measure.grid();
    square_high[lane] = measure.square_high();
    square_low[lane] = measure.square_low();
    inverse_square[lane] = 1.0 / (length * length);
    inverse_diagonal[lane] = inverse_square[lane] / weights;
  }
};

struct alignas(64) BundleLane {
  Lanes value;
};

struct Bundle {
  int used = 0;              // lanes; the others repeat the first
  bool consecutive = false;  // in every lane particle p + 1 follows p in memory
  std::vector<std::array<std::int32_t, kernel_lanes>> particle;
  std::array<std::ptrdiff_t, kernel_lanes> first_coordinate = {};  // of particle 0 in each lane
  std::vector<BundleLane> weight;                                  // of particles
  std::vector<BundleRod> rods;
  std::vector<BundleLane> lower;               // L, by entry
  std::vector<BundleLane> acceleration;        // three a particle; constant
  std::vector<BundleLane> anchor, anchor_low;  // three a particle: positions of those before and after all that move
  BundleLane tolerance = {};
  BundleLane margin = {};  // the smallest pivot over its diagonal entry, at the configuration

  void take_first_coordinates() {
    for (std::size_t lane = 0; lane < first_coordinate.size(); ++lane)
      first_coordinate[lane] = 3 * static_cast<std::ptrdiff_t>(particle.front()[lane]);
  }
};

// Room shared by bundles that are solved one after the other.
struct BundleScratch {
  std::vector<BundleLane> position, position_low, velocity, start, change;  // three a particle
  std::vector<BundleLane> pull;  // three a rod, and for the rods before and after that segments have
  std::vector<BundleLane> now;   // three a rod
  std::vector<BundleLane> x, newton_x, newton_inverse;  // one a rod
  std::vector<BundleLane> newton_lower, newton_upper;   // one an entry

  void resize(const BundleShape& shape) {
    const auto room = [](auto& array, std::size_t size) { array.resize(std::max(array.size(), size)); };
    const auto particles = static_cast<std::size_t>(shape.particles), rods = static_cast<std::size_t>(shape.rods);
    for (auto* array : {&position, &position_low, &velocity, &start, &change}) room(*array, 3 * particles);
    room(pull, 3 * (rods + 2));
    room(now, 3 * rods);
    for (auto* array : {&x, &newton_x, &newton_inverse}) room(*array, rods);
    for (auto* array : {&newton_lower, &newton_upper}) room(*array, shape.entries.size());
  }
};

struct BundleLimits {
  int max_iterations;
  Ahead ahead;
};

struct BundleOutcome {
  bool trouble = false;  // in some lane: not solved, or turned so far that the branch must be looked at
  int iterations = 0;
  double largest_violation = 0.0;
  std::array<int, kernel_lanes> lane_iterations = {};
  double violation[kernel_lanes] = {};  // not a number where something was not finite
  double turn[kernel_lanes] = {};       // the smallest b.d / l^2
  // The smallest pivot of Newton's matrix where there is trouble.
  double newton_pivot[kernel_lanes] = {};
};

struct BundleArrays {  // (N,3) each
  const double *position, *position_low;
};

// r' = r + h u of the particles from begin to end. (N,3) each.
struct BundleDrift {
  const double *position, *position_low;
  double *next_position, *next_position_low;
  double h;
  int begin, end;
};

// See whole_stage.hpp. (N,3) each.
struct BundleStage {
  const double *position, *position_low, *velocity, *velocity_low;
  double *next_position, *next_position_low, *next_velocity, *next_velocity_low;
  double* trial;
  double h;
};

}  // namespace taut
