// A model's constraints straight from their definitions, with dense matrices: slow, plain, and apart from the solvers.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "taut/model.hpp"

namespace taut::test {

class DenseConstraints {
 public:
  explicit DenseConstraints(const Model& model) : model_(model) {}

  Eigen::VectorXd sigma(const std::vector<Vec3>& r, double t) const;
  // Rows d sigma_k / d r, three columns a particle.
  Eigen::MatrixXd jacobian(const std::vector<Vec3>& r, double t) const;
  Eigen::VectorXd inverse_masses() const;
  // lambda with sigma(r + h (u - W B^T lambda)) = 0, B at r, by Newton's method from zero.
  Eigen::VectorXd multipliers(const std::vector<Vec3>& r, const std::vector<Vec3>& u, double h, double t) const;

  static Eigen::VectorXd flat(const std::vector<Vec3>& vectors);
  static std::vector<Vec3> moved(std::vector<Vec3> r, const Eigen::VectorXd& by);

 private:
  // The value of a row, and its gradient into a matrix when there is one.
  double evaluate(int k, const std::vector<Vec3>& r, double t, Eigen::MatrixXd* b) const;

  const Model& model_;
};

}  // namespace taut::test
