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
// keeps order two.
#include "dynamics/stepper.hpp"

#include <algorithm>
#include <limits>

#include "base/exact.hpp"

namespace taut {
namespace {

double largest_norm(const std::vector<Vec3>& vectors) {
  double largest = 0.0;
  for (const Vec3& v : vectors) largest = std::max(largest, norm(v));
  return largest;
}

}  // namespace

Stepper::Stepper(const Model& model, const ForceField& forces, const Plan& plan)
    : model_(model),
      forces_(forces),
      plan_(plan),
      constraints_(model, plan),
      fields_(model),
      driven_(model),
      tolerance_(plan.tolerance()),
      constant_forces_(!forces.depends_on_state()),
      damped_(forces.has_damping()),
      scratch_(forces.scratch_size()) {
  const auto n = static_cast<std::size_t>(model.size());
  for (std::vector<Vec3>* array :
       {&acceleration_, &next_acceleration_, &u_, &dv_, &undamped_, &position_, &position_low_, &half_, &half_low_})
    array->assign(n, Vec3{});
  for (const Component& component : plan.components())
    if (!component.dependent.empty()) sharing_.emplace_back(model, component, fields_);
  const std::vector<double>& w = model.inverse_masses();
  const auto moves = [](double weight) { return weight > 0.0; };
  const auto first = std::find_if(w.begin(), w.end(), moves);
  const auto last = std::find_if(w.rbegin(), w.rend(), moves).base();
  offset_ = 3 * static_cast<std::size_t>(first - w.begin());
  coordinates_ = first < last ? 3 * static_cast<std::size_t>(last - first) : 0;
}

// Flattened: a small system spends a good part of a step in calls.
[[gnu::flatten]] Stepper::StageReport Stepper::rattle(State& state, double t, double h) {
  StageReport report;
  begin_kick(state, 0.5 * h);
  report.position = constrain(state, t, h);
  if (report.position.converged) complete(state, t, h, End::regular, report);
  return report;
}

// From r' on.
void Stepper::complete(State& state, double t, double h, End end, StageReport& report) {
  drift(state, t, h);
  accelerate(t, report);
  if (!report.ok()) return;
  further_kick(coordinates_, 0.5 * h, moving(acceleration_there()), moving(state.velocity), moving(dv_), moving(u_));
  report.velocity = project(state, t, h, end);
  if (report.velocity.converged) commit(state, t);
}

Stepper::StageReport Stepper::pass(State& state, double t, double h) {
  StageReport report;
  half_step_ = 0.0;
  begin_kick(state, 0.5 * h);
  report.position = constrain_ahead(state, t, h);
  if (report.position.converged) complete(state, t, h, End::any, report);
  return report;
}

// The same map in positions only: the velocity at the half step, (r' − r)/h, is carried from step to step, and
// v' = P(r')((r' − r)/h + (h/2) W f(r')) is recovered from it. The first step starts from v.
Stepper::StageReport Stepper::shake(State& state, double t, double h) {
  StageReport report;
  const bool first = half_step_ != h;
  if (first) half_ = state.velocity, half_low_ = state.velocity_low;
  half_step_ = 0.0;
  first_kick(coordinates_, first ? 0.5 * h : h, moving(acceleration_), moving(half_), moving(dv_), moving(u_));
  report.position = constrain(state, t, h);
  if (!report.position.converged) return report;
  drift(state, t, h);
  compensated_add(coordinates_, moving(dv_), moving(half_), moving(half_low_));
  accelerate(t, report);
  if (!report.ok()) return report;
  first_kick(coordinates_, 0.5 * h, moving(acceleration_there()), moving(half_), moving(dv_), moving(u_));
  report.velocity = project(state, t, h, End::regular);
  if (!report.velocity.converged) return report;
  state.velocity = half_, state.velocity_low = half_low_;
  commit(state, t);
  half_step_ = h;
  return report;
}

// v½ = v + (h/2) W f, after half of the damping where there is some
void Stepper::begin_kick(const State& state, double h) {
  if (!damped_)
    return first_kick(coordinates_, h, moving(acceleration_), moving(state.velocity), moving(dv_), moving(u_));
  damp(state, h);
  further_kick(coordinates_, h, moving(acceleration_), moving(state.velocity), moving(dv_), moving(u_));
}

void Stepper::damp(const State& state, double h) {
  u_ = state.velocity;
  forces_.damp(state.position.data(), u_.data(), h, ForceField::Order::forward);
  for (std::size_t i = 0; i < u_.size(); ++i) dv_[i] = u_[i] - state.velocity[i];
}

// λ, and v½ −= W Bᵀ λ
SolveReport Stepper::constrain(const State& state, double t, double h) {
  if (singular_row_ >= 0) return singular_here();
  take_driven(state, t, h);
  return constraints_.solve_positions(u_.data(), dv_.data(), h, t);
}

void Stepper::note_singular(const SolveReport& report) {
  singular_row_ = report.failure == SolveFailure::singular ? report.worst_row : -1;
}

SolveReport Stepper::singular_here() const {
  return {.converged = false, .failure = SolveFailure::singular, .worst_row = singular_row_};
}

void Stepper::take_driven(const State& state, double t, double h) {
  for (const DrivenPath& path : model_.driven())
    u_[path.particle] = (1.0 / h) * (driven_.position(path, t) - state.position[path.particle]);
}

// The same with the gradient at r*, beyond the configuration that has none. It is not symmetric in time, but this is
// one short stage. Two branches may meet there: the motion goes on along its own when the impulse is small, as that of
// a short stage is; a large one means that the constraints stop the motion.
SolveReport Stepper::constrain_ahead(const State& state, double t, double h) {
  constexpr double largest_impulse = 0.1;  // of the speed
  take_driven(state, t, h);
  for (std::size_t i = 0; i < u_.size(); ++i) position_[i] = state.position[i] + h * u_[i];
  position_low_ = state.position_low;
  SolveReport report = constraints_.linearise({position_.data(), position_low_.data(), t});
  if (!report.converged) return report;
  constraints_.forget();
  std::fill(undamped_.begin(), undamped_.end(), Vec3{});
  report = constraints_.solve_positions(undamped_.data(), dv_.data(), h, t);
  if (report.converged && largest_norm(undamped_) > largest_impulse * largest_norm(u_)) {
    report.converged = false;
    report.failure = SolveFailure::singular;
  }
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] += undamped_[i];
  return report;
}

