// A = B W B^T (or B' W B^T) of a row block, assembled into a sparse factor of fixed pattern.
#pragma once

#include "solve/factor.hpp"
#include "solve/row_block.hpp"

namespace taut {

class Gram {
 public:
  using Neighbours = std::vector<std::vector<std::int32_t>>;
  // `more` are pairs of rows to keep a place for although A couples them not, as lists of neighbours.
  explicit Gram(const RowBlock& rows, SparseFactor::Order order = SparseFactor::Order::minimum_degree,
                const Neighbours& more = {});

  // Both return the row whose pivot vanishes, or -1.
  std::int32_t factorise_symmetric();    // gradients at the configuration
  std::int32_t factorise_unsymmetric();  // moved gradients against those at the configuration
  // As factorise_symmetric, but leaves out the rows whose pivot vanishes, and returns them: see SparseFactor.
  std::vector<std::int32_t> factorise_dropping(double threshold);
  // A + diag(shift), one entry a row; returns a row whose pivot is not a positive number, or -1.
  std::int32_t factorise_shifted(std::span<const double> shift);
  // Of the last factorisation, one for each row: the pivot over the diagonal entry of what was factored.
  void pivot_ratios(std::span<double> out) const;
  void factorise_damped(double damping);  // A + damping * diag A, which is regular even where A is not
  double smallest_pivot_ratio() const { return factor_.smallest_pivot_ratio(); }
  void solve(double* x) { factor_.solve(x); }
  void multiply(const double* x, double* y) const { factor_.multiply(x, y); }  // by the symmetric A
  std::size_t fill() const { return factor_.fill(); }
  const SparseFactor& factor() const { return factor_; }

 private:
  // Adds weight * g[a].g[b] for two entries of the same particle, a of row i and b of row j.
  struct Term {
    std::int32_t slot;  // in the lower triangle; diagonal terms are kept apart
    std::int32_t a, b;
    bool transposed;
  };

  struct Touch {  // of a moving particle, by an entry of a row
    std::int32_t particle, row, entry;
  };
  using Touches = std::vector<Touch>;
  Gram(const RowBlock& rows, SparseFactor::Order order, const Neighbours& more, const Touches& touches);
  static Touches touches_of(const RowBlock& rows);
  static Neighbours neighbours(const RowBlock& rows, const Touches& touches, const Neighbours& more);

  void assemble_symmetric();

  const RowBlock& rows_;
  SparseFactor factor_;
  std::vector<Term> diagonal_, coupling_;
};

}  // namespace taut
