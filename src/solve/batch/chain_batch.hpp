// Paths of rods whose particles follow one another in memory: long ones in eight segments each, short ones of one
// length eight at a time.
#pragma once

#include "solve/batch/kernel_batch.hpp"

namespace taut {

// From this many rods on a path is cut into segments; the number of segments depends on nothing else.
constexpr int long_chain = 64;

class ChainBatch final : public KernelBatch {
 public:
  // All of one length.
  ChainBatch(const Model& model, std::vector<Component> chains, const SolverOptions& options,
             const KernelTable& kernels);

  int units() const override { return static_cast<int>(units_.size()); }
  void prepare(BatchWorkspace& workspace) const override;
  SolveReport positions(int unit, const KernelArrays& arrays, BatchWorkspace& workspace, double* multipliers) override;
  SolveReport velocities(int unit, const KernelArrays& arrays, BatchWorkspace& workspace, double* multipliers) override;

 private:
  ChainUnit segments(std::size_t chain) const;
  ChainUnit whole_chains(std::size_t first) const;
  void put_rod(ChainUnit& unit, int k, std::size_t lane, std::size_t chain, std::size_t at) const;
  SolveReport report(std::size_t unit, Quantity quantity, const KernelOutcome& outcome, const KernelArrays& arrays,
                     BatchWorkspace& workspace, double* multipliers);
  void put_multipliers(std::size_t unit, std::size_t lane, const ChainScratch& scratch, double* multipliers) const;

  std::size_t length_;
  bool linked_;
  KernelLimits limits_;
  std::vector<ChainUnit> units_;
};

}  // namespace taut
