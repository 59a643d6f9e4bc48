#include "solve/constraint_set.hpp"

#include <algorithm>
#include <cmath>

#include "solve/branch_watch.hpp"
#include "solve/bundle_solver.hpp"
#include "solve/guarded_solver.hpp"
#include "solve/kernels/kernel_table.hpp"
#include "solve/make_solver.hpp"
#include "solve/partition.hpp"
#include "solve/segmented_path_solver.hpp"

namespace taut {

namespace {

std::unique_ptr<Solver> make_single(const Model& model, const Plan& plan, const Component& component) {
  if (component.segmented) return make_segmented_path_solver(model, component, plan.options(), *kernels_here().back());
  return make_solver(model, component, plan.options());
}

// Sweeps and expansions have no matrix to look at: where they do not converge, they say so.
bool wants_guard(std::span<const Component* const> components) {
  return std::any_of(components.begin(), components.end(), [](const Component* component) {
    switch (component->solver) {
      case SolverMethod::gauss_seidel:
      case SolverMethod::sor:
      case SolverMethod::p_shake:
      case SolverMethod::lincs:
        return false;
      default:
        return component->may_be_singular && !component->keeps_all;
    }
  });
}

}  // namespace

ConstraintSet::ConstraintSet(const Model& model, const Plan& plan) {
  BundleMaker bundles(model, plan.options(), *kernels_here().back());
  std::size_t longest = 0;
  for (const Partition& part : partition(model, plan)) {
    bundles.begin_block();
    Block& block = blocks_.emplace_back(Block{part.begin, part.end, {}});
    for (const std::vector<std::int32_t>& members : part.parts) {
      std::vector<const Component*> components;
      for (std::int32_t c : members) components.push_back(&plan.components()[static_cast<std::size_t>(c)]);
      std::unique_ptr<Solver> solver =
          components.size() > 1 ? bundles.make(components) : make_single(model, plan, *components.front());
      const bool guarded = wants_guard(components);
      owned_.push_back(guarded ? guard(model, components, plan.options(), std::move(solver)) : std::move(solver));
      guarded_ = guarded_ || guarded;
      if (guarded || components.front()->keeps_all) watched_.push_back(owned_.back().get());
      if (has_branches_of_its_own(model, owned_.back()->rows())) branching_.push_back(owned_.back().get());
      owned_.back()->stands_for(members);
      solvers_.push_back(owned_.back().get());
      block.solvers.push_back(solvers_.back());
      longest = std::max(longest, solvers_.back()->rows().size());
    }
  }
  x_.resize(longest);
}

int ConstraintSet::useful_threads() const {
  if (blocks_.size() > 1) return static_cast<int>(blocks_.size());
  int most = 1;
  for (const Solver* solver : solvers_) most = std::max(most, solver->useful_threads());
  return most;
}

void ConstraintSet::work_with(ThreadTeam& team) {
  for (Solver* solver : solvers_) solver->work_with(team);
}

SolveReport ConstraintSet::linearise(const Configuration& at) {
  return ask(solvers_, [&](Solver& solver) { return solver.linearise(at); });
}

SolveReport ConstraintSet::solve_positions(Vec3* u, Vec3* dv, double h, double end_time) {
  return ask(solvers_, [&](Solver& solver) { return solver.solve_positions(u, dv, h, end_time); });
}

SolveReport ConstraintSet::solve_velocities(const Vec3* v, Vec3* dv, double h) {
  return ask(solvers_, [&](Solver& solver) { return solver.solve_velocities(v, dv, h); });
}

SolveReport ConstraintSet::project_velocities(const Configuration& at, const Vec3* v, Vec3* dv, double h) {
  return ask(solvers_, [&](Solver& solver) { return solver.project_velocities(at, v, dv, h); });
}

SolveReport ConstraintSet::velocity_violation(const Vec3* v, double h) {
  SolveReport report;
  for (Solver* solver : solvers_) {
    solver->apply_jacobian(v, x_.data());
    solver->add_time_derivative(x_.data());
    for (std::size_t k = 0; k < solver->rows().size(); ++k) {
      const double violation = std::abs(x_[k] * h) * solver->velocity_measure(k);
      if (violation <= report.max_violation) continue;
      report.max_violation = violation;
      report.worst_row = solver->rows()[k];
    }
  }
  return report;
}

void ConstraintSet::forget(Ahead ahead) {
  for (Solver* solver : solvers_) solver->forget(ahead);
}

void ConstraintSet::be_careful(bool always) {
  for (Solver* solver : solvers_) solver->be_careful(always);
}

double ConstraintSet::least_margin() const {
  double least = 1.0;
  for (const Solver* solver : watched_) least = std::min(least, solver->margin());
  return least;
}

RowChanges ConstraintSet::changes() const {
  RowChanges all;
  for (const Solver* solver : branching_) {
    const RowChanges here = solver->changes();
    if (here.turned >= 0) all.turned = here.turned;
    if (here.jumped >= 0) all.jumped = here.jumped;
  }
  return all;
}

std::vector<double> ConstraintSet::memory() const {
  std::vector<double> memory;
  for (const Solver* solver : solvers_) solver->save(memory);
  return memory;
}

bool ConstraintSet::restore(std::span<const double> memory) {
  std::size_t needed = 0;
  for (const Solver* solver : solvers_) needed += solver->memory_size();
  if (memory.size() != needed) return false;
  for (Solver* solver : solvers_) {
    const std::size_t size = solver->memory_size();
    solver->restore(memory.first(size));
    memory = memory.subspan(size);
  }
  return true;
}

}  // namespace taut
