// A = B W B^T (or B' W B^T) of a small row block as a dense matrix, factored L U.
#pragma once

#include "solve/row_block.hpp"

namespace taut {

class DenseGram {
 public:
  explicit DenseGram(const RowBlock& rows);

  // Both return the row whose pivot vanishes, or -1.
  std::int32_t factorise_symmetric();    // gradients at the configuration
  std::int32_t factorise_unsymmetric();  // moved gradients against those at the configuration
  double smallest_pivot_ratio() const { return smallest_; }
  void solve(double* x) const;

 private:
  // Adds weight * g[a].g[b] for two entries of the same moving particle, a of row i and b of row j.
  struct Term {
    std::int32_t slot;  // i n + j
    std::int32_t a, b;
  };
  template <class Gradient>
  std::int32_t factorise(Gradient&& left);
  std::int32_t eliminate();

  const RowBlock& rows_;
  std::size_t n_;
  std::vector<Term> terms_;
  std::vector<double> entries_;  // by rows: A, then L below the diagonal and U on and above it
  double smallest_ = 1.0;
};

}  // namespace taut
