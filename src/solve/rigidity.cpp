#include "solve/rigidity.hpp"

#include <Eigen/Dense>
#include <unordered_map>

namespace taut {
namespace {

// Rows as velocities see them: one line a rod, dimension() columns a particle.
Eigen::MatrixXd rod_matrix(const Model& model, const CoupledRows& component) {
  std::unordered_map<std::int32_t, int> column;
  for (const std::int32_t p : component.particles) column.emplace(p, static_cast<int>(column.size()));
  const int dimension = model.dimension();
  Eigen::MatrixXd b = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(component.rows.size()),
                                            dimension * static_cast<Eigen::Index>(component.particles.size()));
  Eigen::Index line = 0;
  for (const std::int32_t k : component.rows) {
    const DistanceRow& d = model.distances()[static_cast<std::size_t>(model.rows()[static_cast<std::size_t>(k)].index)];
    const Vec3 rod = (1.0 / d.length) * (model.positions()[static_cast<std::size_t>(d.j)] -
                                         model.positions()[static_cast<std::size_t>(d.i)]);
    for (int axis = 0; axis < dimension; ++axis) {
      b(line, dimension * column[d.j] + axis) = rod[axis];
      b(line, dimension * column[d.i] + axis) = -rod[axis];
    }
    ++line;
  }
  return b;
}

// The velocities of translations and rotations about the first particle, one a line, in units of the cluster's size.
Eigen::MatrixXd rigid_motions(const Model& model, const CoupledRows& component) {
  const int dimension = model.dimension();
  const auto particles = static_cast<Eigen::Index>(component.particles.size());
  const Vec3 axes[] = {{0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
  const int rotations = dimension == 3 ? 3 : 1;
  Eigen::MatrixXd motions = Eigen::MatrixXd::Zero(dimension + rotations, dimension * particles);
  for (Eigen::Index p = 0; p < particles; ++p) {
    const Vec3 arm = model.positions()[static_cast<std::size_t>(component.particles[static_cast<std::size_t>(p)])] -
                     model.positions()[static_cast<std::size_t>(component.particles.front())];
    for (int axis = 0; axis < dimension; ++axis) {
      motions(axis, dimension * p + axis) = 1.0;
      for (int r = 0; r < rotations; ++r) motions(dimension + r, dimension * p + axis) = cross(axes[r], arm)[axis];
    }
  }
  return motions;
}

Eigen::Index rank(const Eigen::MatrixXd& matrix) {
  constexpr double negligible = 1e-9;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factor(matrix);
  factor.setThreshold(negligible);
  return factor.rank();
}

}  // namespace

bool is_rigid(const Model& model, const CoupledRows& component) {
  const auto coordinates = model.dimension() * static_cast<Eigen::Index>(component.particles.size());
  return rank(rod_matrix(model, component)) + rank(rigid_motions(model, component)) == coordinates;
}

}  // namespace taut
