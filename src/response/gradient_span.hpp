// What constraints hold at one configuration: the span of their gradients, as an orthonormal basis that can grow.
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>

#include "solve/free_coordinates.hpp"
#include "taut/model.hpp"
#include "taut/modes.hpp"

namespace taut {

// (b - a).((c - a) x (d - a)) of four particles, and its gradients.
struct PlaneRow {
  PlaneRow(const KeptPlane& plane, std::span<const Vec3> positions);
  double value;
  std::array<Vec3, 4> gradients;
};

class GradientSpan {
 public:
  // That of the independent rows of a model, where it stands.
  explicit GradientSpan(const Model& model);

  // Unit gradients there: one column, or one an axis.
  Eigen::MatrixXd gradients(const ImpliedRelation& relation) const;
  Eigen::MatrixXd gradients(const KeptDistance& distance) const;
  Eigen::MatrixXd gradients(const KeptPlane& plane) const;

  // The largest part of a unit gradient that the span has not.
  double outside(const Eigen::MatrixXd& gradients) const;
  void add(const Eigen::MatrixXd& gradients);

 private:
  void put(int particle, const Vec3& gradient, Eigen::MatrixXd& column) const;
  Eigen::MatrixXd rest(const Eigen::MatrixXd& gradients) const;

  int dimension_;
  std::vector<Vec3> positions_;
  FreeCoordinates coordinates_;
  Eigen::MatrixXd basis_;  // its first `rank_` columns
  Eigen::Index rank_ = 0;
};

}  // namespace taut
