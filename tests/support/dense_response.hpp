// L, E and N straight from their definition, with dense matrices over the coordinates of moving particles.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "taut/matrix.hpp"
#include "taut/model.hpp"

namespace taut::test {

class DenseResponse {
 public:
  explicit DenseResponse(const Model& model);

  Eigen::Index size() const { return static_cast<Eigen::Index>(free_.size()); }
  const Eigen::MatrixXd& jacobian() const { return jacobian_; }

  Eigen::MatrixXd diagonal(const std::vector<double>& resistance) const;
  Eigen::MatrixXd assembled(const std::vector<MatrixEntry>& entries) const;

  // Z (Z^T R Z)^-1 Z^T with Z a basis of ker B: the same as the formula with R^-1, and defined when R has no inverse or
  // B has rows that depend on one another.
  Eigen::MatrixXd of(const Eigen::MatrixXd& r) const;
  Eigen::MatrixXd tangent() const;
  Eigen::Index rank() const { return size() - tangent().cols(); }

 private:
  const Model& model_;
  std::vector<int> free_;  // 3 i + axis
  Eigen::MatrixXd jacobian_;
};

Eigen::MatrixXd dense(const std::vector<double>& by_rows);

}  // namespace taut::test
