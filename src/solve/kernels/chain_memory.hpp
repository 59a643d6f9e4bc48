// Between plain (N,3) arrays and the lanes of a chain: rods in, displacements out. All lanes go along together, so that
// every line of the cache is fetched once.
#pragma once

#include "solve/kernels/chain_unit.hpp"
#include "solve/kernels/memory.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

class ChainMemory {
 public:
  ChainMemory(const ChainUnit& unit, ChainScratch& scratch)
      : unit_(unit),
        rods_(unit.rods),
        constants_(unit.constants.data()),
        geometry_(scratch.geometry.data() + 1),
        multipliers_(scratch.multipliers.data() + 1),
        idle_(scratch.idle.data()) {}

  TAUT_INLINE Vector rod(int k, int lane) const { return load_vector(geometry_[k].b, lane); }
  TAUT_INLINE Vector pull(int k, int lane) const { return load(multipliers_[k].value + lane) * rod(k, lane); }

  // What rods begin to end are in a list of particles: field = r_{k+1} - r_k.
  template <Lanes (ChainGeometry::*field)[3]>
  void take_differences(int begin, int end, const double* from, const Periods& box) {
    if (box.any())
      take_differences<field, true>(begin, end, from, box);
    else
      take_differences<field, false>(begin, end, from, box);
  }

  // Adds factor times the displacements of whole chains.
  void add_shifts(double* array, double factor, const KernelOutcome& outcome) const {
    double* at[lanes];
    for (int s = 0; s < lanes; ++s) at[s] = target(array, s, outcome);
    add_shifts(0, rods_, at, factor);
    for (int s = 0; s < lanes; ++s) add_end(at[s] + 3 * rods_, factor, s);
  }

  // The same for particles begin to end, from where each lane begins.
  [[gnu::noinline]] void add_shifts(int begin, int end, double* const* at, double factor) const {
    Vector before[groups];
    for (int g = 0; g < groups; ++g) before[g] = pull(begin - 1, g * width);
    const auto shift = [&](int k, int g) __attribute__((always_inline)) {
      const Vector here = pull(k, g * width);
      const Vector moved = (factor * load(constants_[k].weight + g * width)) * (here - before[g]);
      assign(before[g], here);
      return moved;
    };
    int k = begin;
    for (; k + width <= end; k += width)
      for (int g = 0; g < groups; ++g) {
        Real x[3 * width];
        for (int i = 0; i < width; ++i) {
          const Vector moved = shift(k + i, g);
          x[3 * i] = moved.x, x[3 * i + 1] = moved.y, x[3 * i + 2] = moved.z;
        }
        for (int part = 0; part < 3; ++part) add_transposed(at + g * width, 3 * k + part * width, x + part * width);
      }
    for (; k < end; ++k)
      for (int g = 0; g < groups; ++g) scatter_add(at + g * width, 3 * k, shift(k, g));
  }

 private:
  template <Lanes (ChainGeometry::*field)[3], bool periodic>
  [[gnu::noinline]] void take_differences(int begin, int end, const double* from, const Periods& box) {
    const double* at[lanes];
    for (int s = 0; s < lanes; ++s) at[s] = from + 3 * unit_.first_particle[static_cast<std::size_t>(s)];
    Vector before[groups];
    for (int g = 0; g < groups; ++g) before[g] = gather(at + g * width, 3 * begin);
    const auto put = [&](int k, int g, const Vector& here) __attribute__((always_inline)) {
      const Vector rod = here - before[g];
      store_vector(geometry_[k].*field, g * width, periodic ? nearest_image(rod, box) : rod);
      assign(before[g], here);
    };
    int k = begin;
    for (; k + width <= end; k += width)
      for (int g = 0; g < groups; ++g) {
        Real x[3 * width];
        for (int part = 0; part < 3; ++part)
          load_columns<width>(at + g * width, 3 * (k + 1) + part * width, x + part * width);
        for (int i = 0; i < width; ++i) put(k + i, g, {x[3 * i], x[3 * i + 1], x[3 * i + 2]});
      }
    for (; k < end; ++k)
      for (int g = 0; g < groups; ++g) put(k, g, gather(at + g * width, 3 * (k + 1)));
  }

  // Where a lane writes: a lane that failed or is idle leaves everything as it was.
  double* target(double* array, int lane, const KernelOutcome& outcome) const {
    const auto s = static_cast<std::size_t>(lane);
    const bool writes = outcome.converged[s] && !unit_.idle[s];
    return writes ? array + 3 * unit_.first_particle[s] : idle_;
  }

  void add_end(double* to, double factor, int lane) const {
    const double pulled = factor * constants_[rods_].weight[lane] * multipliers_[rods_ - 1].value[lane];
    for (int c = 0; c < 3; ++c) to[c] -= pulled * geometry_[rods_ - 1].b[c][lane];
  }

  const ChainUnit& unit_;
  int rods_;
  const ChainConstants* constants_;
  ChainGeometry* geometry_;
  const ChainMultiplier* multipliers_;
  double* idle_;
};

}  // namespace taut::TAUT_INSTRUCTION_SET
