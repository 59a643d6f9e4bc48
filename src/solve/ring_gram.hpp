// A = B W B^T (or B' W B^T) of rods in a ring, in order: a cyclic tridiagonal matrix, factored L D U in O(n).
#pragma once

#include "solve/row_block.hpp"

namespace taut {

class RingGram {
 public:
  // rows: n >= 3 rods, each sharing one moving particle with the one before and another with the one after.
  explicit RingGram(const RowBlock& rows);

  // Both return the row whose pivot vanishes, or -1.
  std::int32_t factorise_symmetric();    // gradients at the configuration
  std::int32_t factorise_unsymmetric();  // moved gradients against those at the configuration
  double smallest_pivot_ratio() const { return smallest_; }
  void solve(double* x) const;

 private:
  // Of rod k: where it and the rod after it hold their common particle, and the lines of the factor.
  struct Rod {
    std::int32_t here, next;  // entries of the row block
    double inverse_pivot;
    double below, right;           // L and U next to the diagonal: (k + 1, k) and (k, k + 1)
    double last_row, last_column;  // L and U of the border: (n - 1, k) and (k, n - 1)
  };
  template <class Gradient>
  std::int32_t factorise(Gradient&& left);
  template <class Gradient>
  double diagonal(std::size_t k, Gradient&& left) const;
  bool take_pivot(std::size_t k, double pivot, double diagonal);

  const RowBlock& rows_;
  std::vector<Rod> rods_;
  double smallest_ = 1.0;
};

}  // namespace taut