// r' = r + h u
void Stepper::drift(const State& state, double t, double h) {
  compensated_drift(coordinates_, h, moving(u_), moving(state.position), moving(state.position_low), moving(position_),
                    moving(position_low_));
  for (const DrivenPath& path : model_.driven()) {
    position_[path.particle] = driven_.position(path, t);
    position_low_[path.particle] = {};
  }
}

// f(r'), refused where it is not a number
void Stepper::accelerate(double t, StageReport& report) {
  for (const DrivenPath& path : model_.driven())
    if (!is_finite(position_[path.particle]) || !is_finite(driven_.velocity(path, t))) report.particle = path.particle;
  if (!constant_forces_) {
    take_acceleration(position_.data(), t, next_acceleration_);
    report.particle = std::max(report.particle, first_not_finite(next_acceleration_));
  }
  if (report.particle < 0) return;
  report.velocity.converged = false;
  report.velocity.failure = SolveFailure::not_finite;
}

void Stepper::take_acceleration(const Vec3* position, double t, std::vector<Vec3>& a) {
  forces_.evaluate(position, t, a.data(), scratch_.data());
  const double* w = model_.inverse_masses().data();
  for (std::size_t i = 0; i < a.size(); ++i) a[i] *= w[i];
}

// v' = v* − W B(r')ᵀ μ
SolveReport Stepper::project(const State& state, double t, double h, End end) {
  const Configuration there = {position_.data(), position_low_.data(), t};
  for (const DrivenPath& path : model_.driven()) u_[path.particle] = driven_.velocity(path, t);
  if (!damped_) return project_undamped(there, h, end);
  const SolveReport report = constraints_.linearise(there);
  note_singular(report);
  return report.converged ? project_damped(state, h) : report;
}

SolveReport Stepper::project_undamped(const Configuration& there, double h, End end) {
  if (end == End::any) undamped_ = dv_;
  SolveReport report = constraints_.project_velocities(there, u_.data(), dv_.data(), h);
  note_singular(report);
  if (singular_row_ >= 0 && end == End::any) {
    if (!singular_projection_) singular_projection_.emplace(model_, plan_);
    dv_ = undamped_;
    singular_projection_->project(there, u_.data(), dv_.data());
    report = {};
  }
  return report;
}

