// RATTLE [andersen1983], as docs/theory.md derives it:
//
//   v½ = v + (h/2) W f(r)
//   r* = r + h v½
//   find λ: σ(r* − h W B(r)ᵀ λ) = 0            gradient at the start of the step
//   r' = r* − h W B(r)ᵀ λ,  v½ −= W B(r)ᵀ λ     the position impulse is fed back into the velocity
//   v* = v½ + (h/2) W f(r')
//   solve A(r') μ = B(r') v* + ∂σ/∂t,  v' = v* − W B(r')ᵀ μ
//
// Round-off: u is the trial velocity, so the displacement h u is small and defects are increments; all that changes the
// velocity is gathered in dv and added once, and both sums keep their rounding error.
//
// Drag and dashpots M(τ), the exact flow at fixed positions, act half before and half after. The last half is the
// adjoint of the first: the constraint impulse comes before it, v' = M(h/2)(v* − W Bᵀ μ) with B v' = −∂σ/∂t, which
// keeps order two. Torques that depend on rates flow together with the kicks, see joint_flow.hpp.
//
// Other stages that are made of the same lines: stepper_torques.cpp, stepper_shake.cpp.
#include "dynamics/stepper.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include "base/exact.hpp"

namespace taut {
namespace {

// A report made where it is wanted: to copy one that has just been written takes a processor as long as a rod.
template <class Make>
void make_in(SolveReport& report, Make&& make) {
  ::new (&report) SolveReport(make());
}

}  // namespace

Stepper::Stepper(const Model& model, const ForceField& forces, const Plan& plan, int threads)
    : model_(model),
      forces_(forces),
      plan_(plan),
      constraints_(model, plan),
      driven_(model),
      driven_position_(model.driven().size()),
      driven_velocity_(model.driven().size()),
      tolerance_(plan.tolerance()),
      constant_forces_(!forces.depends_on_state()),
      damped_(forces.has_flows()),
      turned_(forces.has_torques()),
      blocks_(model, forces, constraints_, threads),
      force_workspace_(forces) {
  const auto n = static_cast<std::size_t>(model.size());
  for (std::vector<Vec3>* array : {&acceleration_, &next_acceleration_, &u_, &dv_, &undamped_, &position_,
                                   &position_low_, &velocity_, &velocity_low_, &half_, &half_low_})
    array->assign(n, Vec3{});
  if (blocks_.size() == 1) loops_.work_with(blocks_.team());
  if (forces.has_rate_torques()) joints_.emplace(model, forces, plan, force_workspace_);
}

// Where forces are constant and nothing is damped, a block goes through the whole stage before the next.
// Flattened: a small system spends a good part of a step in calls.
[[gnu::flatten]] StageReport Stepper::rattle(State& state, double t, double h) {
  if (turned_) return rattle_with_torques(state, t, h);
  StageReport report;
  const auto first = [&](const Block& block, StageReport& here) { first_half(block, state, t, h, here); };
  const auto second = [&](const Block& block, StageReport& here) { second_half(block, state, t, h, here); };
  evaluate_driven(t, report);
  if (!report.ok()) return report;
  if (constant_forces_ && !damped_) {
    blocks_.for_each(report, [&](const Block& block, StageReport& here) {
      if (!block.stages.empty()) return whole_stages(block, state, t, h, here);
      first(block, here);
      if (here.ok()) second(block, here);
    });
  } else {
    damp(state, 0.5 * h);
    blocks_.for_each(report, first);
    if (report.ok()) accelerate(t, report);
    if (report.ok() && damped_) second_half_damped(state, t, h, report);
    if (report.ok() && !damped_) blocks_.for_each(report, second);
  }
  if (report.ok()) commit(state);
  return report;
}

// v½, λ and r'
void Stepper::first_half(const Block& block, const State& state, double t, double h, StageReport& report) {
  begin_kick(block, state, 0.5 * h);
  lead_driven(block, state, h);
  make_in(report.position, [&] {
    return ConstraintSet::ask(block.solvers,
                              [&](Solver& solver) { return solver.solve_positions(u_.data(), dv_.data(), h, t); });
  });
  if (report.position.converged) drift(block, state, h);
}

// v*, μ and v'
void Stepper::second_half(const Block& block, const State& state, double t, double h, StageReport& report) {
  end_kick(block, state.velocity, 0.5 * h);
  make_in(report.velocity, [&] {
    return ConstraintSet::ask(
        block.solvers, [&](Solver& solver) { return solver.project_velocities(there(t), u_.data(), dv_.data(), h); });
  });
  take_velocity(block, state.velocity, state.velocity_low);
}

// Both, for solvers that take their particles all the way.
void Stepper::whole_stages(const Block& block, const State& state, double t, double h, StageReport& report) {
  const StageArrays arrays = {state.position.data(),     state.position_low.data(), state.velocity.data(),
                              state.velocity_low.data(), position_.data(),          position_low_.data(),
                              velocity_.data(),          velocity_low_.data(),      u_.data()};
  for (WholeStage* stage : block.stages) stage->take_stage(arrays, h, t, report.position, report.velocity);
  if (!report.position.converged) report.velocity = {};
}

// The same for all at once: dashpots reach from block to block.
void Stepper::second_half_damped(const State& state, double t, double h, StageReport& report) {
  end_kick(blocks_.all(), state.velocity, 0.5 * h);
  report.velocity = constraints_.linearise(there(t));
  if (report.velocity.converged) report.velocity = project_damped(state, h);
  take_velocity(blocks_.all(), state.velocity, state.velocity_low);
}

// dv = h W f, u = v + dv
void Stepper::start_kick(const Block& block, const std::vector<Vec3>& acceleration, const std::vector<Vec3>& v,
                         double h) {
  const std::size_t k = block.begin;
  loops_.first_kick(block.count, h, flat(acceleration) + k, flat(v) + k, flat(dv_) + k, flat(u_) + k);
}
// The same on top of what dv holds.
void Stepper::go_on_kick(const Block& block, const std::vector<Vec3>& acceleration, const std::vector<Vec3>& v,
                         double h) {
  const std::size_t k = block.begin;
  loops_.further_kick(block.count, h, flat(acceleration) + k, flat(v) + k, flat(dv_) + k, flat(u_) + k);
}

// v½ = v + (h/2) W f, after half of the damping where there is some
void Stepper::begin_kick(const Block& block, const State& state, double h) {
  if (damped_)
    go_on_kick(block, acceleration_, state.velocity, h);
  else
    start_kick(block, acceleration_, state.velocity, h);
}

// v* = v½ + (h/2) W f(r')
void Stepper::end_kick(const Block& block, const std::vector<Vec3>& v, double h) {
  go_on_kick(block, acceleration_there(), v, h);
  take_driven_velocities(block);
}

void Stepper::damp(const State& state, double h) {
  if (!damped_) return;
  u_ = state.velocity;
  forces_.damp(state.position.data(), u_.data(), h, ForceField::Order::forward);
  for (std::size_t i = 0; i < u_.size(); ++i) dv_[i] = u_[i] - state.velocity[i];
}

// Refused where it is not a number.
void Stepper::evaluate_driven(double t, StageReport& report) {
  for (std::size_t path = 0; path < model_.driven().size(); ++path) {
    const DrivenPath& driven = model_.driven()[path];
    driven_position_[path] = driven_.position(driven, t);
    driven_velocity_[path] = driven_.velocity(driven, t);
    if (is_finite(driven_position_[path]) && is_finite(driven_velocity_[path])) continue;
    report.particle = driven.particle;
    report.velocity.converged = false;
    report.velocity.failure = SolveFailure::not_finite;
  }
}

void Stepper::lead_driven(const Block& block, const State& state, double h) {
  for (std::size_t path : block.driven) {
    const std::int32_t particle = model_.driven()[path].particle;
    u_[particle] = (1.0 / h) * (driven_position_[path] - state.position[particle]);
  }
}

void Stepper::take_driven_velocities(const Block& block) {
  for (std::size_t path : block.driven) u_[model_.driven()[path].particle] = driven_velocity_[path];
}

// r' = r + h u
void Stepper::drift(const Block& block, const State& state, double h) {
  const std::size_t k = block.begin;
  loops_.compensated_step(block.count, h, flat(u_) + k, flat(state.position) + k, flat(state.position_low) + k,
                          flat(position_) + k, flat(position_low_) + k);
  for (std::size_t path : block.driven) {
    position_[model_.driven()[path].particle] = driven_position_[path];
    position_low_[model_.driven()[path].particle] = {};
  }
}

// f(r'), refused where it is not a number
void Stepper::accelerate(double t, StageReport& report) {
  if (constant_forces_) return;
  take_acceleration(position_.data(), t, next_acceleration_);
  report.particle = first_not_finite(next_acceleration_);
  if (report.particle < 0) return;
  report.velocity.converged = false;
  report.velocity.failure = SolveFailure::not_finite;
}

void Stepper::take_acceleration(const Vec3* position, double t, std::vector<Vec3>& a) {
  forces_.evaluate(position, t, a.data(), force_workspace_, &blocks_.team());
  const double* w = model_.inverse_masses().data();
  for (std::size_t i = 0; i < a.size(); ++i) a[i] *= w[i];
}

// v' = M(v* − W Bᵀ μ): corrections of μ with the factor of A until they no longer help; each gains a factor near h c /
// m.
SolveReport Stepper::project_damped(const State& state, double h) {
  constexpr int most_corrections = 1000;
  double before = std::numeric_limits<double>::infinity();
  undamped_ = u_;  // v* − W Bᵀ μ so far
  for (int iteration = 0;; ++iteration) {
    u_ = undamped_;
    forces_.damp(position_.data(), u_.data(), 0.5 * h, ForceField::Order::backward);
    SolveReport report = constraints_.velocity_violation(u_.data(), h);
    report.iterations = iteration;
    // Stiff damping gains little at a time, but it gains.
    const bool met = report.max_violation <= tolerance_;
    if (!(report.max_violation < (met ? 0.5 : 0.99) * before) || iteration == most_corrections) {
      for (std::size_t i = 0; i < u_.size(); ++i) dv_[i] = (u_[i] - state.velocity[i]) - state.velocity_low[i];
      report.converged = report.max_violation <= tolerance_;
      if (!report.converged) report.failure = SolveFailure::not_converged;
      return report;
    }
    before = report.max_violation;
    const SolveReport solve = constraints_.solve_velocities(u_.data(), undamped_.data(), h);
    if (!solve.converged) return solve;
  }
}

// v' = v + dv
void Stepper::take_velocity(const Block& block, const std::vector<Vec3>& v, const std::vector<Vec3>& v_low) {
  const std::size_t k = block.begin;
  loops_.compensated_step(block.count, 1.0, flat(dv_) + k, flat(v) + k, flat(v_low) + k, flat(velocity_) + k,
                          flat(velocity_low_) + k);
  for (std::size_t path : block.driven) {
    velocity_[model_.driven()[path].particle] = driven_velocity_[path];
    velocity_low_[model_.driven()[path].particle] = {};
  }
}

// What the stage reached becomes the state.
void Stepper::commit(State& state) {
  std::swap(state.position, position_);
  std::swap(state.position_low, position_low_);
  std::swap(state.velocity, velocity_);
  std::swap(state.velocity_low, velocity_low_);
  if (!constant_forces_) std::swap(acceleration_, next_acceleration_);
}

SolveReport Stepper::prepare(const State& state) {
  position_ = state.position;  // the loops leave out what is fixed
  position_low_ = state.position_low;
  velocity_ = state.velocity;
  velocity_low_ = state.velocity_low;
  joints_taken_ = false;
  prepared_for_ = state.time;
  take_acceleration(state.position.data(), state.time, acceleration_);
  const SolveReport report = constraints_.linearise({state.position.data(), state.position_low.data(), state.time});
  if (constant_forces_)
    for (const Block& block : blocks_.each())
      for (WholeStage* stage : block.stages)
        stage->prepare(acceleration_.data(), position_.data(), position_low_.data());
  return report;
}

void Stepper::add_to_moving(const std::vector<Vec3>& change, std::vector<Vec3>& to, std::vector<Vec3>& to_low) const {
  const std::size_t k = blocks_.all().begin;
  compensated_add(blocks_.all().count, flat(change) + k, flat(to) + k, flat(to_low) + k);
}

// From far off one linearisation may not reach the manifold along its gradients: take them anew where it got to.
SolveReport Stepper::project_positions(State& state) {
  constexpr int most = 20;
  SolveReport report;
  for (int round = 0; round < most; ++round) {
    report = prepare(state);
    if (!report.converged) return report;
    std::fill(u_.begin(), u_.end(), Vec3{});
    constraints_.forget(Ahead::far);
    report = constraints_.solve_positions(u_.data(), dv_.data(), 1.0, state.time);
    if (report.failure == SolveFailure::not_finite) return report;
    add_to_moving(u_, state.position, state.position_low);
    if (report.converged) break;
  }
  constraints_.forget();
  return report;
}

SolveReport Stepper::project_velocities(State& state, double h) {
  std::fill(dv_.begin(), dv_.end(), Vec3{});
  const SolveReport report = constraints_.solve_velocities(state.velocity.data(), dv_.data(), h);
  add_to_moving(dv_, state.velocity, state.velocity_low);
  return report;
}

double Stepper::potential_energy(const State& state) {
  return forces_.potential_energy(state.position.data(), state.time, force_workspace_);
}

}  // namespace taut
