#include "solve/saddle_factor.hpp"

#include <algorithm>
#include <array>
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

// x = L^-T D^-1 L^-1 x for `width` columns beside each other; L by columns, without its diagonal of ones.
template <std::size_t width>
void substitute(const SaddleFactor::Sparse& lower, const SaddleFactor::Vector& pivots, double* x) {
  const int *start = lower.outerIndexPtr(), *row = lower.innerIndexPtr();
  const double* value = lower.valuePtr();
  const Eigen::Index n = lower.cols();
  std::array<double, width> here;
  for (Eigen::Index k = 0; k < n; ++k) {
    std::copy_n(x + k * width, width, here.begin());
    for (int p = start[k]; p < start[k + 1]; ++p)
      for (std::size_t c = 0; c < width; ++c) x[row[p] * width + c] -= value[p] * here[c];
  }
  for (Eigen::Index k = 0; k < n; ++k)
    for (std::size_t c = 0; c < width; ++c) x[k * width + c] /= pivots[k];
  for (Eigen::Index k = n; k-- > 0;) {
    std::copy_n(x + k * width, width, here.begin());
    for (int p = start[k]; p < start[k + 1]; ++p)
      for (std::size_t c = 0; c < width; ++c) here[c] -= value[p] * x[row[p] * width + c];
    std::copy_n(here.begin(), width, x + k * width);
  }
}

}  // namespace

bool SaddleFactor::compute(const Sparse& matrix, Eigen::Index n, Eigen::Index m, double scale, Effort effort,
                           bool symmetric) {
  matrix_ = matrix;
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
  Panel right(rows(), 1);
  for (Eigen::Index k = 0; k < rows(); ++k) right(k, 0) = uniform_pair(2, 0, static_cast<std::uint64_t>(k))[0] - 0.5;
  Panel x = quick_solve(right);
  return refine(right, x);
}

SaddleFactor::Panel SaddleFactor::quick_solve(const Panel& right) const {
  const auto& place = quick_.permutationP().indices();
  Panel augmented = right, x(right.rows(), right.cols());
  augmented.topRows(augment_.rows()) += augment_ * right.middleRows(augment_.rows(), augment_.cols());
  for (Eigen::Index k = 0; k < rows(); ++k) x.row(place[k]) = augmented.row(k);
  const Sparse& lower = quick_.matrixL().nestedExpression();
  if (right.cols() == 1)
    substitute<1>(lower, quick_.vectorD(), x.data());
  else
    substitute<panel>(lower, quick_.vectorD(), x.data());
  for (Eigen::Index k = 0; k < rows(); ++k) augmented.row(k) = x.row(place[k]);
  return augmented;
}

// right - A x, summed as if with twice the digits: what refining can gain is limited by that.
SaddleFactor::Panel SaddleFactor::residual(const Panel& right, const Panel& x) const {
  Panel high = right, low = Panel::Zero(right.rows(), right.cols());
  for (Eigen::Index k = 0; k < matrix_.outerSize(); ++k)
    for (Sparse::InnerIterator it(matrix_, k); it; ++it)
      for (Eigen::Index c = 0; c < right.cols(); ++c) {
        double& so_far = high(it.row(), c);
        const Exact product = two_product(it.value(), -x(k, c)), sum = two_sum(so_far, product.high);
        so_far = sum.high;
        low(it.row(), c) += sum.low + product.low;
      }
  return high + low;
}

// Whether corrections die away, of which x itself is the first. A column ends when its next one would be below
// rounding.
bool SaddleFactor::refine(const Panel& right, Panel& x) const {
  Eigen::RowVectorXd before = x.colwise().lpNorm<Eigen::Infinity>();
  std::vector<bool> goes_on(static_cast<std::size_t>(x.cols()), true);
  bool well = true;
  for (int round = 0; round < most_refinements; ++round) {
    const Panel correction = quick_solve(residual(right, x));
    for (Eigen::Index c = 0; c < x.cols(); ++c) {
      if (!goes_on[static_cast<std::size_t>(c)]) continue;
      const double size = x.col(c).lpNorm<Eigen::Infinity>(), change = correction.col(c).lpNorm<Eigen::Infinity>();
      if (!std::isfinite(change)) return false;
      const bool falls = change <= 0.5 * before[c];
      if (falls) x.col(c) += correction.col(c);
      well = well && (falls || change <= enough * size);
      goes_on[static_cast<std::size_t>(c)] = falls && change * change > rounding * size * before[c];
      before[c] = change;
    }
    if (std::find(goes_on.begin(), goes_on.end(), true) == goes_on.end()) return well;
  }
  return false;
}

SaddleFactor::Panel SaddleFactor::solve(const Panel& right) const {
  if (exchanged_) {
    const Eigen::MatrixXd by_columns = lu_.solve(Eigen::MatrixXd(right));
    return by_columns;
  }
  Panel x = quick_solve(right);
  static_cast<void>(refine(right, x));  // it did for a right side like any other
  return x;
}

}  // namespace taut
