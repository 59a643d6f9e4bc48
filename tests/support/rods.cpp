#include "support/rods.hpp"

#include <rapidcheck.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace taut::test {

Rods::Rods(const Model& model)
    : dense(model),
      b(dense.jacobian(model.positions(), 0.0)),
      response(dense.inverse_masses().asDiagonal() * b.transpose()),
      inverse_square(model.row_count()) {
  for (int k = 0; k < model.row_count(); ++k) inverse_square[k] = 1.0 / std::pow(model.row_size(k), 2);
  scaled_response = response * ((b * response).diagonal().cwiseProduct(inverse_square)).cwiseInverse().asDiagonal();
}

void assert_lengths(const Model& model, const Rods& rods, const std::vector<Vec3>& there, double tolerance) {
  const Eigen::VectorXd sigma = rods.dense.sigma(there, 0.0);
  for (int k = 0; k < model.row_count(); ++k) {
    const auto [i, j, length] = model.distances()[static_cast<std::size_t>(k)];
    const auto bond = [&](const std::vector<Vec3>& r) {
      return r[static_cast<std::size_t>(j)] - r[static_cast<std::size_t>(i)];
    };
    const double reach = norm(there[static_cast<std::size_t>(i)]) + norm(there[static_cast<std::size_t>(j)]);
    const double rounding = 4.0 * machine_epsilon * length * (reach + length);  // of coordinates, times the gradient
    RC_ASSERT(std::abs(sigma[k]) <= tolerance * length * length + rounding);
    RC_ASSERT(dot(bond(there), bond(model.positions())) > 0.5 * length * length);
  }
}

void assert_agreement(const Model& model, const Rods& rods, const std::vector<Vec3>& a, const std::vector<Vec3>& b,
                      double tolerance) {
  const Eigen::VectorXd difference = DenseConstraints::flat(a) - DenseConstraints::flat(b);
  const Eigen::MatrixXd middle = rods.dense.jacobian(DenseConstraints::moved(b, 0.5 * difference), 0.0);
  const Eigen::MatrixXd sensitivity = rods.response * (middle * rods.response).inverse();
  Eigen::VectorXd defects(model.row_count());
  double reach = 0.0;
  for (const Vec3& r : a) reach = std::max(reach, norm(r));
  for (int k = 0; k < model.row_count(); ++k) {
    const double length = model.row_size(k);
    defects[k] =
        tolerance * length * length + 32.0 * machine_epsilon * length * (reach + length);  // two roundings of both
  }
  const Eigen::VectorXd bound = sensitivity.cwiseAbs() * defects;
  for (Eigen::Index c = 0; c < bound.size(); ++c)
    RC_ASSERT(std::abs(difference[c]) <= bound[c] + 4.0 * machine_epsilon * reach);
}

}  // namespace taut::test
