// Tensions over lengths w_k that balance at every point, a stress, resist motions z out of the plane with
//   sum_k w_k (z_i - z_j)^2 = z' S z.
// Where one stress resists all motions but those of the plane as a whole, the set is rigid, although only to second
// order [connelly1996]. A stress of that kind is looked for by projecting in turn on the matrices S of all stresses and
// on the positive definite ones.
#include "solve/flat_rigidity.hpp"

#include <Eigen/LU>
#include <Eigen/QR>

#include "solve/dense_algebra.hpp"

namespace taut {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr double dependent = 1e-6, definite = 1e-4;  // relative
constexpr int most_projections = 2000;

// Coordinates along the main axes of the set, one row a point.
MatrixXd flat_coordinates(std::span<const Vec3> points, Index dimension) {
  MatrixXd all(static_cast<Index>(points.size()), 3);
  for (Index k = 0; k < all.rows(); ++k) {
    const Vec3& r = points[static_cast<std::size_t>(k)];
    all.row(k) << r.x, r.y, r.z;
  }
  all.rowwise() -= all.colwise().mean().eval();
  return all * symmetric_modes(all.transpose() * all).vectors.rightCols(dimension);
}

// One column a rod: r_j - r_i at its ends.
MatrixXd rod_gradients(const MatrixXd& points, const PointPairs& rods) {
  const Index axes = points.cols();
  MatrixXd gradients = MatrixXd::Zero(points.size(), static_cast<Index>(rods.size()));
  for (Index k = 0; k < gradients.cols(); ++k) {
    const auto& [i, j] = rods[static_cast<std::size_t>(k)];
    const Eigen::VectorXd along = (points.row(j) - points.row(i)).transpose();
    gradients.col(k).segment(axes * i, axes) = -along;
    gradients.col(k).segment(axes * j, axes) = along;
  }
  return gradients;
}

// Motions out of the plane, without those that move or tilt it as a whole.
MatrixXd bendings(const MatrixXd& points) {
  MatrixXd whole(points.rows(), points.cols() + 1);
  whole << MatrixXd::Ones(points.rows(), 1), points;
  return orthogonal_complement(whole);
}

// The matrices S of a basis of stresses, on the bendings, each as a column; orthonormal.
MatrixXd stress_matrices(const MatrixXd& stresses, const MatrixXd& bendings, const PointPairs& rods) {
  MatrixXd columns(bendings.cols() * bendings.cols(), stresses.cols());
  for (Index s = 0; s < stresses.cols(); ++s) {
    MatrixXd matrix = MatrixXd::Zero(bendings.cols(), bendings.cols());
    for (Index k = 0; k < stresses.rows(); ++k) {
      const auto& [i, j] = rods[static_cast<std::size_t>(k)];
      const Eigen::VectorXd difference = (bendings.row(i) - bendings.row(j)).transpose();
      matrix += stresses(k, s) * difference * difference.transpose();
    }
    columns.col(s) = matrix.reshaped();
  }
  Eigen::ColPivHouseholderQR<MatrixXd> factor(columns);
  factor.setThreshold(dependent);
  return factor.householderQ() * MatrixXd::Identity(columns.rows(), factor.rank());
}

bool has_definite_member(const MatrixXd& basis, Index size) {
  MatrixXd matrix = MatrixXd::Identity(size, size);
  for (int k = 0; k < most_projections; ++k) {
    matrix = (basis * (basis.transpose() * matrix.reshaped())).reshaped(size, size).eval();
    const auto [values, vectors] = symmetric_modes(matrix);
    if (values[0] > definite * values[size - 1]) return true;
    const double floor = 10.0 * definite * values.cwiseAbs().maxCoeff();
    matrix = vectors * values.cwiseMax(floor).asDiagonal() * vectors.transpose();
  }
  return false;
}

}  // namespace

bool is_rigid_flat(std::span<const Vec3> points, int dimension, const PointPairs& rods) {
  const MatrixXd places = flat_coordinates(points, dimension);
  Eigen::FullPivLU<MatrixXd> factor(rod_gradients(places, rods));
  factor.setThreshold(dependent);
  const Index rigid = places.size() - dimension * (dimension + 1) / 2;
  if (factor.rank() != rigid || factor.dimensionOfKernel() == 0) return false;
  const MatrixXd bending = bendings(places);
  return has_definite_member(stress_matrices(factor.kernel(), bending, rods), bending.cols());
}

}  // namespace taut
