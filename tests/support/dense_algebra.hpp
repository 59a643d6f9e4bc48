// Dense decompositions, compiled once for all tests.
#pragma once

#include <Eigen/Core>

namespace taut::test {

Eigen::VectorXd dense_solution(const Eigen::MatrixXd& a, const Eigen::VectorXd& right);  // of a x = right
Eigen::MatrixXd dense_inverse(const Eigen::MatrixXd& a);
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& a);  // ascending
Eigen::VectorXd singular_values(const Eigen::MatrixXd& a);        // descending

struct SmallestSolution {
  Eigen::VectorXd x;
  Eigen::Index rank;
};
// Of all x that satisfy a x = right best; pivots below the threshold count as zero.
SmallestSolution smallest_solution(const Eigen::MatrixXd& a, const Eigen::VectorXd& right, double threshold);

}  // namespace taut::test
