#include "solve/constraint_set.hpp"

#include <algorithm>
#include <cmath>

#include "solve/make_solver.hpp"

namespace taut {
ConstraintSet::ConstraintSet(const Model& model, const Plan& plan) {
  std::size_t longest = 0;
  for (const Component& component : plan.components()) {
    solvers_.push_back(make_solver(model, component, plan.options()));
    longest = std::max(longest, component.rows.size());
  }
  x_.resize(longest);
}

// A single component, the common case, passes its report straight through.
template <class Ask>
SolveReport ConstraintSet::ask_all(Ask&& ask) {
  if (solvers_.size() == 1) return ask(*solvers_.front());
  SolveReport report;
  for (auto& solver : solvers_) include(report, ask(*solver));
  return report;
}

SolveReport ConstraintSet::linearise(const Configuration& at) {
  return ask_all([&](Solver& solver) { return solver.linearise(at); });
}

SolveReport ConstraintSet::solve_positions(Vec3* u, Vec3* dv, double h, double end_time) {
  return ask_all([&](Solver& solver) { return solver.solve_positions(u, dv, h, end_time); });
}

SolveReport ConstraintSet::solve_velocities(const Vec3* v, Vec3* dv, double h) {
  return ask_all([&](Solver& solver) { return solver.solve_velocities(v, dv, h); });
}

SolveReport ConstraintSet::project_velocities(const Configuration& at, const Vec3* v, Vec3* dv, double h) {
  return ask_all([&](Solver& solver) { return solver.project_velocities(at, v, dv, h); });
}

SolveReport ConstraintSet::velocity_violation(const Vec3* v, double h) {
  SolveReport report;
  for (auto& solver : solvers_) {
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

// A lambda = B W f + v'(d2 sigma)v + 2 (dB/dt) v + d2 sigma/dt2, the force is -lambda grad sigma.
SolveReport ConstraintSet::constraint_forces(const Vec3* acceleration, const Vec3* velocity, double h,
                                             std::span<double> forces) {
  SolveReport report;
  for (auto& solver : solvers_) {
    solver->apply_jacobian(acceleration, x_.data());
    solver->add_acceleration_terms(velocity, x_.data());
    include(report, solver->solve(x_.data(), h));
    for (std::size_t k = 0; k < solver->rows().size(); ++k)
      forces[static_cast<std::size_t>(solver->rows()[k])] = x_[k] * solver->force_per_multiplier(k);
  }
  return report;
}

void ConstraintSet::forget() {
  for (auto& solver : solvers_) solver->forget();
}

std::vector<double> ConstraintSet::memory() const {
  std::vector<double> memory;
  for (const auto& solver : solvers_) solver->save(memory);
  return memory;
}

bool ConstraintSet::restore(std::span<const double> memory) {
  std::size_t needed = 0;
  for (const auto& solver : solvers_) needed += solver->memory_size();
  if (memory.size() != needed) return false;
  for (auto& solver : solvers_) {
    const std::size_t size = solver->memory_size();
    solver->restore(memory.first(size));
    memory = memory.subspan(size);
  }
  return true;
}

}  // namespace taut
