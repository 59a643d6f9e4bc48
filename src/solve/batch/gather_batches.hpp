// From the components of a plan to batches: which kernel treats which, a pure choice with a reason in words.
#pragma once

#include <string>

#include "solve/batch/batch.hpp"
#include "taut/model.hpp"

namespace taut {

struct BatchGroup {
  std::unique_ptr<Batch> batch;
  std::string kind, method, reason;
  std::int64_t count = 0, constraints = 0;
};

std::vector<BatchGroup> gather_batches(const Model& model, const Plan& plan, const KernelTable& kernels);

}  // namespace taut
