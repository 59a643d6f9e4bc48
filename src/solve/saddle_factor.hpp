// Solves a sparse system with the matrix of a constrained equilibrium, [R B^T; B 0], symmetric or not.
//
// A symmetric one is first tried as [R + B^T B / s + d, B^T; B, -e] with small d and e: where R is positive that is
// quasidefinite and has a factor L D L^T in any order of its rows [vanderbei1995], so that the order can be one of
// little fill. B^T B, s being the scale of R and B, changes no answer when it is added on the right as well, and leaves
// no coordinate without resistance but for free motions. Answers are refined with the matrix itself until nothing is
// left of d and e. Where that does not succeed, with R indefinite or the matrix nearly singular, rows are exchanged as
// they come (LU).
#pragma once

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
#include <Eigen/SparseLU>

namespace taut {

class SaddleFactor {
 public:
  using Sparse = Eigen::SparseMatrix<double>;
  using Vector = Eigen::VectorXd;
  // Right sides beside each other, a row a coordinate: the factor is read once for all of them.
  static constexpr int panel = 8;
  using Panel = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  enum class Effort { quick, any };  // quick: symmetric matrices without exchanges only

  // n: rows of R; m: rows of B. False: it has no factor, or none that answers a test as it should.
  bool compute(const Sparse& matrix, Eigen::Index n, Eigen::Index m, double scale, Effort effort, bool symmetric);
  Vector solve(const Vector& right) const { return solve(Panel(right)); }
  Panel solve(const Panel& right) const;  // one column or `panel` of them, each with the digits that it has alone
  Eigen::Index rows() const { return matrix_.rows(); }

 private:
  bool compute_quick(Eigen::Index n, Eigen::Index m, double scale);
  Panel quick_solve(const Panel& right) const;
  Panel residual(const Panel& right, const Panel& x) const;
  bool refine(const Panel& right, Panel& x) const;

  Sparse matrix_, augment_;  // B^T / s
  bool exchanged_ = false;
  Eigen::SimplicialLDLT<Sparse> quick_;
  Eigen::SparseLU<Sparse, Eigen::COLAMDOrdering<int>> lu_;
};

}  // namespace taut
