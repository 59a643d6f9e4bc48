#include "support/dense_response.hpp"

#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>

#include "support/dense_constraints.hpp"

namespace taut::test {

DenseResponse::DenseResponse(const Model& model) : model_(model) {
  for (int i = 0; i < model.size(); ++i)
    for (int axis = 0; axis < model.dimension() && model.inverse_masses()[static_cast<std::size_t>(i)] > 0.0; ++axis)
      free_.push_back(3 * i + axis);
  const Eigen::MatrixXd b = DenseConstraints(model).jacobian(model.positions(), 0.0);
  jacobian_.resize(b.rows(), size());
  for (Eigen::Index c = 0; c < size(); ++c) jacobian_.col(c) = b.col(free_[static_cast<std::size_t>(c)]);
}

Eigen::MatrixXd DenseResponse::diagonal(const std::vector<double>& resistance) const {
  Eigen::MatrixXd r = Eigen::MatrixXd::Zero(size(), size());
  for (Eigen::Index c = 0; c < size(); ++c)
    r(c, c) = resistance[static_cast<std::size_t>(free_[static_cast<std::size_t>(c)] / 3)];
  return r;
}

Eigen::MatrixXd DenseResponse::assembled(const std::vector<MatrixEntry>& entries) const {
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(3 * model_.size(), 3 * model_.size()), r(size(), size());
  for (const MatrixEntry& entry : entries) all(entry.row, entry.column) += entry.value;
  for (Eigen::Index i = 0; i < size(); ++i)
    for (Eigen::Index j = 0; j < size(); ++j)
      r(i, j) = all(free_[static_cast<std::size_t>(i)], free_[static_cast<std::size_t>(j)]);
  return r;
}

Eigen::MatrixXd DenseResponse::of(const Eigen::MatrixXd& r) const {
  const Eigen::MatrixXd z = tangent();
  return z * (z.transpose() * r * z).partialPivLu().solve(z.transpose());
}

Eigen::MatrixXd DenseResponse::tangent() const {
  if (jacobian_.rows() == 0) return Eigen::MatrixXd::Identity(size(), size());
  const Eigen::MatrixXd scaled = jacobian_.rowwise().norm().cwiseInverse().asDiagonal() * jacobian_;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(scaled.transpose());
  qr.setThreshold(1e-10);
  const Eigen::MatrixXd q = qr.householderQ() * Eigen::MatrixXd::Identity(size(), size());
  return q.rightCols(size() - qr.rank());
}

Eigen::MatrixXd dense(const std::vector<double>& by_rows) {
  const auto n = static_cast<Eigen::Index>(std::lround(std::sqrt(static_cast<double>(by_rows.size()))));
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(by_rows.data(), n, n);
}

}  // namespace taut::test
