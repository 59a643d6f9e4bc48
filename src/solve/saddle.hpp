// The equations of a constrained equilibrium,
//   [ R  B^T ] [ x      ]   [ f ]
//   [ B   0  ] [ lambda ] = [ d ]
// for any sparse R, singular or not, symmetric or not: x minimises x.R x / 2 - f.x under B x = d where R is positive.
//
// Where R leaves motions in ker B free (R u = 0: those of a free body, those of a mechanism), a symmetric system is
// bordered by an orthonormal basis U of them: x is then the answer to the balanced part of the force, f - U U^T f, and
// has no part along U.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "solve/free_coordinates.hpp"
#include "solve/solver.hpp"
#include "taut/matrix.hpp"

namespace taut {

class Saddle {
 public:
  enum class Symmetry { symmetric, unsymmetric };
  // Rows must be independent. Entries of coordinates that cannot move are ignored.
  Saddle(const Model& model, std::span<const std::int32_t> rows, std::span<const MatrixEntry> resistance,
         Symmetry symmetry, const Configuration& at);
  Saddle(Saddle&&) noexcept;
  ~Saddle();

  // False: R is not symmetric and leaves motions free, or so many are free that they were not all found.
  bool solvable() const;
  // Orthonormal; one vector a particle each.
  const std::vector<std::vector<Vec3>>& free_motions() const;

  // force and motion: one a particle; defect: one a row given, empty for zeros; lambda: one a row given, or null.
  void solve(const Vec3* force, std::span<const double> defect, Vec3* motion, double* lambda) const;
  // The motions for unit forces along coordinates that can move, 3 particle + axis: one after the other.
  void columns(std::span<const std::int32_t> coordinates, Vec3* motions) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace taut
