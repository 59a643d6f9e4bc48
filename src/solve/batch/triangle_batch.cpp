#include "solve/batch/triangle_batch.hpp"

#include <algorithm>
#include <cmath>

namespace taut {
namespace {

constexpr auto lanes = static_cast<std::size_t>(triangle_lanes);

const DistanceRow& rod_of(const Model& model, std::int32_t row) {
  return model.distances()[static_cast<std::size_t>(model.rows()[static_cast<std::size_t>(row)].index)];
}

// The rows in the order 0-1, 0-2, 1-2 of the particles.
std::array<std::int32_t, 3> ordered(const Model& model, const Component& component) {
  std::array<std::int32_t, 3> rows = {-1, -1, -1};
  for (std::int32_t row : component.rows) {
    const DistanceRow& rod = rod_of(model, row);
    const int i = std::min(rod.i, rod.j) - component.particles.front();
    const int j = std::max(rod.i, rod.j) - component.particles.front();
    rows[static_cast<std::size_t>(i + j - 1)] = row;
  }
  return rows;
}

// The closed form asks for two equal sides at particle 0 and equal masses at their ends.
SettleShape settle_shape(const TriangleKind& kind) {
  if (kind.weight[1] != kind.weight[2] || kind.square[0] != kind.square[1] || !(kind.weight[0] > 0.0)) return {};
  const double half_base = 0.5 * std::sqrt(kind.square[2]);
  const double altitude = std::sqrt(kind.square[0] - half_base * half_base);
  const double share = (1.0 / kind.weight[1]) / (1.0 / kind.weight[0] + 2.0 / kind.weight[1]);
  return {share, 2.0 * share * altitude, altitude - 2.0 * share * altitude, half_base};
}

}  // namespace

bool TriangleBatch::is_one(const Model& model, const Component& component) {
  const std::vector<std::int32_t>& p = component.particles;
  if (component.rows.size() != 3 || p.size() != 3 || p[1] != p[0] + 1 || p[2] != p[0] + 2) return false;
  const auto is_rod = [&](std::int32_t row) {
    return model.rows()[static_cast<std::size_t>(row)].kind == RowKind::distance;
  };
  if (!std::all_of(component.rows.begin(), component.rows.end(), is_rod)) return false;
  for (std::int32_t row : component.rows) {
    const DistanceRow& rod = rod_of(model, row);
    if (std::min(rod.i, rod.j) < p[0] || std::max(rod.i, rod.j) > p[2]) return false;
  }
  const std::array<std::int32_t, 3> rows = ordered(model, component);
  return std::none_of(rows.begin(), rows.end(), [](std::int32_t row) { return row < 0; });
}

TriangleKind TriangleBatch::kind_of(const Model& model, const Component& component) {
  TriangleKind kind = {};
  const std::array<std::int32_t, 3> rows = ordered(model, component);
  for (std::size_t k = 0; k < 3; ++k) {
    const double length = rod_of(model, rows[k]).length;
    kind.weight[k] = model.inverse_masses()[static_cast<std::size_t>(component.particles[k])];
    kind.square[k] = length * length;
    kind.inverse_square[k] = 1.0 / kind.square[k];
  }
  kind.settle = settle_shape(kind);
  return kind;
}

TriangleBatch::TriangleBatch(const Model& model, std::vector<Component> triangles, const SolverOptions& options,
                             const KernelTable& kernels)
    : KernelBatch(model, std::move(triangles), options, kernels),
      kind_(kind_of(model, component(0))),
      limits_(limits()) {
  for (std::size_t first = 0; first < components(); first += lanes) {
    TriangleUnit unit;
    unit.used = static_cast<int>(std::min(lanes, components() - first));
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::size_t triangle = first + lane < components() ? first + lane : first;
      unit.first_coordinate[lane] = 3 * static_cast<std::ptrdiff_t>(component(triangle).particles.front());
    }
    units_.push_back(unit);
  }
  for (std::size_t k = 0; k < components(); ++k) rows_.push_back(ordered(model, component(k)));
}

SolveReport TriangleBatch::positions(int unit, const KernelArrays& arrays, BatchWorkspace& workspace,
                                     double* multipliers) {
  const auto u = static_cast<std::size_t>(unit);
  double found[lanes][3];
  double(*wanted)[3] = multipliers ? found : nullptr;
  const TriangleOutcome outcome = kind_.settle.half_base > 0.0
                                      ? kernels_.settle_positions(kind_, units_[u], arrays, limits_.tolerance, wanted)
                                      : kernels_.triangle_positions(kind_, units_[u], arrays, limits_, wanted);
  return report(u, Quantity::position, outcome, arrays, workspace, found, multipliers);
}

SolveReport TriangleBatch::velocities(int unit, const KernelArrays& arrays, BatchWorkspace& workspace,
                                      double* multipliers) {
  const auto u = static_cast<std::size_t>(unit);
  double found[lanes][3];
  double(*wanted)[3] = multipliers ? found : nullptr;
  const TriangleOutcome outcome = kernels_.triangle_velocities(kind_, units_[u], arrays, wanted);
  return report(u, Quantity::velocity, outcome, arrays, workspace, found, multipliers);
}

SolveReport TriangleBatch::report(std::size_t unit, Quantity quantity, const TriangleOutcome& outcome,
                                  const KernelArrays& arrays, BatchWorkspace& workspace, const double (*found)[3],
                                  double* multipliers) {
  SolveReport total{.iterations = outcome.iterations, .max_violation = outcome.violation};
  if (!outcome.any_failed && !multipliers) return total;
  for (std::size_t lane = 0; lane < static_cast<std::size_t>(units_[unit].used); ++lane) {
    const std::size_t triangle = unit * lanes + lane;
    if (outcome.failed[lane])
      include(total, rescue(triangle, quantity, arrays, workspace, multipliers));
    else
      for (std::size_t k = 0; k < 3 && multipliers; ++k) multipliers[rows_[triangle][k]] = found[lane][k];
  }
  return total;
}

}  // namespace taut
