// What the linearised motion needs at one state: gradients of the constraints with the factor of A = B W B^T, their
// second derivatives, and the stiffness of the forces.
#pragma once

#include <vector>

#include "solve/gram.hpp"
#include "solve/row_block.hpp"
#include "taut/flow.hpp"

namespace taut {

class TangentFrame {
 public:
  TangentFrame(const Model& model, const ForceField& forces, const Component& rows);

  // Returns a row that depends on others there, or -1.
  std::int32_t take(const State& state);
  std::int32_t model_row(std::int32_t row) const { return row < 0 ? row : row_of_[static_cast<std::size_t>(row)]; }

  std::size_t rows() const { return block_.size(); }
  RowBlock& block() { return block_; }
  Gram& gram() { return gram_; }
  const State& state() const { return state_; }
  const std::vector<Vec3>& acceleration() const { return acceleration_; }  // W f

  void apply_jacobian(const Vec3* x, double* out) const;                       // out = B x
  void add_rate_of_jacobian(const Vec3* x, double* out);                       // out += (v.d2 sigma + dB/dt) x
  void subtract_impulses(const double* multipliers, Vec3* out) const;          // out -= W B^T lambda
  void subtract_bending(const double* multipliers, const Vec3* x, Vec3* out);  // out -= W (lambda.d2 sigma) x
  void subtract_stiffness(double factor, const Vec3* x, Vec3* out) const;      // out -= factor W K x
  // Projects onto the tangent space; the factor must be that of take().
  void project(TangentVector& vector);

 private:
  void take_hessians();
  // d2 sigma_k x, one vector an entry of the row, into bent_; returns d2 sigma_k/dr dt . x.
  double bend(std::size_t row, const Vec3* x);
  double bend_formula(std::size_t row, const FormulaRow& formula, const Vec3* x);

  const Model& model_;
  const ForceField& forces_;
  ForceWorkspace force_workspace_;
  std::vector<std::int32_t> row_of_;
  RowBlock block_;
  Gram gram_;
  State state_;
  std::vector<Vec3> acceleration_;
  std::vector<MatrixEntry> stiffness_;
  std::vector<std::size_t> hessian_start_;  // one a row
  std::vector<double> hessians_, variables_, scratch_, multipliers_;
  std::vector<Vec3> bent_;
};

}  // namespace taut
