#include "dynamics/constrained_move.hpp"

#include <algorithm>
#include <numeric>

namespace taut {

ConstrainedMove::ConstrainedMove(const Model& model, const Plan& plan, Stepper& stepper)
    : plan_(plan),
      stepper_(stepper),
      u_(static_cast<std::size_t>(model.size())),
      ignored_(u_),
      position_(model.positions()),
      position_low_(u_),
      failed_(plan.components().size()) {}

void ConstrainedMove::begin() { std::fill(failed_.begin(), failed_.end(), std::uint8_t{0}); }

std::int64_t ConstrainedMove::failures() const {
  return std::accumulate(failed_.begin(), failed_.end(), std::int64_t{0});
}

void ConstrainedMove::move(const Block& block, const State& state, double h, SolveReport& report) {
  // Which of several solutions is found must depend on where it starts only.
  for (Solver* solver : block.solvers) solver->forget(Ahead::far);
  if (!block.stages.empty()) return move_whole(block, state, h, report);
  for (Solver* solver : block.solvers) {
    const SolveReport solved = solver->solve_positions(u_.data(), ignored_.data(), h, state.time);
    include(report, solved);
    if (!solved.converged) stay_where_failed(state, *solver);
  }
  drift(state, h, block.begin, block.count);
  for (Solver* solver : block.solvers) include(report, linearise(state, *solver));
}

// All of it in the lanes of the solvers, unless one fails.
void ConstrainedMove::move_whole(const Block& block, const State& state, double h, SolveReport& report) {
  for (std::size_t k = 0; k < block.solvers.size(); ++k) {
    Solver& solver = *block.solvers[k];
    const SolveReport moved = block.stages[k]->take_move(
        {state.position.data(), state.position_low.data(), position_.data(), position_low_.data(), u_.data()}, h,
        state.time);
    include(report, moved);
    if (moved.converged) continue;
    stay_where_failed(state, solver);
    for (const std::int32_t c : solver.components())
      for (const std::int32_t p : plan_.components()[static_cast<std::size_t>(c)].particles)
        drift(state, h, 3 * static_cast<std::size_t>(p), 3);
    include(report, linearise(state, solver));
  }
}

// r' = r + h u
void ConstrainedMove::drift(const State& state, double h, std::size_t begin, std::size_t count) {
  stepper_.loops().compensated_step(count, h, flat(u_) + begin, flat(state.position) + begin,
                                    flat(state.position_low) + begin, flat(position_) + begin,
                                    flat(position_low_) + begin);
}

void ConstrainedMove::stay_where_failed(const State& state, const Solver& solver) {
  for (std::size_t c = 0; c < solver.components().size(); ++c)
    if (solver.failed(c)) stay(state, solver, c);
}

void ConstrainedMove::stay(const State& state, const Solver& solver, std::size_t component) {
  const auto c = static_cast<std::size_t>(solver.components()[component]);
  failed_[c] = 1;
  for (const std::int32_t p : plan_.components()[c].particles) {
    const auto i = static_cast<std::size_t>(p);
    u_[i] = {};
    position_[i] = state.position[i];
    position_low_[i] = state.position_low[i];
  }
}

// Where the constraints are singular at r', the components of the solver stay where they were.
SolveReport ConstrainedMove::linearise(const State& state, Solver& solver) {
  SolveReport report = solver.linearise({position_.data(), position_low_.data(), state.time});
  if (report.converged) return {};
  for (std::size_t c = 0; c < solver.components().size(); ++c) stay(state, solver, c);
  static_cast<void>(solver.linearise({position_.data(), position_low_.data(), state.time}));  // it could be before
  return report;
}

void ConstrainedMove::take(State& state) {
  std::swap(state.position, position_);
  std::swap(state.position_low, position_low_);
}

SolveReport ConstrainedMove::move_all(State& state, double h) {
  StageReport report;
  stepper_.blocks().for_each(report,
                             [&](const Block& block, StageReport& here) { move(block, state, h, here.position); });
  take(state);
  return report.position;
}

SolveReport ConstrainedMove::project(std::vector<Vec3>& v, double h) {
  StageReport report;
  stepper_.blocks().for_each(report, [&](const Block& block, StageReport& here) {
    const std::size_t begin = block.begin / 3, end = begin + block.count / 3;
    for (std::size_t i = begin; i < end; ++i) ignored_[i] = v[i];
    here.velocity = ConstraintSet::ask(
        block.solvers, [&](Solver& solver) { return solver.solve_velocities(ignored_.data(), v.data(), h); });
  });
  return report.velocity;
}

}  // namespace taut
