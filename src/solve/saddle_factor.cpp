#include "solve/saddle_factor.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/exact.hpp"
#include "base/philox.hpp"

namespace taut {
namespace {

// Of the scale of R: d below what a body's softest motion has; e so that 1 / e leaves R its digits.
constexpr double regularisation = 1e-10, softening = 1e-6;
constexpr int most_refinements = 20;
constexpr double rounding = 1e-16, enough = 1e-12;  // of a correction over the answer

using Triplets = std::vector<Eigen::Triplet<double>>;

// factor B^T, from the columns of R.
SaddleFactor::Sparse transposed_block(const SaddleFactor::Sparse& matrix, Eigen::Index n, Eigen::Index m,
                                      double factor) {
  Triplets entries;
  for (Eigen::Index k = 0; k < n; ++k)
    for (SaddleFactor::Sparse::InnerIterator it(matrix, k); it; ++it)
      if (it.row() >= n && it.row() < n + m)
        entries.emplace_back(static_cast<int>(k), static_cast<int>(it.row() - n), factor * it.value());
  SaddleFactor::Sparse block(n, m);
  block.setFromTriplets(entries.begin(), entries.end());
  return block;
}

}  // namespace

bool SaddleFactor::compute(Sparse matrix, Eigen::Index n, Eigen::Index m, double scale, Effort effort, bool symmetric) {
  matrix_ = std::move(matrix);
  exchanged_ = false;
  if (symmetric && compute_quick(n, m, scale)) return true;
  if (effort == Effort::quick) return false;
  exchanged_ = true;
  lu_.compute(matrix_);
  return lu_.info() == Eigen::Success;
}

// Tried with a right side that has a part along everything.
bool SaddleFactor::compute_quick(Eigen::Index n, Eigen::Index m, double scale) {
  augment_ = transposed_block(matrix_, n, m, 1.0 / scale);
  const Sparse product = scale * Sparse(augment_ * Sparse(augment_.transpose()));
  Triplets entries;
  for (Eigen::Index k = 0; k < product.outerSize(); ++k)
    for (Sparse::InnerIterator it(product, k); it; ++it)
      entries.emplace_back(static_cast<int>(it.row()), static_cast<int>(it.col()), it.value());
  for (int k = 0; k < rows(); ++k) entries.emplace_back(k, k, (k < n ? regularisation : -softening) * scale);
  Sparse change(rows(), rows());
  change.setFromTriplets(entries.begin(), entries.end());
  quick_.compute(matrix_ + change);
  if (quick_.info() != Eigen::Success) return false;
  Vector right(rows());
  for (Eigen::Index k = 0; k < rows(); ++k) right[k] = uniform_pair(2, 0, static_cast<std::uint64_t>(k))[0] - 0.5;
  Vector x = quick_solve(right);
  return refine(right, x);
}

SaddleFactor::Vector SaddleFactor::quick_solve(const Vector& right) const {
  Vector augmented = right;
  augmented.head(augment_.rows()) += augment_ * right.segment(augment_.rows(), augment_.cols());
  return quick_.solve(augmented);
}

// right - A x, summed as if with twice the digits: what refining can gain is limited by that.
SaddleFactor::Vector SaddleFactor::residual(const Vector& right, const Vector& x) const {
  Vector high = right, low = Vector::Zero(right.size());
  for (Eigen::Index k = 0; k < matrix_.outerSize(); ++k)
    for (Sparse::InnerIterator it(matrix_, k); it; ++it) {
      const Exact product = two_product(it.value(), -x[k]), sum = two_sum(high[it.row()], product.high);
      high[it.row()] = sum.high;
      low[it.row()] += sum.low + product.low;
    }
  return high + low;
}

// Whether corrections die away, of which x itself is the first. It ends when the next one would be below rounding.
bool SaddleFactor::refine(const Vector& right, Vector& x) const {
  double before = x.lpNorm<Eigen::Infinity>();
  for (int round = 0; round < most_refinements; ++round) {
    const Vector correction = quick_solve(residual(right, x));
    const double size = x.lpNorm<Eigen::Infinity>(), change = correction.lpNorm<Eigen::Infinity>();
    if (!std::isfinite(change)) return false;
    if (change > 0.5 * before) return change <= enough * size;
    x += correction;
    if (change * change <= rounding * size * before) return true;  // if it goes on like this
    before = change;
  }
  return false;
}

SaddleFactor::Vector SaddleFactor::solve(const Vector& right) const {
  if (exchanged_) return lu_.solve(right);
  Vector x = quick_solve(right);
  static_cast<void>(refine(right, x));  // it did for a right side like any other
  return x;
}

}  // namespace taut
