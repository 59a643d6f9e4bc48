// All constraints of a plan: one solver a component, asked in turn, their reports combined.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "solve/solver.hpp"

namespace taut {

class ConstraintSet {
 public:
  ConstraintSet(const Model& model, const Plan& plan);

  SolveReport linearise(const Configuration& at);
  SolveReport solve_positions(Vec3* u, Vec3* dv, double h, double end_time);
  SolveReport solve_velocities(const Vec3* v, Vec3* dv, double h);
  SolveReport project_velocities(const Configuration& at, const Vec3* v, Vec3* dv, double h);

  // Largest |B v + dsigma/dt| h in the measure of the tolerance.
  SolveReport velocity_violation(const Vec3* v, double h);
  // The forces of all rows at the state that was linearised, given accelerations without constraints.
  SolveReport constraint_forces(const Vec3* acceleration, const Vec3* velocity, double h, std::span<double> forces);

  void forget();
  std::vector<double> memory() const;
  bool restore(std::span<const double> memory);

 private:
  template <class Ask>
  SolveReport ask_all(Ask&& ask);

  std::vector<std::unique_ptr<Solver>> solvers_;
  std::vector<double> x_;
};

}  // namespace taut
