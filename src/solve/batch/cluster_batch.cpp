#include "solve/batch/cluster_batch.hpp"

#include <algorithm>

#include "solve/factor.hpp"

namespace taut {
namespace {

constexpr auto lanes = static_cast<std::size_t>(kernel_lanes);
using Shape = std::vector<std::pair<std::int32_t, std::int32_t>>;

// Rods that share a particle, moving in at least one of the lanes.
std::vector<std::vector<std::int32_t>> neighbours(const Shape& rods, std::size_t particles) {
  std::vector<std::vector<std::int32_t>> at(particles), coupled(rods.size());
  for (std::size_t k = 0; k < rods.size(); ++k) {
    at[static_cast<std::size_t>(rods[k].first)].push_back(static_cast<std::int32_t>(k));
    at[static_cast<std::size_t>(rods[k].second)].push_back(static_cast<std::int32_t>(k));
  }
  for (const std::vector<std::int32_t>& here : at)
    for (std::int32_t a : here)
      for (std::int32_t b : here)
        if (a != b) coupled[static_cast<std::size_t>(a)].push_back(b);
  for (std::vector<std::int32_t>& list : coupled) {  // two rods between the same particles meet twice
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return coupled;
}

void add_couplings(const Shape& rods, const std::vector<std::vector<std::int32_t>>& coupled, const SparseFactor& factor,
                   ClusterProgram& program) {
  const auto add = [&](std::int32_t a, std::int32_t b) {
    const auto &one = rods[static_cast<std::size_t>(a)], &other = rods[static_cast<std::size_t>(b)];
    for (std::int32_t p : {one.first, one.second}) {
      if (p != other.first && p != other.second) continue;
      const double sign = (p == one.first) == (p == other.first) ? 1.0 : -1.0;
      program.couplings.push_back({factor.slot(a, b).slot, factor.position(a), factor.position(b), p, sign});
    }
  };
  for (std::size_t a = 0; a < rods.size(); ++a)
    for (std::int32_t b : coupled[a])
      if (factor.position(static_cast<std::int32_t>(a)) > factor.position(b)) add(static_cast<std::int32_t>(a), b);
  std::sort(program.couplings.begin(), program.couplings.end(),
            [](const auto& s, const auto& t) { return s.slot != t.slot ? s.slot < t.slot : s.particle < t.particle; });
}

// Where each entry of a row of L lies among the columns.
std::vector<std::int32_t> entries_by_row(const SparseFactor::Symbols& symbols) {
  std::vector<std::int32_t> next(symbols.column_start.begin(), symbols.column_start.end()), entries;
  for (std::int32_t column : symbols.pattern_column) entries.push_back(next[static_cast<std::size_t>(column)]++);
  return entries;
}

ClusterProgram make_program(const Shape& rods, std::size_t particles) {
  const std::vector<std::vector<std::int32_t>> coupled = neighbours(rods, particles);
  const SparseFactor factor(coupled);
  const auto copy = [](std::span<const std::int32_t> s) { return std::vector<std::int32_t>(s.begin(), s.end()); };
  const SparseFactor::Symbols symbols = factor.symbols();
  ClusterProgram program;
  program.order = copy(symbols.order);
  program.particles = static_cast<int>(particles);
  program.rods = static_cast<int>(rods.size());
  for (std::int32_t k : symbols.order) {
    program.i.push_back(rods[static_cast<std::size_t>(k)].first);
    program.j.push_back(rods[static_cast<std::size_t>(k)].second);
  }
  add_couplings(rods, coupled, factor, program);
  program.row_start = copy(symbols.row_start), program.row_column = copy(symbols.row_column);
  program.column_start = copy(symbols.column_start), program.column_row = copy(symbols.column_row);
  program.pattern_start = copy(symbols.pattern_start), program.pattern_column = copy(symbols.pattern_column);
  program.pattern_entry = entries_by_row(symbols);
  return program;
}

}  // namespace

Shape ClusterBatch::shape(const Model& model, const Component& component) {
  const std::vector<std::int32_t> particles = particles_of(model, component);
  const auto local = [&](std::int32_t p) {
    return static_cast<std::int32_t>(std::lower_bound(particles.begin(), particles.end(), p) - particles.begin());
  };
  Shape rods;
  for (std::int32_t row : component.rows) {
    const auto index = static_cast<std::size_t>(model.rows()[static_cast<std::size_t>(row)].index);
    const DistanceRow& rod = model.distances()[index];
    rods.emplace_back(local(rod.i), local(rod.j));
  }
  return rods;
}

ClusterBatch::ClusterBatch(const Model& model, std::vector<Component> clusters, const SolverOptions& options,
                           const KernelTable& kernels)
    : KernelBatch(model, std::move(clusters), options, kernels), limits_(limits()) {
  const Shape rods = shape(model, component(0));
  const std::size_t particles = particles_of(model, component(0)).size();
  program_ = make_program(rods, particles);
  for (std::size_t first = 0; first < components(); first += lanes) units_.push_back(make_unit(first));
}

ClusterUnit ClusterBatch::make_unit(std::size_t first) const {
  ClusterUnit unit;
  unit.used = static_cast<int>(std::min(lanes, components() - first));
  unit.particle.resize(static_cast<std::size_t>(program_.particles));
  unit.weight.resize(unit.particle.size());
  unit.inverse_square.resize(program_.order.size());
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const Component& one = component(first + lane < components() ? first + lane : first);
    const std::vector<std::int32_t> particles = particles_of(model_, one);
    for (std::size_t p = 0; p < particles.size(); ++p) {
      unit.particle[p][lane] = particles[p];
      unit.weight[p].value[lane] = weight(particles[p]);
    }
    for (std::size_t k = 0; k < program_.order.size(); ++k) {
      const double l = length(one.rows[static_cast<std::size_t>(program_.order[k])]);
      unit.inverse_square[k].value[lane] = 1.0 / (l * l);
    }
  }
  return unit;
}

SolveReport ClusterBatch::positions(int unit, const KernelArrays& arrays, BatchWorkspace& workspace,
                                    double* multipliers) {
  const auto u = static_cast<std::size_t>(unit);
  const KernelOutcome outcome = kernels_.cluster_positions(program_, units_[u], workspace.cluster, arrays, limits_);
  return report(u, Quantity::position, outcome, arrays, workspace, multipliers);
}

SolveReport ClusterBatch::velocities(int unit, const KernelArrays& arrays, BatchWorkspace& workspace,
                                     double* multipliers) {
  const auto u = static_cast<std::size_t>(unit);
  const KernelOutcome outcome = kernels_.cluster_velocities(program_, units_[u], workspace.cluster, arrays);
  return report(u, Quantity::velocity, outcome, arrays, workspace, multipliers);
}

SolveReport ClusterBatch::report(std::size_t unit, Quantity quantity, const KernelOutcome& outcome,
                                 const KernelArrays& arrays, BatchWorkspace& workspace, double* multipliers) {
  SolveReport total;
  for (std::size_t lane = 0; lane < static_cast<std::size_t>(units_[unit].used); ++lane) {
    const std::size_t cluster = unit * lanes + lane;
    SolveReport one;
    if (outcome.converged[lane]) {
      const std::vector<std::int32_t>& rows = component(cluster).rows;
      for (std::size_t k = 0; k < program_.order.size() && multipliers; ++k)
        multipliers[rows[static_cast<std::size_t>(program_.order[k])]] = workspace.cluster.multiplier[k].value[lane];
      one.iterations = outcome.iterations[lane];
      one.max_violation = outcome.violation[lane];
    } else {
      one = rescue(cluster, quantity, arrays, workspace, multipliers);
    }
    include(total, one);
  }
  return total;
}

}  // namespace taut
