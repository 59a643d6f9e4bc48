// Long paths of rods whose particles follow one another in memory, each in segments, a segment a lane. The longest of
// them are solved by all threads together.
#pragma once

#include "solve/batch/kernel_batch.hpp"
#include "solve/batch/long_chain_solve.hpp"

namespace taut {

class LongChainBatch final : public KernelBatch {
 public:
  // From this many rods on a path is cut into segments.
  static constexpr std::size_t fewest_rods = 64;

  // All of one length.
  LongChainBatch(const Model& model, std::vector<Component> chains, const SolverOptions& options,
                 const KernelTable& kernels);

  std::size_t segments() const { return kernel_lanes * chains_.front().cut.stretches; }
  int units() const override { return static_cast<int>(chains_.size()); }
  bool is_shared() const override { return chains_.front().cut.stretches > 1; }
  void work_with(ThreadTeam& team) override { team_ = &team; }
  void prepare(BatchWorkspace& workspace) const override { chains_.front().prepare(workspace.long_chain); }
  SolveReport positions(int unit, const KernelArrays& arrays, BatchWorkspace& workspace, double* multipliers) override;
  SolveReport velocities(int unit, const KernelArrays& arrays, BatchWorkspace& workspace, double* multipliers) override;

 private:
  LongChain take_chain(std::size_t number) const;
  LongChainSolve solve(std::size_t chain, const KernelArrays& arrays, BatchWorkspace& workspace) const;
  void put_multipliers(std::size_t chain, const LongChainScratch& scratch, double* multipliers) const;

  KernelLimits limits_;
  std::vector<LongChain> chains_;
  ThreadTeam* team_ = nullptr;
};

}  // namespace taut
