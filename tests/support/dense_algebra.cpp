#include "support/dense_algebra.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

namespace taut::test {

Eigen::VectorXd dense_solution(const Eigen::MatrixXd& a, const Eigen::VectorXd& right) {
  return a.fullPivLu().solve(right);
}

Eigen::MatrixXd dense_inverse(const Eigen::MatrixXd& a) { return a.inverse(); }

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& a) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a, Eigen::EigenvaluesOnly).eigenvalues();
}

Eigen::VectorXd singular_values(const Eigen::MatrixXd& a) {
  return Eigen::JacobiSVD<Eigen::MatrixXd>(a).singularValues();
}

SmallestSolution smallest_solution(const Eigen::MatrixXd& a, const Eigen::VectorXd& right, double threshold) {
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition(a);
  decomposition.setThreshold(threshold);
  return {decomposition.solve(right), decomposition.rank()};
}

}  // namespace taut::test
