// Solvers with an approximate inverse P of A = B W B^T, used again and again until the tolerance holds:
//   positions    lambda += P sigma(r + h u) / h        velocities   x += P (rhs - A x)
// A pass multiplies the error by I - P A, and in positions also by how far the rows turn in the step: convergence is
// linear, and a solve that does not get there within its passes, or gets worse, says so.
#pragma once

#include "solve/branch.hpp"
#include "solve/impulse_field.hpp"
#include "solve/row_solver.hpp"

namespace taut {

class RefiningSolver : public RowSolver {
 public:
  // Positions are corrected `least_passes` times in any case.
  RefiningSolver(const Model& model, const Component& component, int most_passes, int least_passes);

  SolveReport linearise(const Configuration& at) override;
  SolveReport solve_positions(Vec3* u, Vec3* dv, double h, double end_time) override;
  SolveReport solve(double* x, double h) override { return refine_until(to_rounding, x, h); }

 protected:
  SolveReport solve_to_tolerance(double* x, double h) override { return refine_until(1.0, x, h); }
  // Readies P at the configuration; returns a row that has none, or -1.
  virtual std::int32_t take_inverse() = 0;
  virtual void apply_inverse(double* x) = 0;  // x = P x
  // What a pass for the positions corrects, in the place of sigma = defect.
  virtual double target(std::size_t /*row*/, double defect, int /*pass*/, const Vec3* /*u*/, double /*h*/) const {
    return defect;
  }

  Branch branch_;  // take() it with the inverse

 private:
  SolveReport refine_until(double part, double* x, double h);  // of the first defect that may be left
  SolveReport finish(const Vec3* u, double h, double end_time, SolveReport report);

  int least_passes_;
  std::vector<double> rhs_, correction_;
  ImpulseField response_;
};

}  // namespace taut
