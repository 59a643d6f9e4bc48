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
  // The forces of all rows at the state that was linearised, given accelerations without constraints.
  SolveReport constraint_forces(const Vec3* acceleration, const Vec3* velocity, double h, std::span<double> forces);

  void forget();
  std::vector<double> memory() const;
  bool restore(std::span<const double> memory);

 private:
  template <class Ask>
  static SolveReport ask_many(std::span<Solver* const> solvers, Ask&& ask);

  std::vector<std::unique_ptr<Solver>> owned_;
  std::vector<Solver*> solvers_;
  std::vector<Block> blocks_;
  std::vector<double> x_;
};

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
