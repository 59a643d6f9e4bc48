// Factorisation L D U of a sparse matrix whose pattern is symmetric and never changes: the symbolic work is done once,
// the numeric work every step without allocation. Symmetric values give L D L^T at half the cost.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace taut {

class SparseFactor {
 public:
  // neighbours[k]: the rows coupled to row k (both directions present or not, itself ignored). minimum_degree chooses
  // the order of elimination; as_given is for rows that are in a good one already.
  enum class Order { minimum_degree, as_given };
  explicit SparseFactor(const std::vector<std::vector<std::int32_t>>& neighbours, Order order = Order::minimum_degree);

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
  const std::vector<double>& diagonal() const { return diagonal_; }
  std::vector<double>& lower() { return lower_; }
  std::vector<double>& upper() { return upper_; }

  enum class Symmetry { symmetric, unsymmetric };
  // Returns the caller's number of the first row whose pivot is below 1e-13 of its diagonal or not finite, or -1.
  std::int32_t factorise(Symmetry symmetry);
  // Symmetric; rows whose pivot is below this part of their diagonal entry are left out, as if they were not there: a
  // later solve() gives them zero. Returns them, in the caller's numbering.
  std::vector<std::int32_t> factorise_dropping(double threshold);
  // Of the last factorisation: the smallest pivot over its diagonal entry.
  double smallest_pivot_ratio() const { return smallest_; }
  void solve(double* x);  // x in the caller's numbering
  // y = A x with the symmetric matrix that was assembled, both in the caller's numbering.
  void multiply(const double* x, double* y) const;

  // What the symbolic work found, for those who do the numeric work themselves. Rows count in order of elimination;
  // order gives the caller's number. The matrix and then L are strictly lower triangles: the matrix by rows, L by
  // columns and, as a pattern, by rows.
  struct Symbols {
    std::span<const std::int32_t> order, row_start, row_column, column_start, column_row, pattern_start, pattern_column;
  };
  Symbols symbols() const {
    return {order_, row_start_, row_column_, column_start_, column_row_, pattern_start_, pattern_column_};
  }
  // Of the last factorisation: L by columns, and the pivots.
  std::span<const double> lower_factor() const { return l_; }
  std::span<const double> inverse_pivots() const { return inverse_pivot_; }

 private:
  template <Symmetry symmetry, class GoesOn>
  std::int32_t factorise(double threshold, GoesOn&& goes_on);
  template <Symmetry symmetry>
  double eliminate(std::int32_t column, double pivot);
  template <Symmetry symmetry>
  double eliminate_twins(std::int32_t column, double pivot);
  void find_twins();
  void analyse(const std::vector<std::vector<std::int32_t>>& neighbours);

  Symmetry symmetry_ = Symmetry::symmetric;
  double smallest_ = 1.0;
  std::vector<std::int32_t> order_, position_;
  // The matrix, strictly lower triangle by rows.
  std::vector<std::int32_t> row_start_, row_column_;
  std::vector<double> diagonal_, lower_, upper_;
  // L by columns (and U^T with the same pattern), and the rows of that pattern.
  std::vector<std::int32_t> column_start_, column_row_, pattern_start_, pattern_column_, filled_;
  std::vector<std::int32_t> column_run_;  // from here to the end of a column its rows follow one another
  std::vector<char> twin_;                // whether the next column has the rows of this one, but for its own
  std::vector<double> l_, u_, inverse_pivot_;
  std::vector<double> work_, work_upper_;
};

}  // namespace taut
