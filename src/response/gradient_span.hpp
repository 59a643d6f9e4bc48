// What constraints hold at one configuration: the span of their gradients, as an orthonormal basis that can grow.
#pragma once

#include <Eigen/Core>

#include "solve/free_coordinates.hpp"
#include "taut/model.hpp"
#include "taut/modes.hpp"

namespace taut {

class GradientSpan {
 public:
  // That of the independent rows of a model, where it stands.
  explicit GradientSpan(const Model& model);

  // Unit gradients there: one column, or one an axis.
  Eigen::MatrixXd gradients(const ImpliedRelation& relation) const;
  Eigen::MatrixXd gradients(const KeptDistance& distance) const;

  // The largest part of a unit gradient that the span has not.
  double outside(const Eigen::MatrixXd& gradients) const;
  void add(const Eigen::MatrixXd& gradients);

 private:
  Eigen::MatrixXd rest(const Eigen::MatrixXd& gradients) const;

  int dimension_;
  std::vector<Vec3> positions_;
  FreeCoordinates coordinates_;
  Eigen::MatrixXd basis_;  // its first `rank_` columns
  Eigen::Index rank_ = 0;
};

}  // namespace taut
