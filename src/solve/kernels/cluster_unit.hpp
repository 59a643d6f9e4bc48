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

// Rods count in the order of their elimination. Entries are those of the strictly lower triangle L, row by row, columns
// ascending.
struct ClusterProgram {
  // A_ab = -+ w_p b_a.b_b for rods a > b that share particle p: plus where both leave or both reach it. Two rods share
  // no more than one, or they would not be independent. Where there is fill, p is one more than there are, of no
  // weight.
  struct Entry {
    std::int32_t column, particle;
    double sign;
    std::int32_t links_begin, links_end;
  };
  // What the elimination of an earlier column takes from an entry: A_ab -= L_ac U_cb for c < b < a.
  struct Link {
    std::int32_t before;  // the entry (a, c)
    std::int32_t other;   // the entry (b, c), which stands for U_cb too
  };
  int particles = 0, rods = 0;
  std::vector<std::int32_t> order;  // the place of each rod in its component
  std::vector<std::int32_t> i, j;   // particles of each rod
  std::vector<std::int32_t> row_start;
  std::vector<Entry> entries;
  std::vector<Link> links;
};

struct ClusterUnit {
  int used = 0;                                                    // lanes; the others repeat the first
  bool consecutive = false;                                        // in every lane particle p + 1 follows p in memory
  std::vector<std::array<std::int32_t, kernel_lanes>> particle;    // of each lane
  std::array<std::ptrdiff_t, kernel_lanes> first_coordinate = {};  // of particle 0
  std::vector<LaneValue> weight, inverse_square;                   // of particles, one more than there are; of rods

  void take_places() {
    consecutive = true;
    for (std::size_t lane = 0; lane < first_coordinate.size(); ++lane) {
      first_coordinate[lane] = 3 * static_cast<std::ptrdiff_t>(particle.front()[lane]);
      for (std::size_t p = 1; p < particle.size(); ++p)
        consecutive = consecutive && particle[p][lane] == particle[p - 1][lane] + 1;
    }
  }
};

// Room for one unit at a time. What is needed together lies together: an address of each rod, particle and entry.
struct ClusterScratch {
  struct alignas(64) Rod {
    Lanes b[3], d[3], c[3];
    Lanes scale;  // 1 / l^2
    Lanes x, inverse_pivot;
    Lanes total;  // of x: the multiplier
  };
  struct alignas(64) Particle {
    Lanes shift[3];
    Lanes weight;
  };
  struct alignas(64) Entry {
    Lanes lower, upper;
  };
  std::vector<Rod> rods;  // in the order of elimination
  std::vector<Particle> particles;
  std::vector<Entry> entries;

  void resize(const ClusterProgram& program) {
    rods.resize(std::max(rods.size(), static_cast<std::size_t>(program.rods)));
    particles.resize(std::max(particles.size(), static_cast<std::size_t>(program.particles) + 1));
    entries.resize(std::max(entries.size(), program.entries.size()));
  }
};

}  // namespace taut
