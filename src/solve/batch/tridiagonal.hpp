// A tridiagonal system of plain numbers, solved where it stands.
#pragma once

#include <span>

namespace taut {

struct TridiagonalRow {
  double lower, diagonal, upper, defect;
};

// Leaves the solution in defect and the pivots in diagonal.
inline void solve_tridiagonal(std::span<TridiagonalRow> rows) {
  for (std::size_t k = 1; k < rows.size(); ++k) {
    const double ratio = rows[k].lower / rows[k - 1].diagonal;
    rows[k].diagonal -= ratio * rows[k - 1].upper;
    rows[k].defect -= ratio * rows[k - 1].defect;
  }
  double x = 0.0;
  for (std::size_t k = rows.size(); k-- > 0;)
    rows[k].defect = x = (rows[k].defect - rows[k].upper * x) / rows[k].diagonal;
}

}  // namespace taut
