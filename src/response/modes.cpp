#include "taut/modes.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "response/loaded_constraints.hpp"
#include "solve/curvature.hpp"
#include "solve/dense_algebra.hpp"
#include "solve/free_coordinates.hpp"

namespace taut {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using ByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr int most_coordinates = 4000;  // half a minute of eigenvalues, and 128 MB a matrix

std::optional<Error> bad_count(const char* key, int count, int available, int coordinates) {
  if (count < 1) return Error{key, "expected at least one mode, found " + std::to_string(count)};
  if (count > available)
    return Error{key, "found " + std::to_string(count) + " modes asked for, expected at most the " +
                          std::to_string(available) + " degrees of freedom"};
  if (coordinates > most_coordinates)
    return Error{key, "a spectrum of " + std::to_string(coordinates) + " coordinates is too large; expected at most " +
                          std::to_string(most_coordinates)};
  return std::nullopt;
}

std::vector<Vec3> scattered(const FreeCoordinates& coordinates, const Vector& x) {
  std::vector<Vec3> motion(coordinates.particles());
  coordinates.scatter(x.data(), motion.data());
  return motion;
}

// The first of a mode's components that is not small is positive, so that modes do not depend on the library's mood.
Vector signed_alike(Vector x) {
  const double small = 1e-8 * x.cwiseAbs().maxCoeff();
  for (const double value : x)
    if (std::abs(value) > small) return value < 0.0 ? -x : x;
  return x;
}

Vector free_masses(const Model& model, const FreeCoordinates& coordinates) {
  std::vector<Vec3> masses;
  for (double m : model.masses()) masses.push_back({m, m, m});
  Vector all(coordinates.count());
  coordinates.gather(masses.data(), all.data());
  return all;
}

Matrix assembled(const std::vector<MatrixEntry>& entries, const FreeCoordinates& coordinates) {
  Matrix matrix = Matrix::Zero(coordinates.count(), coordinates.count());
  for (const MatrixEntry& entry : entries) {
    const std::int32_t i = coordinates.number(entry.row), j = coordinates.number(entry.column);
    if (i >= 0 && j >= 0) matrix(i, j) += entry.value;
  }
  return matrix;
}

// Orthonormal columns that span the motions allowed by independent rows, in coordinates scaled by `scale`.
Matrix tangent_space(const Model& model, const Plan& plan, const FreeCoordinates& coordinates, const Vector& scale) {
  std::vector<std::int32_t> rows;
  for (const Component& component : plan.components())
    rows.insert(rows.end(), component.rows.begin(), component.rows.end());
  const std::vector<Vec3> low(model.positions().size());
  const auto m = static_cast<Eigen::Index>(rows.size()), n = static_cast<Eigen::Index>(coordinates.count());
  Matrix gradients = Matrix::Zero(n, m);
  for (const MatrixEntry& entry : jacobian(model, rows, {model.positions().data(), low.data(), 0.0}))
    if (const std::int32_t k = coordinates.number(entry.column); k >= 0)
      gradients(k, entry.row) = entry.value * scale[k];
  gradients.colwise().normalize();
  if (m == 0) return Matrix::Identity(n, n);
  return orthogonal_complement(gradients);
}

}  // namespace

Expected<std::vector<Mode>> response_modes(Response& response, int count) {
  const FreeCoordinates coordinates(response.model());
  const int available = response.coordinates() - response.rank() - static_cast<int>(response.free_motions().size());
  if (const std::optional<Error> error = bad_count("modes", count, available, response.coordinates())) return *error;
  const std::vector<double> entries = response.matrix();
  const Matrix matrix = Eigen::Map<const ByRows>(entries.data(), coordinates.count(), coordinates.count());
  if ((matrix - matrix.transpose()).norm() > 1e-8 * matrix.norm())
    return Error{"modes", "the response is not symmetric and has no orthogonal modes; expected a symmetric drag"};
  const auto [values, vectors] = symmetric_modes(0.5 * (matrix + matrix.transpose()));
  std::vector<Mode> modes;
  for (Eigen::Index k = 0; k < count; ++k) {
    const Eigen::Index from = matrix.rows() - 1 - k;
    modes.push_back({values[from], scattered(coordinates, signed_alike(vectors.col(from)))});
  }
  return modes;
}

Expected<NormalModes> normal_modes(const Model& model, const ForceField& forces, int count) {
  const Expected<Plan> plan = Plan::make(model, {});
  if (!plan) return plan.error();
  const FreeCoordinates coordinates(model);
  const int available = coordinates.count() - plan->rank();
  if (const std::optional<Error> error = bad_count("normal-modes", count, available, coordinates.count()))
    return *error;
  const Expected<LoadedConstraints> loaded = loaded_constraints(model, forces);
  if (!loaded) return loaded.error();
  std::vector<MatrixEntry> entries = forces.stiffness(model.positions().data(), 0.0);
  entries.insert(entries.end(), loaded->stiffness.begin(), loaded->stiffness.end());
  const Vector scale = free_masses(model, coordinates).cwiseSqrt().cwiseInverse();
  const Matrix z = scale.asDiagonal() * tangent_space(model, *plan, coordinates, scale);
  const Matrix reduced = z.transpose() * assembled(entries, coordinates) * z;
  const auto [values, vectors] = symmetric_modes(0.5 * (reduced + reduced.transpose()));
  NormalModes result;
  result.residual = loaded->largest_load > 0.0 ? loaded->largest_acceleration / loaded->largest_load : 0.0;
  const double rounding =
      static_cast<double>(values.size()) * std::numeric_limits<double>::epsilon() * values.cwiseAbs().maxCoeff();
  for (Eigen::Index k = 0; k < count; ++k)
    result.modes.push_back(
        {std::abs(values[k]) <= rounding ? 0.0 : values[k], scattered(coordinates, signed_alike(z * vectors.col(k)))});
  return result;
}

ResponseBlock group_response(Response& response, std::span<const int> particles) {
  ResponseBlock block = {};
  const double share = 1.0 / static_cast<double>(particles.size());
  for (int axis = 0; axis < response.model().dimension(); ++axis) {
    std::vector<Vec3> force(static_cast<std::size_t>(response.model().size()));
    for (int p : particles) force[static_cast<std::size_t>(p)][axis] += share;
    const std::vector<Vec3> motion = response.apply(force).motion;
    for (int p : particles)
      for (int a = 0; a < 3; ++a)
        block[static_cast<std::size_t>(a)][static_cast<std::size_t>(axis)] +=
            share * motion[static_cast<std::size_t>(p)][a];
  }
  return block;
}

}  // namespace taut
