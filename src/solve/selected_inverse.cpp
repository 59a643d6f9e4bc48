#include "solve/selected_inverse.hpp"

#include <algorithm>

namespace taut {

SelectedInverse::SelectedInverse(const SparseFactor& factor)
    : factor_(factor), diagonal_(factor.size()), lower_(factor.fill()), place_(factor.size(), -1) {
  take();
}

void SelectedInverse::take() {
  const SparseFactor::Symbols symbols = factor_.symbols();
  const std::span<const double> l = factor_.lower_factor();
  std::fill(lower_.begin(), lower_.end(), 0.0);
  for (std::size_t j = factor_.size(); j-- > 0;) {
    const auto begin = static_cast<std::size_t>(symbols.column_start[j]),
               end = static_cast<std::size_t>(symbols.column_start[j + 1]);
    for (std::size_t p = begin; p < end; ++p)
      place_[static_cast<std::size_t>(symbols.column_row[p])] = static_cast<std::int32_t>(p);
    for (std::size_t p = begin; p < end; ++p) {
      const auto k = static_cast<std::size_t>(symbols.column_row[p]);
      lower_[p] -= l[p] * diagonal_[k];
      const auto first = static_cast<std::size_t>(symbols.column_start[k]),
                 last = static_cast<std::size_t>(symbols.column_start[k + 1]);
      for (std::size_t q = first; q < last; ++q) {  // Z_ik, below the diagonal, serves as Z_ki as well
        const std::int32_t at = place_[static_cast<std::size_t>(symbols.column_row[q])];
        if (at < 0) continue;
        lower_[static_cast<std::size_t>(at)] -= l[p] * lower_[q];
        lower_[p] -= l[static_cast<std::size_t>(at)] * lower_[q];
      }
    }
    diagonal_[j] = factor_.inverse_pivots()[j];
    for (std::size_t p = begin; p < end; ++p) {
      diagonal_[j] -= l[p] * lower_[p];
      place_[static_cast<std::size_t>(symbols.column_row[p])] = -1;
    }
  }
}

double SelectedInverse::operator()(std::int32_t i, std::int32_t j) const {
  const std::int32_t a = std::max(factor_.position(i), factor_.position(j)),
                     b = std::min(factor_.position(i), factor_.position(j));
  if (a == b) return diagonal_[static_cast<std::size_t>(a)];
  const SparseFactor::Symbols symbols = factor_.symbols();
  const auto begin = symbols.column_row.begin() + symbols.column_start[static_cast<std::size_t>(b)],
             end = symbols.column_row.begin() + symbols.column_start[static_cast<std::size_t>(b) + 1];
  return lower_[static_cast<std::size_t>(std::lower_bound(begin, end, a) - symbols.column_row.begin())];
}

}  // namespace taut
