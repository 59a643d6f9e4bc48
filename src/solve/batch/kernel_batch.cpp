#include "solve/batch/kernel_batch.hpp"

#include <algorithm>

namespace taut {

KernelBatch::KernelBatch(const Model& model, std::vector<Component> components, const SolverOptions& options,
                         const KernelTable& kernels)
    : model_(model),
      kernels_(kernels),
      components_(std::move(components)),
      options_(options),
      rescuers_(components_.size()) {}

const DistanceRow& KernelBatch::rod(std::int32_t row) const {
  return model_.distances()[static_cast<std::size_t>(model_.rows()[static_cast<std::size_t>(row)].index)];
}

double KernelBatch::length(std::int32_t row) const { return rod(row).length; }

KernelLimits KernelBatch::limits() const {
  constexpr int default_iterations = 50;
  double tolerance = options_.tolerance;
  for (const Component& one : components_) tolerance = std::max(tolerance, one.tolerance);
  return {tolerance, options_.max_iterations > 0 ? options_.max_iterations : default_iterations};
}

SolveReport KernelBatch::rescue(std::size_t lane, Quantity quantity, const KernelArrays& arrays,
                                BatchWorkspace& workspace, double* multipliers) {
  std::unique_ptr<SingleBatch>& rescuer = rescuers_[lane];
  if (!rescuer) rescuer = std::make_unique<SingleBatch>(model_, components_[lane], options_);
  rescuer->prepare(workspace);
  return quantity == Quantity::position ? rescuer->positions(0, arrays, workspace, multipliers)
                                        : rescuer->velocities(0, arrays, workspace, multipliers);
}

}  // namespace taut
