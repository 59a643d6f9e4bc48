// Short paths of rods whose particles follow one another in memory, all of one length: eight at a time, one a lane.
#pragma once

#include "solve/batch/kernel_batch.hpp"

namespace taut {

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
  ChainUnit take_unit(std::size_t first) const;
  SolveReport report(std::size_t unit, Quantity quantity, const KernelOutcome& outcome, const KernelArrays& arrays,
                     BatchWorkspace& workspace, double* multipliers);
  void put_multipliers(std::size_t chain, std::size_t lane, const ChainScratch& scratch, double* multipliers) const;

  std::size_t length_;
  KernelLimits limits_;
  std::vector<ChainUnit> units_;
};

}  // namespace taut
