#include "dynamics/equilibrium.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/largest_norm.hpp"
#include "base/packed.hpp"
#include "solve/curvature.hpp"

namespace taut {
namespace {

constexpr int most_iterations = 500;
constexpr double balanced = 1e-9;  // of the force, what may be left of it
constexpr double nearby = 1e-6;    // of the extent: there Newton's method converges on its own

// mu: none as long as steps lead downhill.
class Damping {
 public:
  explicit Damping(double first) : first_(first) {}

  double mu() const { return mu_; }
  bool is_hopeless() const { return mu_ > 1e12 * first_; }
  void adapt(bool downhill) {
    if (!downhill)
      mu_ = std::max(first_, factor * mu_);
    else
      mu_ = mu_ < 1e-2 * first_ ? 0.0 : mu_ / factor;
  }

 private:
  static constexpr double factor = 8.0;
  double first_, mu_ = 0.0;
};

// Of the system and its place: a length to measure steps by.
double extent_of(const State& state, const Plan& plan) {
  double extent = largest_norm(state.position);
  for (const Component& component : plan.components()) extent = std::max(extent, component.size);
  return extent > 0.0 ? extent : 1.0;
}

Configuration configuration(const State& state) {
  return {state.position.data(), state.position_low.data(), state.time};
}

StageReport failed(StageReport report, SolveFailure failure) {
  report.position.converged = false;
  report.position.failure = failure;
  return report;
}

// Whatever was free on the way.
StageReport done(StageReport report) {
  report.particle = -1;
  return report;
}

}  // namespace

Equilibrium::Equilibrium(const Model& model, const ForceField& forces, const Plan& plan, Stepper& stepper)
    : model_(model), forces_(forces), plan_(plan), stepper_(stepper), tolerance_(std::max(plan.tolerance(), 1e-15)) {
  for (const Component& component : plan.components())
    rows_.insert(rows_.end(), component.rows.begin(), component.rows.end());
  force_.resize(static_cast<std::size_t>(model.size()));
  lambda_.resize(static_cast<std::size_t>(model.row_count()));
  x_ = rest_ = force_;
}

StageReport Equilibrium::find(State& state) {
  StageReport report;
  report.position = look_at(state);
  if (!report.ok()) report.particle = first_not_finite(stepper_.acceleration());
  extent_ = extent_of(state, plan_);
  strongest_ = largest_norm(stepper_.acceleration());
  Damping damping(largest_norm(force_) / extent_);
  double before = std::numeric_limits<double>::infinity();
  while (report.ok() && !damping.is_hopeless() && report.position.iterations < most_iterations) {
    const Saddle saddle = newton_matrix(state, damping.mu());
    const bool free = !saddle.solvable() || !saddle.free_motions().empty();
    if (free) report.particle = freest(saddle);
    const double length = saddle.solvable() ? step_length(saddle) : 0.0;
    const bool arrived = damping.mu() == 0.0 && (length <= tolerance_ || (length <= nearby && length > 0.5 * before));
    if (arrived && free && is_balanced()) return failed(report, SolveFailure::free_motion);
    const bool downhill = saddle.solvable() && !(arrived && free) && improve(state, length);
    if (arrived && !free) return done(report);
    damping.adapt(downhill);
    before = length;
    ++report.position.iterations;
  }
  return report.ok() ? failed(report, SolveFailure::no_equilibrium) : report;
}

// Of the step x that it asks for, over the extent.
double Equilibrium::step_length(const Saddle& saddle) {
  saddle.solve(force_.data(), {}, x_.data(), nullptr);
  return largest_norm(x_) / extent_;
}

// Forces, and the multipliers that balance them best in the measure of W: exact ones at an equilibrium.
SolveReport Equilibrium::look_at(const State& state) {
  if (const SolveReport report = stepper_.prepare(state); !report.converged) return report;
  const std::vector<Vec3>& a = stepper_.acceleration();
  if (first_not_finite(a) >= 0) return {.converged = false, .failure = SolveFailure::not_finite};
  for (std::size_t i = 0; i < a.size(); ++i)
    force_[i] = model_.inverse_masses()[i] > 0.0 ? model_.masses()[i] * a[i] : Vec3{};
  const auto right = [&](const Solver& solver, double* x) { solver.apply_jacobian(a.data(), x); };
  rest_ = a;
  static_cast<void>(stepper_.constraints().subtract_impulses(1.0, rest_.data(), right));
  return stepper_.constraints().multipliers(1.0, lambda_, right);
}

double Equilibrium::merit(const State& state) {
  return forces_.has_formula_forces() ? largest_norm(rest_) : stepper_.potential_energy(state);
}

Saddle Equilibrium::newton_matrix(const State& state, double mu) const {
  std::vector<MatrixEntry> entries = forces_.stiffness(state.position.data(), state.time, stepper_.force_workspace());
  const std::vector<MatrixEntry> tension = curvature(model_, lambda_, configuration(state));
  entries.insert(entries.end(), tension.begin(), tension.end());
  for (std::int32_t k = 0; mu > 0.0 && k < 3 * model_.size(); ++k) entries.push_back({k, k, mu});
  const auto symmetry = forces_.has_formula_forces() ? Saddle::Symmetry::unsymmetric : Saddle::Symmetry::symmetric;
  return {model_, rows_, entries, symmetry, configuration(state)};
}

bool Equilibrium::is_balanced() const { return largest_norm(rest_) <= balanced * strongest_; }

// Takes the step x where it leads downhill, or close by.
bool Equilibrium::improve(State& state, double length) {
  const double before = merit(state);
  trial_ = state;
  compensated_add(3 * x_.size(), flat(x_), flat(trial_.position), flat(trial_.position_low));
  const bool better = stepper_.project_positions(trial_).converged && look_at(trial_).converged &&
                      (length <= nearby || merit(trial_) < before);
  if (better)
    std::swap(state, trial_);
  else
    static_cast<void>(look_at(state));  // it could be looked at before
  return better;
}

// The particle that free motions move most, or that is pushed most where there is no telling them.
std::int32_t Equilibrium::freest(const Saddle& saddle) const {
  std::vector<double> moved(x_.size(), 0.0);
  for (const std::vector<Vec3>& motion : saddle.free_motions())
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += dot(motion[i], motion[i]);
  for (std::size_t i = 0; i < moved.size() && saddle.free_motions().empty(); ++i)
    moved[i] = model_.inverse_masses()[i] > 0.0 ? norm(rest_[i]) + std::numeric_limits<double>::min() : 0.0;
  return static_cast<std::int32_t>(std::max_element(moved.begin(), moved.end()) - moved.begin());
}

}  // namespace taut
