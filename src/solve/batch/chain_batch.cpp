#include "solve/batch/chain_batch.hpp"

#include <algorithm>

namespace taut {
namespace {

constexpr auto lanes = static_cast<std::size_t>(kernel_lanes);

}  // namespace

ChainBatch::ChainBatch(const Model& model, std::vector<Component> chains, const SolverOptions& options,
                       const KernelTable& kernels)
    : KernelBatch(model, std::move(chains), options, kernels), length_(component(0).rows.size()), limits_(limits()) {
  for (std::size_t first = 0; first < components(); first += lanes) units_.push_back(take_unit(first));
}

ChainUnit ChainBatch::take_unit(std::size_t first) const {
  ChainUnit unit;
  unit.rods = static_cast<int>(length_);
  unit.constants.resize(length_ + 1);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    unit.idle[lane] = first + lane >= components();
    const Component& chain = component(unit.idle[lane] ? first : first + lane);
    unit.first_particle[lane] = chain.particles.front();
    for (std::size_t k = 0; k <= length_; ++k) unit.constants[k].weight[lane] = weight(chain.particles[k]);
    for (std::size_t k = 0; k < length_; ++k) {
      const double l = length(chain.rows[k]);
      unit.constants[k].inverse_square[lane] = 1.0 / (l * l);
    }
  }
  return unit;
}

void ChainBatch::prepare(BatchWorkspace& workspace) const { workspace.chain.resize(units_.front().rods); }

SolveReport ChainBatch::positions(int unit, const KernelArrays& arrays, BatchWorkspace& workspace,
                                  double* multipliers) {
  const auto u = static_cast<std::size_t>(unit);
  return report(u, Quantity::position, kernels_.chain_positions(units_[u], workspace.chain, arrays, limits_), arrays,
                workspace, multipliers);
}

SolveReport ChainBatch::velocities(int unit, const KernelArrays& arrays, BatchWorkspace& workspace,
                                   double* multipliers) {
  const auto u = static_cast<std::size_t>(unit);
  return report(u, Quantity::velocity, kernels_.chain_velocities(units_[u], workspace.chain, arrays), arrays, workspace,
                multipliers);
}

SolveReport ChainBatch::report(std::size_t unit, Quantity quantity, const KernelOutcome& outcome,
                               const KernelArrays& arrays, BatchWorkspace& workspace, double* multipliers) {
  SolveReport total;
  for (std::size_t lane = 0; lane < std::min(lanes, components() - unit * lanes); ++lane) {
    const std::size_t chain = unit * lanes + lane;
    SolveReport one;
    if (outcome.converged[lane]) {
      one.iterations = outcome.iterations[lane];
      one.max_violation = quantity == Quantity::position ? outcome.violation[lane] : 0.0;
      if (multipliers) put_multipliers(chain, lane, workspace.chain, multipliers);
    } else {
      one = rescue(chain, quantity, arrays, workspace, multipliers);
    }
    include(total, one);
  }
  return total;
}

void ChainBatch::put_multipliers(std::size_t chain, std::size_t lane, const ChainScratch& scratch,
                                 double* multipliers) const {
  const std::vector<std::int32_t>& rows = component(chain).rows;
  for (std::size_t k = 0; k < length_; ++k) multipliers[rows[k]] = scratch.multipliers[k + 1].value[lane];
}

}  // namespace taut
