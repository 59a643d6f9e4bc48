// L, E and N straight from their definition, with dense matrices over the coordinates of moving particles.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "support/dense_constraints.hpp"
#include "taut/matrix.hpp"
#include "taut/model.hpp"

namespace taut::test {

class DenseResponse {
 public:
  explicit DenseResponse(const Model& model) : model_(model) {
    for (int i = 0; i < model.size(); ++i)
      for (int axis = 0; axis < model.dimension() && model.inverse_masses()[static_cast<std::size_t>(i)] > 0.0; ++axis)
        free_.push_back(3 * i + axis);
    const Eigen::MatrixXd b = DenseConstraints(model).jacobian(model.positions(), 0.0);
    jacobian_.resize(b.rows(), size());
    for (Eigen::Index c = 0; c < size(); ++c) jacobian_.col(c) = b.col(free_[static_cast<std::size_t>(c)]);
  }

  Eigen::Index size() const { return static_cast<Eigen::Index>(free_.size()); }
  const Eigen::MatrixXd& jacobian() const { return jacobian_; }

  Eigen::MatrixXd diagonal(const std::vector<double>& resistance) const {
    Eigen::MatrixXd r = Eigen::MatrixXd::Zero(size(), size());
    for (Eigen::Index c = 0; c < size(); ++c)
      r(c, c) = resistance[static_cast<std::size_t>(free_[static_cast<std::size_t>(c)] / 3)];
    return r;
  }
  Eigen::MatrixXd assembled(const std::vector<MatrixEntry>& entries) const {
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(3 * model_.size(), 3 * model_.size()), r(size(), size());
    for (const MatrixEntry& entry : entries) all(entry.row, entry.column) += entry.value;
    for (Eigen::Index i = 0; i < size(); ++i)
      for (Eigen::Index j = 0; j < size(); ++j)
        r(i, j) = all(free_[static_cast<std::size_t>(i)], free_[static_cast<std::size_t>(j)]);
    return r;
  }

  // Z (Z^T R Z)^-1 Z^T with Z a basis of ker B: the same as the formula with R^-1, and defined when R has no inverse or
  // B has rows that depend on one another.
  Eigen::MatrixXd of(const Eigen::MatrixXd& r) const {
    const Eigen::MatrixXd z = tangent();
    return z * (z.transpose() * r * z).partialPivLu().solve(z.transpose());
  }
  Eigen::MatrixXd tangent() const {
    if (jacobian_.rows() == 0) return Eigen::MatrixXd::Identity(size(), size());
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(scaled().transpose());
    qr.setThreshold(1e-10);
    const Eigen::MatrixXd q = qr.householderQ() * Eigen::MatrixXd::Identity(size(), size());
    return q.rightCols(size() - qr.rank());
  }
  Eigen::Index rank() const { return size() - tangent().cols(); }

 private:
  Eigen::MatrixXd scaled() const { return jacobian_.rowwise().norm().cwiseInverse().asDiagonal() * jacobian_; }

  const Model& model_;
  std::vector<int> free_;  // 3 i + axis
  Eigen::MatrixXd jacobian_;
};

inline Eigen::MatrixXd dense(const std::vector<double>& by_rows) {
  const auto n = static_cast<Eigen::Index>(std::lround(std::sqrt(static_cast<double>(by_rows.size()))));
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(by_rows.data(), n, n);
}

}  // namespace taut::test
