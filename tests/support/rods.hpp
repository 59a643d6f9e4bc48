// What must hold for solutions of rods, by dense algebra: lengths, the right root, and agreement with another solution.
// Within a property only.
#pragma once

#include <Eigen/Core>
#include <limits>

#include "support/dense_constraints.hpp"

namespace taut::test {

constexpr double machine_epsilon = std::numeric_limits<double>::epsilon();

// The rods of a model at its start, dense, with rows scaled to relative lengths and columns so that the diagonal of
// Newton's matrix at the start is one.
struct Rods {
  explicit Rods(const Model& model);
  double violation(const std::vector<Vec3>& r) const {
    return dense.sigma(r, 0.0).cwiseProduct(inverse_square).lpNorm<Eigen::Infinity>();
  }

  DenseConstraints dense;
  Eigen::MatrixXd b, response, scaled_response;
  Eigen::VectorXd inverse_square;  // 1 / l^2
};

// Lengths hold to the tolerance, and no rod is turned over.
void assert_lengths(const Model& model, const Rods& rods, const std::vector<Vec3>& there, double tolerance);

// Two solutions of quadratic equations: sigma(a) - sigma(b) = B(middle) (a - b) exactly, and a - b = W B^T x. So what
// the defects leave open is |a - b| <= |W B^T (B(middle) W B^T)^-1| |sigma(a) - sigma(b)|, component by component.
void assert_agreement(const Model& model, const Rods& rods, const std::vector<Vec3>& a, const std::vector<Vec3>& b,
                      double tolerance);

}  // namespace taut::test
