// Elimination without exchange of rows: A is positive definite, B' W B^T stays close to it on the branch that a step
// began on, and the signs of the pivots tell whether it did (see limits.hpp).
#include "solve/dense_gram.hpp"

#include <algorithm>
#include <cmath>

#include "solve/limits.hpp"

namespace taut {

DenseGram::DenseGram(const RowBlock& rows) : rows_(rows), n_(rows.size()), entries_(n_ * n_, 0.0) {
  for (std::size_t i = 0; i < n_; ++i)
    for (std::size_t j = 0; j < n_; ++j)
      for (std::size_t a = rows.particles_begin(i); a < rows.particles_end(i); ++a)
        for (std::size_t b = rows.particles_begin(j); b < rows.particles_end(j); ++b)
          if (rows.particle(a) == rows.particle(b) && rows.weight(a) > 0.0)
            terms_.push_back(
                {static_cast<std::int32_t>(i * n_ + j), static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)});
}

std::int32_t DenseGram::factorise_symmetric() {
  return factorise([this](std::size_t a) -> const Vec3& { return rows_.gradient(a); });
}

std::int32_t DenseGram::factorise_unsymmetric() {
  return factorise([this](std::size_t a) -> const Vec3& { return rows_.moved_gradient(a); });
}

template <class Gradient>
std::int32_t DenseGram::factorise(Gradient&& left) {
  std::fill(entries_.begin(), entries_.end(), 0.0);
  for (const Term& t : terms_) {
    const auto a = static_cast<std::size_t>(t.a), b = static_cast<std::size_t>(t.b);
    entries_[static_cast<std::size_t>(t.slot)] += rows_.weight(a) * dot(left(a), rows_.gradient(b));
  }
  return eliminate();
}

std::int32_t DenseGram::eliminate() {
  smallest_ = 1.0;
  for (std::size_t i = 0; i < n_; ++i) {
    double* row = &entries_[i * n_];
    const double diagonal = row[i];
    for (std::size_t k = 0; k < i; ++k) {
      const double* above = &entries_[k * n_];
      const double factor = row[k] /= above[k];
      for (std::size_t j = k + 1; j < n_; ++j) row[j] -= factor * above[j];
    }
    const double ratio = row[i] / std::abs(diagonal);
    smallest_ = std::min(smallest_, ratio);
    if (!(std::abs(ratio) > smallest_pivot) || !std::isfinite(row[i])) return static_cast<std::int32_t>(i);
  }
  return -1;
}

void DenseGram::solve(double* x) const {
  for (std::size_t i = 1; i < n_; ++i)
    for (std::size_t k = 0; k < i; ++k) x[i] -= entries_[i * n_ + k] * x[k];
  for (std::size_t i = n_; i-- > 0;) {
    for (std::size_t j = i + 1; j < n_; ++j) x[i] -= entries_[i * n_ + j] * x[j];
    x[i] /= entries_[i * n_ + i];
  }
}

}  // namespace taut
