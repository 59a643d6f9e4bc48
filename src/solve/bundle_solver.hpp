// Up to eight components of one shape, solved side by side in the lanes of bundle_kernel.hpp.
#pragma once

#include <map>
#include <memory>

#include "solve/bundle_shape.hpp"
#include "solve/solver.hpp"

namespace taut {

struct KernelTable;

// Solvers of one shape share its symbols, those of one block their scratch.
class BundleMaker {
 public:
  BundleMaker(const Model& model, const SolverOptions& options, const KernelTable& kernels)
      : model_(model), options_(options), kernels_(kernels) {}

  void begin_block() { scratch_ = std::make_shared<BundleScratch>(); }
  std::unique_ptr<Solver> make(std::span<const Component* const> components);

 private:
  const Model& model_;
  const SolverOptions& options_;
  const KernelTable& kernels_;
  std::shared_ptr<BundleScratch> scratch_;
  std::map<ShapeKey, std::shared_ptr<const OrderedShape>> shapes_;
};

}  // namespace taut
