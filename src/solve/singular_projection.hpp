// Velocities at a configuration where the constraints depend on one another although they do not elsewhere.
#pragma once

#include "solve/gram.hpp"

namespace taut {

class SingularProjection {
 public:
  SingularProjection(const Model& model, const Plan& plan);

  // dv -= W B^T mu with A mu = B v + dsigma/dt, for the rows that are independent here; the others follow, as far as
  // anything determines them.
  void project(const Configuration& at, const Vec3* v, Vec3* dv);

 private:
  RowBlock block_;
  Gram gram_;
  std::vector<double> x_;
};

}  // namespace taut
