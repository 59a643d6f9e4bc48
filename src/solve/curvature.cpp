#include "solve/curvature.hpp"

#include "solve/row_block.hpp"

namespace taut {
namespace {

std::int32_t coordinate(std::int32_t particle, int axis) { return 3 * particle + axis; }

void add_rod(const DistanceRow& rod, double lambda, std::vector<MatrixEntry>& to) {
  for (int axis = 0; axis < 3; ++axis) {
    const std::int32_t i = coordinate(rod.i, axis), j = coordinate(rod.j, axis);
    to.insert(to.end(), {{i, i, lambda}, {j, j, lambda}, {i, j, -lambda}, {j, i, -lambda}});
  }
}

void add_quadric(const QuadricRow& quadric, double lambda, std::vector<MatrixEntry>& to) {
  for (int axis = 0; axis < 3; ++axis) {
    const std::int32_t i = coordinate(quadric.particle, axis);
    to.push_back({i, i, 2.0 * lambda * quadric.q[axis]});
  }
}

void add_formula(const FormulaRow& row, double lambda, const Configuration& at, std::vector<MatrixEntry>& to) {
  std::vector<double> x;
  for (std::int32_t particle : row.particles)
    for (int axis = 0; axis < 3; ++axis) x.push_back(at.position[particle][axis]);
  x.push_back(at.time);
  std::vector<double> hessian(x.size() * x.size()), scratch(row.formula.scratch_size());
  row.formula.hessian(x.data(), hessian.data(), scratch.data());
  for (std::size_t a = 0; a + 1 < x.size(); ++a)
    for (std::size_t b = 0; b + 1 < x.size(); ++b)
      to.push_back({coordinate(row.particles[a / 3], static_cast<int>(a % 3)),
                    coordinate(row.particles[b / 3], static_cast<int>(b % 3)), lambda * hessian[a * x.size() + b]});
}

}  // namespace

std::vector<MatrixEntry> jacobian(const Model& model, std::span<const std::int32_t> rows, const Configuration& at) {
  Component all;
  all.rows.assign(rows.begin(), rows.end());
  RowBlock block(model, all);
  block.linearise(at);
  std::vector<MatrixEntry> entries;
  for (std::size_t k = 0; k < block.size(); ++k)
    for (std::size_t e = block.particles_begin(k); e < block.particles_end(k); ++e)
      for (int axis = 0; axis < 3; ++axis)
        if (const double value = block.gradient(e)[axis]; value != 0.0)
          entries.push_back({static_cast<std::int32_t>(k), coordinate(block.particle(e), axis), value});
  return entries;
}

std::vector<MatrixEntry> curvature(const Model& model, std::span<const double> multipliers, const Configuration& at) {
  std::vector<MatrixEntry> entries;
  for (std::size_t k = 0; k < multipliers.size(); ++k) {
    const Row& row = model.rows()[k];
    const auto index = static_cast<std::size_t>(row.index);
    if (multipliers[k] == 0.0) continue;
    if (row.kind == RowKind::distance) add_rod(model.distances()[index], multipliers[k], entries);
    if (row.kind == RowKind::quadric) add_quadric(model.quadrics()[index], multipliers[k], entries);
    if (row.kind == RowKind::formula) add_formula(model.formulas()[index], multipliers[k], at, entries);
  }
  return entries;
}

}  // namespace taut
