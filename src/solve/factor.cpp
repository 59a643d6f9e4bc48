// Up-looking factorisation [davis2006, chapter 4]: row k of L solves a triangular system with the rows before it, and
// the pattern of that row, known in advance, is visited in ascending order.
#include "solve/factor.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "solve/limits.hpp"

namespace taut {
namespace {

using Neighbours = std::vector<std::vector<std::int32_t>>;

std::vector<std::int32_t> minimum_degree_order(const Neighbours& neighbours) {
  const auto n = static_cast<std::int32_t>(neighbours.size());
  std::vector<Eigen::Triplet<double, std::int32_t>> entries;
  for (std::int32_t k = 0; k < n; ++k) {
    entries.emplace_back(k, k, 1.0);
    for (std::int32_t l : neighbours[static_cast<std::size_t>(k)]) {
      entries.emplace_back(k, l, 1.0);
      entries.emplace_back(l, k, 1.0);
    }
  }
  Eigen::SparseMatrix<double, Eigen::ColMajor, std::int32_t> matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, std::int32_t> inverse;
  Eigen::AMDOrdering<std::int32_t>()(matrix, inverse);
  return {inverse.indices().data(), inverse.indices().data() + n};
}

// y -= a x
[[gnu::always_inline]] inline void subtract(std::int32_t n, double a, const double* __restrict x,
                                            double* __restrict y) {
  for (std::int32_t k = 0; k < n; ++k) y[k] -= a * x[k];
}

// y -= a x, then y -= b z
[[gnu::always_inline]] inline void subtract_two(std::int32_t n, double a, const double* __restrict x, double b,
                                                const double* __restrict z, double* __restrict y) {
  for (std::int32_t k = 0; k < n; ++k) y[k] = (y[k] - a * x[k]) - b * z[k];
}

constexpr std::int32_t few = 8;  // shorter runs are not worth a call of their own

// x.y in four sums, so that one need not wait for the other.
[[gnu::always_inline]] inline double product(std::int32_t n, const double* x, const double* y) {
  double sum[4] = {};
  std::int32_t k = 0;
  for (; k + 4 <= n; k += 4)
    for (std::int32_t lane = 0; lane < 4; ++lane) sum[lane] += x[k + lane] * y[k + lane];
  for (; k < n; ++k) sum[0] += x[k] * y[k];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

std::vector<std::int32_t> given_order(std::size_t n) {
  std::vector<std::int32_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

}  // namespace

SparseFactor::SparseFactor(const Neighbours& neighbours, Order order)
    : order_(order == Order::as_given ? given_order(neighbours.size()) : minimum_degree_order(neighbours)) {
  const std::size_t n = order_.size();
  position_.resize(n);
  for (std::size_t k = 0; k < n; ++k) position_[static_cast<std::size_t>(order_[k])] = static_cast<std::int32_t>(k);
  analyse(neighbours);
  diagonal_.assign(n, 0.0);
  inverse_pivot_.assign(n, 0.0);
  work_.assign(n, 0.0);
  work_upper_.assign(n, 0.0);
  lower_.assign(row_column_.size(), 0.0);
  upper_.assign(row_column_.size(), 0.0);
  l_.assign(column_row_.size(), 0.0);
  u_.assign(column_row_.size(), 0.0);
}

void SparseFactor::analyse(const Neighbours& neighbours) {
  const std::size_t n = order_.size();
  std::vector<std::vector<std::int32_t>> below(n);
  row_start_.assign(1, 0);
  pattern_start_.assign(1, 0);
  std::vector<std::int32_t> parent(n, -1), mark(n, -1), row;
  for (std::size_t k = 0; k < n; ++k) {
    const auto k32 = static_cast<std::int32_t>(k);
    mark[k] = k32;
    row.clear();
    const std::size_t row_begin = row_column_.size();
    for (std::int32_t neighbour : neighbours[static_cast<std::size_t>(order_[k])]) {
      const std::int32_t j = position_[static_cast<std::size_t>(neighbour)];
      if (j >= k32) continue;
      row_column_.push_back(j);
      // Row k of L: everything on the way up the elimination tree from j to k.
      for (std::int32_t i = j; mark[static_cast<std::size_t>(i)] != k32; i = parent[static_cast<std::size_t>(i)]) {
        if (parent[static_cast<std::size_t>(i)] < 0) parent[static_cast<std::size_t>(i)] = k32;
        mark[static_cast<std::size_t>(i)] = k32;
        row.push_back(i);
      }
    }
    const auto begin = row_column_.begin() + static_cast<std::ptrdiff_t>(row_begin);
    std::sort(begin, row_column_.end());
    row_column_.erase(std::unique(begin, row_column_.end()), row_column_.end());
    row_start_.push_back(static_cast<std::int32_t>(row_column_.size()));
    std::sort(row.begin(), row.end());
    pattern_column_.insert(pattern_column_.end(), row.begin(), row.end());
    pattern_start_.push_back(static_cast<std::int32_t>(pattern_column_.size()));
    for (std::int32_t j : row) below[static_cast<std::size_t>(j)].push_back(k32);
  }
  column_start_.assign(1, 0);
  for (const std::vector<std::int32_t>& rows : below) {
    column_row_.insert(column_row_.end(), rows.begin(), rows.end());
    auto run = static_cast<std::int32_t>(column_row_.size());
    while (run > column_start_.back() + 1 &&
           column_row_[static_cast<std::size_t>(run - 2)] + 1 == column_row_[static_cast<std::size_t>(run - 1)])
      --run;
    column_run_.push_back(std::max(run - 1, column_start_.back()));
    column_start_.push_back(static_cast<std::int32_t>(column_row_.size()));
  }
  filled_.resize(n);
  find_twins();
}

void SparseFactor::find_twins() {
  const std::size_t n = order_.size();
  twin_.assign(n, 0);
  for (std::size_t j = 0; j + 1 < n; ++j) {
    const auto rows = column_row_.begin();
    const std::int32_t begin = column_start_[j], middle = column_start_[j + 1], end = column_start_[j + 2];
    twin_[j] = middle - begin == end - middle + 1 && column_row_[begin] == static_cast<std::int32_t>(j + 1) &&
               std::equal(rows + begin + 1, rows + middle, rows + middle);
  }
}

SparseFactor::Slot SparseFactor::slot(std::int32_t i, std::int32_t j) const {
  const std::int32_t a = position(i), b = position(j);
  const auto row = static_cast<std::size_t>(std::max(a, b));
  const auto begin = row_column_.begin() + row_start_[row], end = row_column_.begin() + row_start_[row + 1];
  const auto found = std::lower_bound(begin, end, std::min(a, b));
  return {static_cast<std::int32_t>(found - row_column_.begin()), a < b};
}

std::int32_t SparseFactor::factorise(Symmetry symmetry) {
  symmetry_ = symmetry;
  const auto stop = [](std::int32_t) { return false; };
  return symmetry == Symmetry::symmetric ? factorise<Symmetry::symmetric>(smallest_pivot, stop)
                                         : factorise<Symmetry::unsymmetric>(smallest_pivot, stop);
}

std::vector<std::int32_t> SparseFactor::factorise_dropping(double threshold) {
  std::vector<std::int32_t> dropped;
  symmetry_ = Symmetry::symmetric;
  static_cast<void>(factorise<Symmetry::symmetric>(threshold, [&](std::int32_t row) {
    dropped.push_back(row);
    return true;
  }));
  return dropped;
}

// Takes column j out of the row at hand; returns what is left of its pivot.
template <SparseFactor::Symmetry symmetry>
[[gnu::always_inline]] inline double SparseFactor::eliminate(std::int32_t j, double pivot) {
  constexpr bool both = symmetry == Symmetry::unsymmetric;
  const std::int32_t* rows = column_row_.data();
  double *work = work_.data(), *work_upper = work_upper_.data(), *l = l_.data(), *u = u_.data();
  const std::int32_t end = filled_[j], run = std::min(column_run_[j], end);
  const double a = work[j], b = both ? work_upper[j] : a;
  work[j] = 0.0;
  if constexpr (both) work_upper[j] = 0.0;
  for (std::int32_t p = column_start_[j]; p < run; ++p) {
    work[rows[p]] -= a * (both ? u[p] : l[p]);
    if constexpr (both) work_upper[rows[p]] -= b * l[p];
  }
  if (run < end) {
    subtract(end - run, a, (both ? u : l) + run, work + rows[run]);
    if constexpr (both) subtract(end - run, b, l + run, work_upper + rows[run]);
  }
  l[end] = a * inverse_pivot_[j];
  if constexpr (both) u[end] = b * inverse_pivot_[j];
  filled_[j] = end + 1;
  return pivot - l[end] * b;
}

// The same for columns j and j + 1 in one sweep, to the same bits: what they have in common is loaded and stored once.
template <SparseFactor::Symmetry symmetry>
[[gnu::always_inline]] inline double SparseFactor::eliminate_twins(std::int32_t j, double pivot) {
  constexpr bool both = symmetry == Symmetry::unsymmetric;
  const std::int32_t* rows = column_row_.data();
  double *work = work_.data(), *work_upper = work_upper_.data(), *l = l_.data(), *u = u_.data();
  const std::int32_t first = column_start_[j], start = column_start_[j + 1], end = filled_[j + 1],
                     run = std::min(column_run_[j + 1], end), back = start - first - 1;  // from a row to that of j
  const double *right = both ? u : l, a = work[j], b = both ? work_upper[j] : a;
  const double c = work[j + 1] - a * right[first], d = both ? work_upper[j + 1] - b * l[first] : c;
  work[j] = work[j + 1] = 0.0;
  if constexpr (both) work_upper[j] = work_upper[j + 1] = 0.0;
  for (std::int32_t p = start; p < run; ++p) {
    double& to = work[rows[p]];
    to = (to - a * right[p - back]) - c * right[p];
    if constexpr (both) work_upper[rows[p]] = (work_upper[rows[p]] - b * l[p - back]) - d * l[p];
  }
  if (run < end) {
    subtract_two(end - run, a, right + run - back, c, right + run, work + rows[run]);
    if constexpr (both) subtract_two(end - run, b, l + run - back, d, l + run, work_upper + rows[run]);
  }
  l[end - back] = a * inverse_pivot_[j];
  l[end] = c * inverse_pivot_[j + 1];
  if constexpr (both) u[end - back] = b * inverse_pivot_[j], u[end] = d * inverse_pivot_[j + 1];
  filled_[j] = end - back + 1;
  filled_[j + 1] = end + 1;
  return (pivot - l[end - back] * b) - l[end] * d;
}

// Where a pivot vanishes, goes_on(row) says whether to leave the row out or to return it.
template <SparseFactor::Symmetry symmetry, class GoesOn>
std::int32_t SparseFactor::factorise(double threshold, GoesOn&& goes_on) {
  constexpr bool both = symmetry == Symmetry::unsymmetric;
  const std::size_t n = size();
  double* __restrict work = work_.data(), * __restrict work_upper = work_upper_.data();
  smallest_ = 1.0;
  std::copy_n(column_start_.begin(), n, filled_.begin());
  for (std::size_t k = 0; k < n; ++k) {
    for (std::int32_t p = row_start_[k]; p < row_start_[k + 1]; ++p) {
      work[row_column_[p]] = lower_[p];
      if constexpr (both) work_upper[row_column_[p]] = upper_[p];
    }
    double pivot = diagonal_[k];
    for (std::int32_t q = pattern_start_[k]; q < pattern_start_[k + 1]; ++q) {
      const std::int32_t j = pattern_column_[q];
      if (twin_[j] && q + 1 < pattern_start_[k + 1]) {  // then the next one is next in this row as well
        pivot = eliminate_twins<symmetry>(j, pivot);
        ++q;
      } else {
        pivot = eliminate<symmetry>(j, pivot);
      }
    }
    const bool usable =
        std::abs(pivot) > threshold * std::abs(diagonal_[k]) && std::isfinite(pivot) && (both || pivot > 0.0);
    inverse_pivot_[k] = usable ? 1.0 / pivot : 0.0;
    if (usable)
      smallest_ = std::min(smallest_, pivot / std::abs(diagonal_[k]));
    else if (!goes_on(order_[k]))
      return order_[k];
  }
  return -1;
}

void SparseFactor::solve(double* x) {
  const std::size_t n = size();
  const std::vector<double>& u = symmetry_ == Symmetry::symmetric ? l_ : u_;
  for (std::size_t k = 0; k < n; ++k) work_[k] = x[order_[k]];
  for (std::size_t k = 0; k < n; ++k) {
    const std::int32_t run = column_run_[k], end = column_start_[k + 1];
    for (std::int32_t p = column_start_[k]; p < run; ++p) work_[column_row_[p]] -= l_[p] * work_[k];
    if (run < end) subtract(end - run, work_[k], l_.data() + run, work_.data() + column_row_[run]);
  }
  for (std::size_t k = 0; k < n; ++k) work_[k] *= inverse_pivot_[k];
  for (std::size_t k = n; k-- > 0;) {
    const std::int32_t end = column_start_[k + 1], run = end - column_run_[k] < few ? end : column_run_[k];
    for (std::int32_t p = column_start_[k]; p < run; ++p) work_[k] -= u[p] * work_[column_row_[p]];
    if (run < end) work_[k] -= product(end - run, u.data() + run, work_.data() + column_row_[run]);
  }
  for (std::size_t k = 0; k < n; ++k) {
    x[order_[k]] = work_[k];
    work_[k] = 0.0;
  }
}

void SparseFactor::multiply(const double* x, double* y) const {
  for (std::size_t k = 0; k < size(); ++k) {
    const std::int32_t i = order_[k];
    double sum = diagonal_[k] * x[i];
    for (std::int32_t p = row_start_[k]; p < row_start_[k + 1]; ++p) {
      const std::int32_t j = order_[row_column_[p]];
      sum += lower_[p] * x[j];
      y[j] += lower_[p] * x[i];
    }
    y[i] = sum;
  }
}

}  // namespace taut
