// One solve of a long chain: sweeps of all stretches, shared among the threads of a team, and between two of them the
// tridiagonal system of the interfaces, which one thread solves. What a stretch computes does not depend on who
// computes it.
#pragma once

#include "base/parallel.hpp"
#include "solve/batch/long_chain.hpp"
#include "solve/kernels/kernel_table.hpp"

namespace taut {

class LongChainSolve {
 public:
  // team: null where the calling thread is to work alone.
  LongChainSolve(const LongChain& chain, LongChainScratch& scratch, const KernelArrays& arrays,
                 const KernelTable& kernels, ThreadTeam* team);

  // Both return whether it is solved; otherwise nothing has changed.
  bool positions(const KernelLimits& limits);
  bool velocities();

  int iterations() const { return iterations_; }
  double violation() const { return measure_.violation; }

 private:
  template <class Work>
  void for_each_stretch(Work&& work);
  void take_rods();
  void sweep(Rods state, Matrix matrix);
  void substitute();
  void add_shifts();
  void link_lanes();

  template <class Visit>
  void for_each_segment(Visit&& visit);
  void put_interface_rows();
  void take_interface();
  ChainRod last_rod() const { return lanes_.rod(chain_.unit.rods - 1, kernel_lanes - 1); }

  const LongChain& chain_;
  ChainScratch& lanes_;
  std::span<ChainStretch> stretches_;
  std::span<TailRod> tail_;
  std::span<TridiagonalRow> interface_;
  const KernelArrays& arrays_;
  const KernelTable& kernels_;
  ThreadTeam* team_;
  ChainMeasure measure_;
  bool pivots_positive_ = true;  // of the last matrix
  int iterations_ = 0;
};

}  // namespace taut