// v' = M(v* − W Bᵀ μ): corrections of μ with the factor of A until they no longer help; each gains a factor near h c /
// m.
SolveReport Stepper::project_damped(const State& state, double h) {
  double before = std::numeric_limits<double>::infinity();
  undamped_ = u_;  // v* − W Bᵀ μ so far
  for (int iteration = 0;; ++iteration) {
    u_ = undamped_;
    forces_.damp(position_.data(), u_.data(), 0.5 * h, ForceField::Order::backward);
    SolveReport report = constraints_.velocity_violation(u_.data(), h);
    report.iterations = iteration;
    if (!(report.max_violation < 0.5 * before)) {
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

// v' = v + dv, and the workspace's positions become the state's
void Stepper::commit(State& state, double t) {
  std::swap(state.position, position_);
  std::swap(state.position_low, position_low_);
  if (!constant_forces_) std::swap(acceleration_, next_acceleration_);
  compensated_add(coordinates_, moving(dv_), moving(state.velocity), moving(state.velocity_low));
  for (const DrivenPath& path : model_.driven()) {
    state.velocity[path.particle] = driven_.velocity(path, t);
    state.velocity_low[path.particle] = {};
  }
}

SolveReport Stepper::prepare(const State& state) {
  position_ = state.position;  // the loops leave out what is fixed
  position_low_ = state.position_low;
  take_acceleration(state.position.data(), state.time, acceleration_);
  const SolveReport report = constraints_.linearise({state.position.data(), state.position_low.data(), state.time});
  note_singular(report);
  return report;
}

// From far off one linearisation may not reach the manifold along its gradients: take them anew where it got to.
SolveReport Stepper::project_positions(State& state) {
  constexpr int most = 20;
  SolveReport report;
  for (int round = 0; round < most; ++round) {
    report = prepare(state);
    if (!report.converged) return report;
    std::fill(u_.begin(), u_.end(), Vec3{});
    constraints_.forget();
    report = constraints_.solve_positions(u_.data(), dv_.data(), 1.0, state.time);
    if (report.failure == SolveFailure::not_finite) return report;
    compensated_add(coordinates_, moving(u_), moving(state.position), moving(state.position_low));
    if (report.converged) break;
  }
  constraints_.forget();
  return report;
}

SolveReport Stepper::project_velocities(State& state, double h) {
  std::fill(dv_.begin(), dv_.end(), Vec3{});
  const SolveReport report = constraints_.solve_velocities(state.velocity.data(), dv_.data(), h);
  compensated_add(coordinates_, moving(dv_), moving(state.velocity), moving(state.velocity_low));
  return report;
}

// From the state, not from the step: the step's own multipliers are first order in h only.
SolveReport Stepper::constraint_forces(const State& state, double h, std::span<double> forces) {
  if (singular_row_ >= 0) return singular_here();
  take_acceleration(state.position.data(), state.time, next_acceleration_);
  if (damped_) {
    std::fill(u_.begin(), u_.end(), Vec3{});
    forces_.add_damping(state.position.data(), state.velocity.data(), u_.data());
    for (std::size_t i = 0; i < u_.size(); ++i) next_acceleration_[i] += model_.inverse_masses()[i] * u_[i];
  }
  for (const DrivenPath& path : model_.driven())
    next_acceleration_[path.particle] = driven_.acceleration(path, state.time);
  const SolveReport report =
      constraints_.constraint_forces(next_acceleration_.data(), state.velocity.data(), h, forces);
  for (ForceSharing& sharing : sharing_)
    sharing.share({state.position.data(), state.position_low.data(), state.time}, forces);
  return report;
}

double Stepper::potential_energy(const State& state) {
  return forces_.potential_energy(state.position.data(), state.time, scratch_.data());
}

void Stepper::forget() {
  constraints_.forget();
  half_step_ = 0.0;
}

std::vector<double> Stepper::memory() const {
  std::vector<double> memory = {half_step_};
  if (half_step_ != 0.0)
    for (const std::vector<Vec3>* array : {&half_, &half_low_})
      for (const Vec3& v : *array) memory.insert(memory.end(), {v.x, v.y, v.z});
  const std::vector<double> multipliers = constraints_.memory();
  memory.insert(memory.end(), multipliers.begin(), multipliers.end());
  return memory;
}

bool Stepper::restore(std::span<const double> memory) {
  if (memory.empty()) return false;
  half_step_ = memory[0];
  memory = memory.subspan(1);
  if (half_step_ != 0.0) {
    if (memory.size() < 6 * half_.size()) return false;
    for (std::vector<Vec3>* array : {&half_, &half_low_})
      for (Vec3& v : *array) {
        v = {memory[0], memory[1], memory[2]};
        memory = memory.subspan(3);
      }
  }
  return constraints_.restore(memory);
}

}  // namespace taut
