// Components of rods of one shape, eight at a time: trees, rings, cages, chains whose particles are scattered.
#pragma once

#include "solve/batch/kernel_batch.hpp"

namespace taut {

class ClusterBatch final : public KernelBatch {
 public:
  ClusterBatch(const Model& model, std::vector<Component> clusters, const SolverOptions& options,
               const KernelTable& kernels);
  // The rods as pairs of the component's particles, counted in ascending order: equal for equal shapes.
  static std::vector<std::pair<std::int32_t, std::int32_t>> shape(const Model& model, const Component& component);

  int units() const override { return static_cast<int>(units_.size()); }
  void prepare(BatchWorkspace& workspace) const override { workspace.cluster.resize(program_); }
  SolveReport positions(int unit, const KernelArrays& arrays, BatchWorkspace& workspace, double* multipliers) override;
  SolveReport velocities(int unit, const KernelArrays& arrays, BatchWorkspace& workspace, double* multipliers) override;

 private:
  ClusterUnit make_unit(std::size_t first) const;
  SolveReport report(std::size_t unit, Quantity quantity, const KernelOutcome& outcome, const KernelArrays& arrays,
                     BatchWorkspace& workspace, double* multipliers);

  ClusterProgram program_;
  KernelLimits limits_;
  std::vector<ClusterUnit> units_;
};

}  // namespace taut
