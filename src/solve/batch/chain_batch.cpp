#include "solve/batch/chain_batch.hpp"

#include <algorithm>

namespace taut {
namespace {

constexpr auto lanes = static_cast<std::size_t>(kernel_lanes);

}  // namespace

ChainBatch::ChainBatch(const Model& model, std::vector<Component> chains, const SolverOptions& options,
                       const KernelTable& kernels)
    : KernelBatch(model, std::move(chains), options, kernels),
      length_(component(0).rows.size()),
      linked_(length_ >= static_cast<std::size_t>(long_chain)),
      limits_(limits()) {
  const std::size_t stride = linked_ ? 1 : lanes;
  for (std::size_t first = 0; first < components(); first += stride)
    units_.push_back(linked_ ? segments(first) : whole_chains(first));
}

void ChainBatch::put_rod(ChainUnit& unit, int k, std::size_t lane, std::size_t chain, std::size_t at) const {
  const double l = length(component(chain).rows[at]);
  unit.constants[static_cast<std::size_t>(k)].weight[lane] = weight(component(chain).particles[at]);
  unit.constants[static_cast<std::size_t>(k)].inverse_square[lane] = 1.0 / (l * l);
}

ChainUnit ChainBatch::segments(std::size_t chain) const {
  ChainUnit unit;
  const std::vector<std::int32_t>& particles = component(chain).particles;
  const std::size_t rods = length_ / lanes;
  unit.rods = static_cast<int>(rods);
  unit.linked = true;
  unit.constants.resize(rods + 1);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    unit.first_particle[lane] = particles[lane * rods];
    for (std::size_t k = 0; k < rods; ++k) put_rod(unit, static_cast<int>(k), lane, chain, lane * rods + k);
    unit.constants[rods].weight[lane] = weight(particles[(lane + 1) * rods]);
  }
  for (std::size_t at = lanes * rods; at < length_; ++at) {
    const double l = length(component(chain).rows[at]);
    unit.tail_weight.push_back(weight(particles[at]));
    unit.tail_inverse_square.push_back(1.0 / (l * l));
  }
  unit.tail_weight.push_back(weight(particles[length_]));
  return unit;
}

ChainUnit ChainBatch::whole_chains(std::size_t first) const {
  ChainUnit unit;
  unit.rods = static_cast<int>(length_);
  unit.constants.resize(length_ + 1);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const std::size_t chain = first + lane < components() ? first + lane : first;
    unit.idle[lane] = chain != first + lane;
    unit.first_particle[lane] = component(chain).particles.front();
    for (std::size_t k = 0; k < length_; ++k) put_rod(unit, static_cast<int>(k), lane, chain, k);
    unit.constants[length_].weight[lane] = weight(component(chain).particles[length_]);
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
  const std::size_t used = linked_ ? 1 : std::min(lanes, components() - unit * lanes);
  for (std::size_t lane = 0; lane < used; ++lane) {
    const std::size_t chain = linked_ ? unit : unit * lanes + lane;
    SolveReport one;
    if (outcome.converged[lane]) {
      one.iterations = outcome.iterations[lane];
      one.max_violation = quantity == Quantity::position ? outcome.violation[lane] : 0.0;
      if (multipliers) put_multipliers(unit, lane, workspace.chain, multipliers);
    } else {
      one = rescue(chain, quantity, arrays, workspace, multipliers);
    }
    include(total, one);
  }
  return total;
}

void ChainBatch::put_multipliers(std::size_t unit, std::size_t lane, const ChainScratch& scratch,
                                 double* multipliers) const {
  const std::vector<std::int32_t>& rows = component(linked_ ? unit : unit * lanes + lane).rows;
  const auto rods = static_cast<std::size_t>(units_[unit].rods);
  for (std::size_t k = 0; k < length_; ++k) {
    const std::size_t in_lane = linked_ ? k / rods : lane;
    const bool in_tail = linked_ && in_lane >= lanes;
    multipliers[rows[k]] = in_tail ? scratch.tail[k - lanes * rods].multiplier
                                   : scratch.multipliers[(linked_ ? k % rods : k) + 1].value[in_lane];
  }
}

}  // namespace taut
