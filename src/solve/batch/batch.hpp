// Components that are solved alike, on plain (N,3) arrays. A unit is what one thread solves at a time; units share
// nothing but the workspace that each thread has for itself. Units of a shared batch are solved one after the other, by
// all threads together, on one workspace.
#pragma once

#include <memory>
#include <vector>

#include "solve/batch/long_chain.hpp"
#include "solve/kernels/kernel_table.hpp"
#include "solve/solver.hpp"

namespace taut {

struct BatchWorkspace {
  ChainScratch chain;
  LongChainScratch long_chain;
  ClusterScratch cluster;
  std::vector<Vec3> reference, reference_low, moved, shift;  // for solvers of one component, (N) each
  std::vector<double> x;                                     // one a row
};

class Batch {
 public:
  virtual ~Batch() = default;
  virtual int units() const = 0;
  virtual bool is_shared() const { return false; }
  virtual void work_with(ThreadTeam& /*team*/) {}             // of a shared batch: before the first solve
  virtual void prepare(BatchWorkspace& workspace) const = 0;  // makes room
  // Both put multipliers by the model's row and leave alone what they cannot solve.
  virtual SolveReport positions(int unit, const KernelArrays& arrays, BatchWorkspace& workspace,
                                double* multipliers) = 0;
  virtual SolveReport velocities(int unit, const KernelArrays& arrays, BatchWorkspace& workspace,
                                 double* multipliers) = 0;
};

}  // namespace taut
