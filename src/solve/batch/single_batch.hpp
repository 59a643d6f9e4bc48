// One component, by the solver of its plan: for what no kernel treats, and for what a kernel could not solve.
#pragma once

#include "solve/batch/batch.hpp"
#include "solve/components.hpp"

namespace taut {

class SingleBatch final : public Batch {
 public:
  SingleBatch(const Model& model, const Component& component, const SolverOptions& options);

  int units() const override { return 1; }
  void prepare(BatchWorkspace& workspace) const override;
  SolveReport positions(int unit, const KernelArrays& arrays, BatchWorkspace& workspace, double* multipliers) override;
  SolveReport velocities(int unit, const KernelArrays& arrays, BatchWorkspace& workspace, double* multipliers) override;

 private:
  // Particle `to` is seen as the image nearest to `from`, which comes before it.
  struct Step {
    std::int32_t from, to;
  };
  void take_reference(const KernelArrays& arrays, BatchWorkspace& workspace) const;
  void add_shift(const KernelArrays& arrays, const BatchWorkspace& workspace) const;
  void put_multipliers(BatchWorkspace& workspace, double* multipliers);

  const Model& model_;
  std::unique_ptr<Solver> solver_;
  std::vector<std::int32_t> particles_;  // all that its rows touch
  std::vector<Step> walk_;               // over these, from one to its neighbours
};

}  // namespace taut
