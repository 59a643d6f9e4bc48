#include "solve/independent_rows.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <numeric>

#include "solve/disjoint_sets.hpp"
#include "solve/gram.hpp"

namespace taut {
namespace {

using Eigen::Index;

constexpr std::size_t most_dense_rows = 200;

// The gradients as columns of unit length, weighted by the square roots of the inverse masses.
Eigen::MatrixXd unit_gradients(const RowBlock& rows) {
  std::vector<std::int32_t> particles;
  for (std::size_t e = 0; e < rows.particles_end(rows.size() - 1); ++e) particles.push_back(rows.particle(e));
  std::sort(particles.begin(), particles.end());
  particles.erase(std::unique(particles.begin(), particles.end()), particles.end());
  Eigen::MatrixXd columns =
      Eigen::MatrixXd::Zero(3 * static_cast<Index>(particles.size()), static_cast<Index>(rows.size()));
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (std::size_t e = rows.particles_begin(k); e < rows.particles_end(k); ++e) {
      const auto at = std::lower_bound(particles.begin(), particles.end(), rows.particle(e)) - particles.begin();
      const Vec3 g = std::sqrt(rows.weight(e)) * rows.gradient(e);
      columns.block<3, 1>(3 * at, static_cast<Index>(k)) += Eigen::Vector3d(g.x, g.y, g.z);
    }
  for (Index k = 0; k < columns.cols(); ++k)
    if (const double length = columns.col(k).norm(); length > 0.0) columns.col(k) /= length;
  return columns;
}

// Each column that is not in the span of those before it, by Gram and Schmidt, twice for orthogonality to rounding.
std::vector<std::int32_t> first_independent(const Eigen::MatrixXd& columns) {
  std::vector<std::int32_t> kept;
  Eigen::MatrixXd basis(columns.rows(), std::min(columns.rows(), columns.cols()));
  for (Index k = 0; k < columns.cols(); ++k) {
    const auto n = static_cast<Index>(kept.size());
    Eigen::VectorXd rest = columns.col(k);
    for (int pass = 0; pass < 2; ++pass) rest -= basis.leftCols(n) * (basis.leftCols(n).transpose() * rest);
    if (n == basis.cols() || !(rest.norm() > dependence_tolerance)) continue;
    basis.col(n) = rest.normalized();
    kept.push_back(static_cast<std::int32_t>(k));
  }
  return kept;
}

std::vector<std::int32_t> others(std::size_t size, const std::vector<std::int32_t>& some) {
  std::vector<std::int32_t> all(size), rest;
  std::iota(all.begin(), all.end(), 0);
  std::set_difference(all.begin(), all.end(), some.begin(), some.end(), std::back_inserter(rest));
  return rest;
}

// The rank by a factorisation with column pivoting; which rows, by the order they were typed in, as long as that finds
// as many.
std::vector<std::int32_t> keep_dense(const RowBlock& rows) {
  const Eigen::MatrixXd columns = unit_gradients(rows);
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factor(columns);
  factor.setThreshold(dependence_tolerance);
  std::vector<std::int32_t> kept = first_independent(columns);
  if (static_cast<Index>(kept.size()) == factor.rank()) return kept;
  const auto& order = factor.colsPermutation().indices();
  kept.assign(order.data(), order.data() + factor.rank());
  std::sort(kept.begin(), kept.end());
  return kept;
}

// Without pivoting for size the pivots of dependent rows are rounding errors that earlier small pivots have enlarged,
// up to 1e-9 in a network of 20,000 rods: the threshold rises until a gap lies above it.
std::vector<std::int32_t> drop_sparse(const RowBlock& rows) {
  constexpr double gap = 30.0, highest = 1e-7;
  Gram gram(rows);
  double threshold = dependence_tolerance * dependence_tolerance;
  std::vector<std::int32_t> dropped = gram.factorise_dropping(threshold);
  while (gram.smallest_pivot_ratio() < gap * threshold && threshold < highest)
    dropped = gram.factorise_dropping(threshold *= 10.0);
  std::sort(dropped.begin(), dropped.end());
  return dropped;
}

}  // namespace

IndependentRows independent_rows(const RowBlock& rows) {
  IndependentRows found;
  if (rows.size() <= most_dense_rows) {
    found.kept = keep_dense(rows);
    found.dropped = others(rows.size(), found.kept);
  } else {
    found.dropped = drop_sparse(rows);
    found.kept = others(rows.size(), found.dropped);
  }
  return found;
}

std::vector<bool> rows_that_may_depend(const Model& model) {
  const std::int32_t ground = model.size();
  DisjointSets joined(static_cast<std::size_t>(ground) + 1);
  std::vector<bool> may(static_cast<std::size_t>(model.row_count()), true);
  const auto node = [&](std::int32_t p) {
    return model.inverse_masses()[static_cast<std::size_t>(p)] > 0.0 ? p : ground;
  };
  for (std::size_t k = 0; k < may.size(); ++k) {
    const Row& row = model.rows()[k];
    if (row.kind != RowKind::distance) continue;
    const DistanceRow& rod = model.distances()[static_cast<std::size_t>(row.index)];
    may[k] = !joined.join(node(rod.i), node(rod.j));
  }
  return may;
}

}  // namespace taut
