// One stage of RATTLE, linearised: where it takes tangent vectors. The formulas are in tangent_map.cpp.
#pragma once

#include <vector>

#include "dynamics/tangent_frame.hpp"

namespace taut {

class TangentMap {
 public:
  TangentMap(const Model& model, const ForceField& forces, const Plan& plan);

  // Takes the state that the next stage starts from. This and the next return a row that depends on others there, -1
  // where none does.
  std::int32_t place(const State& state);
  // The stage of length h that led from there to this state, which the next one starts from.
  std::int32_t take(const State& after, double h);
  void carry(TangentVector& vector);

  TangentFrame& here() { return *end_; }  // at the last state

 private:
  void find_impulses(double h);
  std::int32_t factorise_step(double h);
  void move_positions(TangentVector& vector);
  void move_velocities(TangentVector& vector);

  const Model& model_;
  std::vector<double> drag_rate_;  // drag over mass, one a particle
  TangentFrame first_, second_;
  TangentFrame *start_ = &first_, *end_ = &second_;
  double h_ = 0.0;
  std::vector<double> decay_;                   // exp(-rate h/2), one a particle
  std::vector<double> lambda_, mu_, x_;         // impulses of the stage, and work
  std::vector<Vec3> half_velocity_, velocity_;  // v½, and work
};

}  // namespace taut
