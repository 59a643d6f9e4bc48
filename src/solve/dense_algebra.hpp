// Decompositions of dense matrices, compiled once: their templates are slow to compile, and several files need them.
#pragma once

#include <Eigen/Core>

namespace taut {

// Eigenvalues in ascending order and orthonormal eigenvectors, of the lower triangle.
struct SymmetricModes {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
SymmetricModes symmetric_modes(const Eigen::MatrixXd& matrix);

// Orthonormal columns that span the same as these, which are independent; and those that span the rest of the space.
Eigen::MatrixXd orthonormal_basis(const Eigen::MatrixXd& columns);
Eigen::MatrixXd orthogonal_complement(const Eigen::MatrixXd& columns);

}  // namespace taut
