// The last rod is the border: without it the matrix is tridiagonal, and eliminating rod k couples the border to rod
// k + 1 only. The lines for k = 0, 1, ..., n - 2, with c_k and e_k the border's entries at its turn (c_0, e_0 from A):
//
//   below_k = A_{k+1,k} / D_k,   right_k = A_{k,k+1} / D_k,   last_row_k = c_k / D_k,   last_column_k = e_k / D_k
//   D_{k+1} -= below_k A_{k,k+1},   c_{k+1} = -c_k right_k,   e_{k+1} = -below_k e_k,   D_{n-1} -= last_row_k e_k
//
// where A_{n-1,n-2} and A_{n-2,n-1} join c and e at k = n - 2.
#include "solve/ring_gram.hpp"

#include <algorithm>
#include <cmath>

#include "solve/limits.hpp"

namespace taut {

RingGram::RingGram(const RowBlock& rows) : rows_(rows), rods_(rows.size(), Rod{}) {
  for (std::size_t k = 0; k < rods_.size(); ++k) {
    const std::size_t after = (k + 1) % rods_.size();
    for (std::size_t a = rows.particles_begin(k); a < rows.particles_end(k); ++a)
      for (std::size_t b = rows.particles_begin(after); b < rows.particles_end(after); ++b)
        if (rows.particle(a) == rows.particle(b)) {
          rods_[k].here = static_cast<std::int32_t>(a);
          rods_[k].next = static_cast<std::int32_t>(b);
        }
  }
}

std::int32_t RingGram::factorise_symmetric() {
  return factorise([this](std::size_t a) -> const Vec3& { return rows_.gradient(a); });
}

std::int32_t RingGram::factorise_unsymmetric() {
  return factorise([this](std::size_t a) -> const Vec3& { return rows_.moved_gradient(a); });
}

template <class Gradient>
double RingGram::diagonal(std::size_t k, Gradient&& left) const {
  const std::size_t a = rows_.particles_begin(k);
  return (rows_.weight(a) + rows_.weight(a + 1)) * dot(left(a), rows_.gradient(a));
}

bool RingGram::take_pivot(std::size_t k, double pivot, double diagonal) {
  rods_[k].inverse_pivot = 1.0 / pivot;
  smallest_ = std::min(smallest_, pivot / std::abs(diagonal));
  return std::abs(pivot) > smallest_pivot * std::abs(diagonal) && std::isfinite(pivot);
}

template <class Gradient>
std::int32_t RingGram::factorise(Gradient&& left) {
  const std::size_t last = rods_.size() - 1;
  const auto lower = [&](const Rod& rod) {  // A_{k+1,k}
    const auto here = static_cast<std::size_t>(rod.here), next = static_cast<std::size_t>(rod.next);
    return rows_.weight(here) * dot(left(next), rows_.gradient(here));
  };
  const auto upper = [&](const Rod& rod) {  // A_{k,k+1}
    const auto here = static_cast<std::size_t>(rod.here), next = static_cast<std::size_t>(rod.next);
    return rows_.weight(here) * dot(left(here), rows_.gradient(next));
  };
  smallest_ = 1.0;
  double row = upper(rods_[last]), column = lower(rods_[last]);  // c, e: the last rod is coupled to the first
  double pivot = diagonal(0, left), last_pivot = diagonal(last, left);
  for (std::size_t k = 0; k < last; ++k) {
    Rod& rod = rods_[k];
    if (!take_pivot(k, pivot, diagonal(k, left))) return static_cast<std::int32_t>(k);
    const double below = lower(rod), right = upper(rod);
    const bool joins = k + 1 == last;
    if (joins) row += below, column += right;
    rod.last_row = row * rod.inverse_pivot;
    rod.last_column = column * rod.inverse_pivot;
    last_pivot -= rod.last_row * column;
    if (joins) break;
    rod.below = below * rod.inverse_pivot;
    rod.right = right * rod.inverse_pivot;
    pivot = diagonal(k + 1, left) - rod.below * right;
    row *= -rod.right;
    column *= -rod.below;
  }
  return take_pivot(last, last_pivot, diagonal(last, left)) ? -1 : static_cast<std::int32_t>(last);
}

void RingGram::solve(double* x) const {
  const std::size_t last = rods_.size() - 1;
  for (std::size_t k = 0; k < last; ++k) {
    if (k + 1 < last) x[k + 1] -= rods_[k].below * x[k];
    x[last] -= rods_[k].last_row * x[k];
  }
  x[last] *= rods_[last].inverse_pivot;
  double next = 0.0;
  for (std::size_t k = last; k-- > 0;) {
    next = x[k] * rods_[k].inverse_pivot - rods_[k].right * next - rods_[k].last_column * x[last];
    x[k] = next;
  }
}

}  // namespace taut
