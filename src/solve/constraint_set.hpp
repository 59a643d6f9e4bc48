// All constraints of a plan: solvers of one component or of a bundle, asked in turn, their reports combined.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "solve/solver.hpp"

namespace taut {

class ConstraintSet {
 public:
  ConstraintSet(const Model& model, const Plan& plan);

  // See partition.hpp.
  struct Block {
    std::size_t begin, end;  // particles
    std::vector<Solver*> solvers;
  };
  std::span<const Block> blocks() const { return blocks_; }
  std::span<Solver* const> solvers() const { return solvers_; }  // of all blocks

  // How many threads blocks, or within a single block its solvers, can make use of; the team serves the latter.
  int useful_threads() const;
  void work_with(ThreadTeam& team);

  // The worst report of ask(solver) over some solvers.
  template <class Ask>
  static SolveReport ask(std::span<Solver* const> solvers, Ask&& ask);

  SolveReport linearise(const Configuration& at);
  SolveReport solve_positions(Vec3* u, Vec3* dv, double h, double end_time);
  SolveReport solve_velocities(const Vec3* v, Vec3* dv, double h);
  SolveReport project_velocities(const Configuration& at, const Vec3* v, Vec3* dv, double h);

  // Largest |B v + dsigma/dt| h in the measure of the tolerance.
  SolveReport velocity_violation(const Vec3* v, double h);
  // Solve A lambda = x where it was linearised, with right(solver, x) for the right-hand side of each solver.
  template <class Right>
  SolveReport multipliers(double h, std::span<double> lambda, Right&& right);  // of the rows of the model
  template <class Right>
  SolveReport constraint_forces(double h, std::span<double> forces, Right&& right);  // -lambda grad sigma, as numbers
  template <class Right>
  SolveReport subtract_impulses(double h, Vec3* out, Right&& right);  // out -= W B^T lambda

  void forget(Ahead ahead = Ahead::near);
  void be_careful(bool always);  // see Solver
  bool can_be_careful() const { return guarded_; }
  // The least of those that may be singular somewhere.
  double margin() const { return watched_.empty() ? 1.0 : least_margin(); }
  bool has_branches() const { return !branching_.empty(); }  // of single rows
  RowChanges changes() const;                                // of them, see Solver
  std::vector<double> memory() const;
  bool restore(std::span<const double> memory);

 private:
  double least_margin() const;
  template <class Ask>
  static SolveReport ask_many(std::span<Solver* const> solvers, Ask&& ask);
  template <class Right, class Take>
  SolveReport solve_each(double h, Right&& right, Take&& take);

  std::vector<std::unique_ptr<Solver>> owned_;
  std::vector<Solver*> solvers_;
  std::vector<Block> blocks_;
  bool guarded_ = false;  // any of the solvers
  std::vector<const Solver*> watched_, branching_;
  std::vector<double> x_;
};

template <class Right, class Take>
SolveReport ConstraintSet::solve_each(double h, Right&& right, Take&& take) {
  SolveReport report;
  for (Solver* solver : solvers_) {
    right(*solver, x_.data());
    include(report, solver->solve(x_.data(), h));
    take(static_cast<const Solver&>(*solver), x_.data());
  }
  return report;
}

template <class Right>
SolveReport ConstraintSet::multipliers(double h, std::span<double> lambda, Right&& right) {
  return solve_each(h, right, [&](const Solver& solver, const double* x) {
    for (const std::int32_t row : solver.rows()) lambda[static_cast<std::size_t>(row)] = *x++;
  });
}

template <class Right>
SolveReport ConstraintSet::constraint_forces(double h, std::span<double> forces, Right&& right) {
  return solve_each(h, right, [&](const Solver& solver, const double* x) {
    for (std::size_t k = 0; k < solver.rows().size(); ++k)
      forces[static_cast<std::size_t>(solver.rows()[k])] = x[k] * solver.force_per_multiplier(k);
  });
}

template <class Right>
SolveReport ConstraintSet::subtract_impulses(double h, Vec3* out, Right&& right) {
  return solve_each(h, right, [&](const Solver& solver, const double* x) { solver.subtract_impulse(x, out); });
}

// A single one, the common case, passes its report straight through.
template <class Ask>
SolveReport ConstraintSet::ask(std::span<Solver* const> solvers, Ask&& ask) {
  return solvers.size() == 1 ? ask(*solvers.front()) : ask_many(solvers, ask);
}

template <class Ask>
SolveReport ConstraintSet::ask_many(std::span<Solver* const> solvers, Ask&& ask) {
  SolveReport report;
  for (Solver* solver : solvers) include(report, ask(*solver));
  return report;
}

}  // namespace taut
