// A = B W B^T (or B' W B^T) of a block with linear relations, which never change: they are eliminated before the first
// step. With C the relations and B the other rows,
//   A = [ C W C^T  C W B^T ]     S = B W~ B^T,  W~ = W - W C^T (C W C^T)^-1 C W
//       [ B W C^T  B W B^T ]
// where W~ is constant and couples particles that relations join. Every step assembles and factors S alone.
#pragma once

#include <utility>
#include <vector>

#include "solve/relations.hpp"

namespace taut {

class ReducedGram {
 public:
  explicit ReducedGram(const RowBlock& rows);  // where it pays
  // Whether there are relations beside other rows, and S is put together from half as many products as A or fewer.
  static bool pays(const RowBlock& rows);

  // As those of Gram.
  std::int32_t factorise_symmetric();
  std::int32_t factorise_unsymmetric();
  double smallest_pivot_ratio() const { return factor_.smallest_pivot_ratio(); }
  void solve(double* x);

 private:
  // Along the gradient of an entry a row pulls at one particle and, if it is a rod, at another the opposite way.
  // Numbers are those of Relations; -1 is what does not move.
  struct Pull {
    std::int32_t row, entry, to, from;
  };
  struct Term {  // adds coefficient * g[a].g[b], entries a of row i and b of row j
    std::int32_t slot, a, b;
    double coefficient;
  };
  using Pulls = std::vector<Pull>;
  using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;

  ReducedGram(const RowBlock& rows, Relations relations);
  static Pulls pulls_of(const RowBlock& rows, const Relations& relations);
  static std::vector<std::vector<std::int32_t>> grouped(const Pulls& pulls, const Relations& relations);
  // Pulls that feel one another, each with itself included, both ways.
  static Pairs meetings(const Pulls& pulls, const Relations& relations);
  static SparseFactor factor_of(const Pulls& pulls, const Relations& relations, std::size_t rows);
  void take_terms();
  void assemble(const std::vector<Term>& terms, std::vector<double>& matrix) const;
  const Vec3* left_gradients() const { return left_ == Left::gradients ? rows_.gradients() : rows_.moved_gradients(); }
  std::int32_t found(std::int32_t row) const { return row < 0 ? row : full_[static_cast<std::size_t>(row)]; }
  void subtract_along(double* x) const;  // x -= B field, or B' field where the factor is that
  void spread(const double* x);          // field = W B^T x

  const RowBlock& rows_;
  Relations relations_;
  Pulls pulls_;                     // rows count without relations
  std::vector<std::int32_t> full_;  // the block's number of each
  SparseFactor factor_;
  std::vector<Term> diagonal_, lower_, upper_;
  enum class Left { gradients, moved_gradients } left_ = Left::gradients;
  std::vector<Vec3> related_, correction_, field_;
  std::vector<double> x_;
};

}  // namespace taut
