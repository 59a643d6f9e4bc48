// The normalised coupling of rods: N = I - S A S with S = diag(A)^-1/2, the matrix that LINCS expands in powers of.
#pragma once

#include "solve/row_block.hpp"

namespace taut {

class Coupling {
 public:
  explicit Coupling(const RowBlock& rows);

  // Takes S and N at the configuration; returns a row without inverse mass or length, or -1.
  std::int32_t take();
  double scale(std::size_t row) const { return scale_[row]; }  // S
  void multiply(const double* x, double* out) const;           // out = N x

  // The largest eigenvalue of S A S, from below, and the row that has most part in it. I + N + N^2 + ... converges to
  // (S A S)^-1 where it is less than 2.
  struct Eigenvalue {
    double value;
    std::size_t row;
  };
  Eigenvalue largest_eigenvalue() const;

 private:
  struct Term {
    std::int32_t row;   // coupled to the row whose list this is in
    std::int32_t a, b;  // where the two hold their common particle
  };

  const RowBlock& rows_;
  std::vector<std::int32_t> first_;  // a row's terms
  std::vector<Term> terms_;
  std::vector<double> values_, scale_;
};

}  // namespace taut
