// Factorisation L D U of a sparse matrix whose pattern is symmetric and never changes: the symbolic work is done once,
// the numeric work every step without allocation. Symmetric values give L D L^T at half the cost.
#pragma once

#include <cstdint>
#include <vector>

namespace taut {

class SparseFactor {
 public:
  // neighbours[k]: the rows coupled to row k (both directions present or not, itself ignored). Chooses the elimination
  // order.
  explicit SparseFactor(const std::vector<std::vector<std::int32_t>>& neighbours);

  std::size_t size() const { return order_.size(); }
  std::size_t fill() const { return column_row_.size(); }  // entries of L below the diagonal

  // Where the entry (i, j) is stored, i and j in the caller's numbering: the caller assembles into diagonal(),
  // lower() and, for an unsymmetric matrix, upper() at the same slot (the transposed entry).
  struct Slot {
    std::int32_t slot;
    bool transposed;  // (i, j) lies in the upper triangle of the eliminated order
  };
  Slot slot(std::int32_t i, std::int32_t j) const;
  std::int32_t position(std::int32_t i) const { return position_[static_cast<std::size_t>(i)]; }

  std::vector<double>& diagonal() { return diagonal_; }  // by position(i)
  std::vector<double>& lower() { return lower_; }
  std::vector<double>& upper() { return upper_; }

  enum class Symmetry { symmetric, unsymmetric };
  // Returns the caller's number of the first row whose pivot is below 1e-13 of its diagonal or not finite, or -1.
  std::int32_t factorise(Symmetry symmetry);
  // Of the last factorisation: the smallest pivot over its diagonal entry.
  double smallest_pivot_ratio() const { return smallest_; }
  void solve(double* x);  // x in the caller's numbering

 private:
  template <Symmetry symmetry>
  std::int32_t factorise();
  void analyse(const std::vector<std::vector<std::int32_t>>& neighbours);

  Symmetry symmetry_ = Symmetry::symmetric;
  double smallest_ = 1.0;
  std::vector<std::int32_t> order_, position_;
  // The matrix, strictly lower triangle by rows.
  std::vector<std::int32_t> row_start_, row_column_;
  std::vector<double> diagonal_, lower_, upper_;
  // L by columns (and U^T with the same pattern), and the rows of that pattern.
  std::vector<std::int32_t> column_start_, column_row_, pattern_start_, pattern_column_, filled_;
  std::vector<double> l_, u_, inverse_pivot_;
  std::vector<double> work_, work_upper_;
};

}  // namespace taut
