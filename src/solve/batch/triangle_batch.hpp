// Rigid triangles of equal masses and lengths whose particles follow one another in memory: water above all.
#pragma once

#include "solve/batch/kernel_batch.hpp"

namespace taut {

class TriangleBatch final : public KernelBatch {
 public:
  TriangleBatch(const Model& model, std::vector<Component> triangles, const SolverOptions& options,
                const KernelTable& kernels);
  // What must agree for triangles to share a batch; no value: not such a triangle.
  static bool is_one(const Model& model, const Component& component);
  static TriangleKind kind_of(const Model& model, const Component& component);

  int units() const override { return static_cast<int>(units_.size()); }
  void prepare(BatchWorkspace& /*workspace*/) const override {}
  SolveReport positions(int unit, const KernelArrays& arrays, BatchWorkspace& workspace, double* multipliers) override;
  SolveReport velocities(int unit, const KernelArrays& arrays, BatchWorkspace& workspace, double* multipliers) override;

 private:
  SolveReport report(std::size_t unit, Quantity quantity, const TriangleOutcome& outcome, const KernelArrays& arrays,
                     BatchWorkspace& workspace, const double (*found)[3], double* multipliers);

  TriangleKind kind_;
  KernelLimits limits_;
  std::vector<TriangleUnit> units_;
  std::vector<std::array<std::int32_t, 3>> rows_;  // of each triangle: 0-1, 0-2, 1-2
};

}  // namespace taut
