#include "solve/batch/long_chain_batch.hpp"

namespace taut {

LongChainBatch::LongChainBatch(const Model& model, std::vector<Component> chains, const SolverOptions& options,
                               const KernelTable& kernels)
    : KernelBatch(model, std::move(chains), options, kernels), limits_(limits()) {
  for (std::size_t k = 0; k < components(); ++k) chains_.push_back(take_chain(k));
}

LongChain LongChainBatch::take_chain(std::size_t number) const {
  const Component& chain = component(number);
  std::vector<double> weights, inverse_squares;
  for (std::int32_t particle : chain.particles) weights.push_back(weight(particle));
  for (std::int32_t row : chain.rows) inverse_squares.push_back(1.0 / (length(row) * length(row)));
  return {chain.particles.front(), weights, inverse_squares};
}

LongChainSolve LongChainBatch::solve(std::size_t chain, const KernelArrays& arrays, BatchWorkspace& workspace) const {
  return {chains_[chain], workspace.long_chain, arrays, kernels_, is_shared() ? team_ : nullptr};
}

SolveReport LongChainBatch::positions(int unit, const KernelArrays& arrays, BatchWorkspace& workspace,
                                      double* multipliers) {
  const auto chain = static_cast<std::size_t>(unit);
  LongChainSolve solve = this->solve(chain, arrays, workspace);
  if (!solve.positions(limits_)) return rescue(chain, Quantity::position, arrays, workspace, multipliers);
  if (multipliers) put_multipliers(chain, workspace.long_chain, multipliers);
  SolveReport report;
  report.iterations = solve.iterations();
  report.max_violation = solve.violation();
  return report;
}

SolveReport LongChainBatch::velocities(int unit, const KernelArrays& arrays, BatchWorkspace& workspace,
                                       double* multipliers) {
  const auto chain = static_cast<std::size_t>(unit);
  if (!solve(chain, arrays, workspace).velocities())
    return rescue(chain, Quantity::velocity, arrays, workspace, multipliers);
  if (multipliers) put_multipliers(chain, workspace.long_chain, multipliers);
  return {};
}

void LongChainBatch::put_multipliers(std::size_t chain, const LongChainScratch& scratch, double* multipliers) const {
  const std::int32_t* row = component(chain).rows.data();
  chains_[chain].for_each_multiplier(scratch, [&](double x) { multipliers[*row++] = x; });
}

}  // namespace taut
