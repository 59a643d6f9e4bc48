// What batches on kernels share: lanes are components, and a lane that its kernel could not solve is tried once more by
// the general solver, which then also names the constraint.
#pragma once

#include "solve/batch/single_batch.hpp"

namespace taut {

class KernelBatch : public Batch {
 public:
  KernelBatch(const Model& model, std::vector<Component> components, const SolverOptions& options,
              const KernelTable& kernels);

 protected:
  enum class Quantity { position, velocity };
  const Component& component(std::size_t lane) const { return components_[lane]; }
  std::size_t components() const { return components_.size(); }
  double length(std::int32_t row) const;
  double weight(std::int32_t particle) const { return model_.inverse_masses()[static_cast<std::size_t>(particle)]; }
  const DistanceRow& rod(std::int32_t row) const;
  KernelLimits limits() const;
  SolveReport rescue(std::size_t lane, Quantity quantity, const KernelArrays& arrays, BatchWorkspace& workspace,
                     double* multipliers);

  const Model& model_;
  const KernelTable& kernels_;

 private:
  std::vector<Component> components_;
  SolverOptions options_;
  std::vector<std::unique_ptr<SingleBatch>> rescuers_;  // made when a lane needs one
};

}  // namespace taut
