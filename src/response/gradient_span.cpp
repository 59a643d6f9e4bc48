#include "response/gradient_span.hpp"

#include "solve/curvature.hpp"
#include "solve/dense_algebra.hpp"
#include "taut/solve.hpp"

namespace taut {
namespace {

using Matrix = Eigen::MatrixXd;

// Unit gradients of the rows that a plan solves for.
Matrix row_gradients(const Model& model, const Plan& plan, const FreeCoordinates& coordinates) {
  std::vector<std::int32_t> rows;
  for (const Component& component : plan.components())
    rows.insert(rows.end(), component.rows.begin(), component.rows.end());
  const std::vector<Vec3> low(model.positions().size());
  Matrix gradients = Matrix::Zero(coordinates.count(), static_cast<Eigen::Index>(rows.size()));
  for (const MatrixEntry& entry : jacobian(model, rows, {model.positions().data(), low.data(), 0.0}))
    if (const std::int32_t k = coordinates.number(entry.column); k >= 0) gradients(k, entry.row) = entry.value;
  gradients.colwise().normalize();
  return gradients;
}

}  // namespace

GradientSpan::GradientSpan(const Model& model)
    : dimension_(model.dimension()), positions_(model.positions()), coordinates_(model) {
  basis_ = Matrix::Zero(coordinates_.count(), coordinates_.count());
  const Expected<Plan> plan = Plan::make(model, {});
  if (!plan || plan->rank() == 0) return;
  const Matrix rows = orthonormal_basis(row_gradients(model, *plan, coordinates_));
  rank_ = rows.cols();
  basis_.leftCols(rank_) = rows;
}

Matrix GradientSpan::gradients(const ImpliedRelation& relation) const {
  Matrix found = Matrix::Zero(coordinates_.count(), relation.every_axis ? dimension_ : 1);
  for (const ImpliedRelation::Term& term : relation.terms)
    for (int axis = 0; axis < dimension_; ++axis)
      if (const std::int32_t k = coordinates_.number(3 * term.particle + axis); k >= 0)
        found(k, relation.every_axis ? axis : 0) = term.weight[axis];
  found.colwise().normalize();
  return found;
}

void GradientSpan::put(int particle, const Vec3& gradient, Matrix& column) const {
  for (int axis = 0; axis < dimension_; ++axis)
    if (const std::int32_t k = coordinates_.number(3 * particle + axis); k >= 0) column(k, 0) = gradient[axis];
}

Matrix GradientSpan::gradients(const KeptDistance& distance) const {
  const auto place = [this](int i) { return positions_[static_cast<std::size_t>(i)]; };
  const Vec3 apart = place(distance.j) - place(distance.i);
  Matrix found = Matrix::Zero(coordinates_.count(), 1);
  put(distance.i, -apart, found);
  put(distance.j, apart, found);
  found.colwise().normalize();
  return found;
}

Matrix GradientSpan::gradients(const KeptPlane& plane) const {
  const PlaneRow row(plane, positions_);
  Matrix found = Matrix::Zero(coordinates_.count(), 1);
  for (std::size_t k = 0; k < 4; ++k) put(plane.particles[k], row.gradients[k], found);
  found.colwise().normalize();
  return found;
}

PlaneRow::PlaneRow(const KeptPlane& plane, std::span<const Vec3> positions) {
  const auto from_first = [&](std::size_t k) {
    return positions[static_cast<std::size_t>(plane.particles[k])] -
           positions[static_cast<std::size_t>(plane.particles[0])];
  };
  const Vec3 b = from_first(1), c = from_first(2), d = from_first(3);
  value = dot(b, cross(c, d));
  gradients = {-(cross(c, d) + cross(d, b) + cross(b, c)), cross(c, d), cross(d, b), cross(b, c)};
}

// Twice, since rounding leaves a part of what is taken away once.
Matrix GradientSpan::rest(const Matrix& gradients) const {
  Matrix left = gradients;
  for (int pass = 0; pass < 2; ++pass) left -= basis_.leftCols(rank_) * (basis_.leftCols(rank_).transpose() * left);
  return left;
}

double GradientSpan::outside(const Matrix& gradients) const { return rest(gradients).colwise().norm().maxCoeff(); }

void GradientSpan::add(const Matrix& gradients) {
  for (Eigen::Index c = 0; c < gradients.cols() && rank_ < basis_.cols(); ++c) {
    const Matrix left = rest(gradients.col(c));
    if (left.norm() > 1e-12) basis_.col(rank_++) = left.normalized();
  }
}

}  // namespace taut
