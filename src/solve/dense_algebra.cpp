#include "solve/dense_algebra.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

namespace taut {

using Eigen::MatrixXd;

SymmetricModes symmetric_modes(const MatrixXd& matrix) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(matrix);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

MatrixXd orthonormal_basis(const MatrixXd& columns) {
  MatrixXd basis = MatrixXd::Identity(columns.rows(), columns.cols());
  basis.applyOnTheLeft(columns.householderQr().householderQ());
  return basis;
}

MatrixXd orthogonal_complement(const MatrixXd& columns) {
  const Eigen::Index rest = columns.rows() - columns.cols();
  MatrixXd basis = MatrixXd::Zero(columns.rows(), rest);
  basis.bottomRows(rest).setIdentity();
  basis.applyOnTheLeft(columns.householderQr().householderQ());
  return basis;
}

}  // namespace taut
