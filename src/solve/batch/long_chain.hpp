// One long chain in eight lanes of equally many rods; fewer than eight are left over and follow as a tail. The lanes of
// the longest chains are cut once more, into stretches that threads share.
#pragma once

#include "solve/batch/chain_tail.hpp"

namespace taut {

// How n rods are cut, which depends on nothing else.
struct ChainCut {
  explicit ChainCut(std::size_t n);
  std::size_t stretches;
  std::size_t rods;  // of each lane
  std::size_t tail;

  std::size_t begin(std::size_t stretch) const { return rods * stretch / stretches; }
};

struct LongChainScratch {
  ChainScratch lanes;
  std::vector<ChainStretch> stretches;
  std::vector<TailRod> tail;
  std::vector<TridiagonalRow> interface;
};

struct LongChain {
  // weights: of all particles, which follow one another from the first on; inverse_squares: of all rods.
  LongChain(std::int32_t first_particle, std::span<const double> weights, std::span<const double> inverse_squares);

  // Room for chains of this length, cut as this one.
  void prepare(LongChainScratch& scratch) const;
  // put(x) for the multipliers along the chain.
  template <class Put>
  void for_each_multiplier(const LongChainScratch& scratch, Put&& put) const;

  ChainCut cut;
  ChainUnit unit;
  ChainTail tail;
};

template <class Put>
void LongChain::for_each_multiplier(const LongChainScratch& scratch, Put&& put) const {
  for (int lane = 0; lane < kernel_lanes; ++lane)
    for (std::size_t k = 1; k <= cut.rods; ++k) put(scratch.lanes.multipliers[k].value[lane]);
  for (std::size_t t = 0; t < cut.tail; ++t) put(scratch.tail[t].at.multiplier);
}

}  // namespace taut
