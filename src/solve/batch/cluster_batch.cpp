#include "solve/batch/cluster_batch.hpp"

#include <algorithm>

#include "solve/bundle_shape.hpp"
#include "solve/factor.hpp"

namespace taut {
namespace {

constexpr auto lanes = static_cast<std::size_t>(kernel_lanes);
using Shape = std::vector<Link>;

using Entry = ClusterProgram::Entry;

// The entry of two rods in L, still without links.
Entry make_entry(const std::pair<std::int32_t, std::int32_t>& one, const std::pair<std::int32_t, std::int32_t>& other,
                 std::int32_t column, std::int32_t no_particle) {
  for (std::int32_t p : {one.first, one.second})
    if (p == other.first || p == other.second)
      return {column, p, (p == one.first) == (p == other.first) ? 1.0 : -1.0, 0, 0};
  return {column, no_particle, 1.0, 0, 0};
}

// Links the last entry of the last row, which is not closed yet.
void link(ClusterProgram& program) {
  const auto row_begin = program.entries.begin() + program.row_start.back();
  Entry& last = program.entries.back();
  const auto first = program.entries.begin() + program.row_start[static_cast<std::size_t>(last.column)];
  const auto end = program.entries.begin() + program.row_start[static_cast<std::size_t>(last.column) + 1];
  last.links_begin = static_cast<std::int32_t>(program.links.size());
  for (auto before = row_begin; before->column < last.column; ++before) {
    const auto other = std::find_if(first, end, [&](const Entry& entry) { return entry.column == before->column; });
    if (other != end)
      program.links.push_back({static_cast<std::int32_t>(before - program.entries.begin()),
                               static_cast<std::int32_t>(other - program.entries.begin())});
  }
  last.links_end = static_cast<std::int32_t>(program.links.size());
}

ClusterProgram make_program(const Shape& rods, std::size_t particles) {
  const SparseFactor factor(coupled_links(rods, particles));
  const SparseFactor::Symbols symbols = factor.symbols();
  ClusterProgram program;
  program.order.assign(symbols.order.begin(), symbols.order.end());
  program.particles = static_cast<int>(particles);
  program.rods = static_cast<int>(rods.size());
  program.row_start.push_back(0);
  const auto rod = [&](std::size_t k) { return rods[static_cast<std::size_t>(symbols.order[k])]; };
  for (std::size_t k = 0; k < rods.size(); ++k) {
    program.i.push_back(rod(k).first);
    program.j.push_back(rod(k).second);
    for (auto p = static_cast<std::size_t>(symbols.pattern_start[k]);
         p < static_cast<std::size_t>(symbols.pattern_start[k + 1]); ++p) {
      const std::int32_t column = symbols.pattern_column[p];
      program.entries.push_back(
          make_entry(rod(k), rod(static_cast<std::size_t>(column)), column, static_cast<std::int32_t>(particles)));
      link(program);
    }
    program.row_start.push_back(static_cast<std::int32_t>(program.entries.size()));
  }
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
  unit.weight.resize(unit.particle.size() + 1);
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
  unit.take_places();
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
        multipliers[rows[static_cast<std::size_t>(program_.order[k])]] = workspace.cluster.rods[k].total[lane];
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
