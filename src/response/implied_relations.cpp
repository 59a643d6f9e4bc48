// Directions w in which positions never move satisfy w.C w = 0 with their covariance C. If the same weights do so along
// every axis, then also with the sum of the axes' covariances, so that relations between vectors are the null space of
// that small matrix; all others are what is left of the null space of C. Bases are brought to reduced echelon form:
// each relation then expresses one coordinate by others, with as few of them as there can be.
#include <algorithm>
#include <cmath>
#include <limits>

#include "response/frame_coordinates.hpp"
#include "response/gradient_span.hpp"
#include "solve/dense_algebra.hpp"
#include "taut/modes.hpp"

namespace taut {
namespace {

using Matrix = Eigen::MatrixXd;

constexpr double dropped = 1e-9;   // weights beside one
constexpr double parallel = 1e-8;  // what is left of a unit gradient that others span

// Rows that span the same, each with a one where all others have a zero.
void reduce(Matrix& rows) {
  std::vector<bool> used(static_cast<std::size_t>(rows.rows()), false);
  for (Eigen::Index step = 0; step < rows.rows(); ++step) {
    Eigen::Index row = -1, column = 0;
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      if (used[static_cast<std::size_t>(i)]) continue;
      Eigen::Index at = 0;
      const double largest = rows.row(i).cwiseAbs().maxCoeff(&at);
      if (row < 0 || largest > std::abs(rows(row, column))) {
        row = i;
        column = at;
      }
    }
    used[static_cast<std::size_t>(row)] = true;
    rows.row(row) /= rows(row, column);
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
      if (i != row) rows.row(i) -= rows(i, column) * rows.row(row);
  }
  rows = (rows.array().abs() <= dropped).select(0.0, rows);
}

// Vectors of small eigenvalues as rows, with weights for positions instead of sqrt(m) r.
Matrix null_rows(const Matrix& covariance, double limit, const FrameCoordinates& coordinates, Eigen::Index axes) {
  const SymmetricModes modes = symmetric_modes(covariance);
  const Eigen::Index count = (modes.values.array() <= limit).count();
  Matrix rows = modes.vectors.leftCols(count).transpose();
  for (Eigen::Index c = 0; c < rows.cols(); ++c) rows.col(c) *= coordinates.root_mass(c / axes);
  return rows;
}

// Sum over the axes of the covariance along each.
Matrix sum_of_axes(const Matrix& covariance, Eigen::Index axes) {
  const Eigen::Index n = covariance.rows() / axes;
  Matrix sum = Matrix::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j) sum(i, j) = covariance.block(i * axes, j * axes, axes, axes).trace();
  return sum;
}

// Adds a large variance along relations that serve every axis, so that they are not found again.
void occupy(Matrix& covariance, const Matrix& relations, double variance, const FrameCoordinates& coordinates) {
  if (relations.rows() == 0) return;
  const Eigen::Index axes = coordinates.dimension();
  Matrix scaled = relations.transpose();
  for (Eigen::Index k = 0; k < scaled.rows(); ++k) scaled.row(k) /= coordinates.root_mass(k);
  const Matrix basis = orthonormal_basis(scaled), projector = variance * basis * basis.transpose();
  for (Eigen::Index i = 0; i < projector.rows(); ++i)
    for (Eigen::Index j = 0; j < projector.cols(); ++j)
      for (Eigen::Index a = 0; a < axes; ++a) covariance(i * axes + a, j * axes + a) += projector(i, j);
}

// What is left of a zero eigenvalue.
double rounding(const Matrix& covariance) {
  return static_cast<double>(covariance.rows()) * std::numeric_limits<double>::epsilon() * covariance.trace();
}

Vec3 value_of(const ImpliedRelation& relation, const std::vector<Vec3>& frame) {
  Vec3 sum{};
  for (const ImpliedRelation::Term& term : relation.terms) {
    const Vec3& r = frame[static_cast<std::size_t>(term.particle)];
    if (relation.every_axis)
      sum += term.weight.x * r;
    else
      sum.x += dot(term.weight, r);
  }
  return sum;
}

void take_offset(ImpliedRelation& relation, const std::vector<Vec3>& mean, std::span<const std::vector<Vec3>> frames) {
  relation.offset = value_of(relation, mean);
  for (const std::vector<Vec3>& frame : frames)
    relation.deviation = std::max(relation.deviation, norm(value_of(relation, frame) - relation.offset));
}

ImpliedRelation every_axis(const Matrix& rows, Eigen::Index row, const FrameCoordinates& coordinates) {
  ImpliedRelation relation;
  relation.every_axis = true;
  for (Eigen::Index k = 0; k < rows.cols(); ++k)
    if (const double w = rows(row, k); w != 0.0)
      relation.terms.push_back(
          {coordinates.particle(k), coordinates.dimension() == 2 ? Vec3{w, w, 0.0} : Vec3{w, w, w}});
  return relation;
}

ImpliedRelation one_row(const Matrix& rows, Eigen::Index row, const FrameCoordinates& coordinates) {
  ImpliedRelation relation;
  for (Eigen::Index k = 0; k < coordinates.particles(); ++k) {
    Vec3 weight{};
    for (int axis = 0; axis < coordinates.dimension(); ++axis)
      weight[axis] = rows(row, k * coordinates.dimension() + axis);
    if (norm(weight) > 0.0) relation.terms.push_back({coordinates.particle(k), weight});
  }
  return relation;
}

}  // namespace

Expected<std::vector<ImpliedRelation>> implied_relations(std::span<const std::vector<Vec3>> frames,
                                                         const FrameWeights& weights, double variance) {
  if (const std::optional<Error> error = bad_frames(frames, weights)) return *error;
  if (!(variance > 0.0)) return Error{"variance", "expected a variance above zero, below which a motion is none"};
  const FrameCoordinates coordinates(frames, weights);
  Matrix covariance = coordinates.covariance(frames);
  const double total = covariance.trace(), limit = std::max(variance, rounding(covariance));
  Matrix vectors = null_rows(sum_of_axes(covariance, coordinates.dimension()), limit, coordinates, 1);
  occupy(covariance, vectors, 2.0 * total, coordinates);
  Matrix rows = null_rows(covariance, limit, coordinates, coordinates.dimension());
  reduce(vectors);
  reduce(rows);
  std::vector<ImpliedRelation> relations;
  for (Eigen::Index k = 0; k < vectors.rows(); ++k) relations.push_back(every_axis(vectors, k, coordinates));
  for (Eigen::Index k = 0; k < rows.rows(); ++k) relations.push_back(one_row(rows, k, coordinates));
  for (ImpliedRelation& relation : relations) take_offset(relation, coordinates.mean(), frames);
  return relations;
}

std::vector<bool> held_by_constraints(const Model& model, std::span<const ImpliedRelation> relations) {
  const GradientSpan span(model);
  std::vector<bool> held;
  for (const ImpliedRelation& relation : relations) held.push_back(span.outside(span.gradients(relation)) <= parallel);
  return held;
}

}  // namespace taut
