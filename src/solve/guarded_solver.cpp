#include "solve/guarded_solver.hpp"

#include <algorithm>

#include "solve/limits.hpp"
#include "solve/semidefinite_solver.hpp"

namespace taut {
namespace {

// Positions that were solved to the tolerance, measured by the gradients of the start, are off by this many times as
// much, measured by those of the end: gradients vanish there.
constexpr double vanishing = 30.0;

class GuardedSolver final : public Solver {
 public:
  GuardedSolver(const Model& model, Component all, const SolverOptions& options, std::unique_ptr<Solver> fast)
      : Solver(all.rows),
        model_(model),
        all_(std::move(all)),
        options_(options),
        fast_(std::move(fast)),
        active_(fast_.get()) {}

  SolveReport linearise(const Configuration& at) override {
    if (!always_careful_) {
      const SolveReport report = fast_->linearise(at);
      if (is_good(report)) return use_fast(report);
    }
    return use_careful(at);
  }
  SolveReport project_velocities(const Configuration& at, const Vec3* v, Vec3* dv, double h) override {
    SolveReport report = linearise(at);
    if (report.converged && report.max_violation > vanishing * all_.tolerance && active_ == fast_.get()) {
      report.converged = false;
      report.failure = SolveFailure::not_converged;
    }
    return report.converged ? active_->solve_velocities(v, dv, h) : report;
  }

  SolveReport solve_positions(Vec3* u, Vec3* dv, double h, double end_time) override {
    return active_->solve_positions(u, dv, h, end_time);
  }
  bool failed(std::size_t component) const override { return active_->failed(component); }
  SolveReport solve_velocities(const Vec3* v, Vec3* dv, double h) override {
    return active_->solve_velocities(v, dv, h);
  }
  void apply_jacobian(const Vec3* x, double* out) const override { active_->apply_jacobian(x, out); }
  void add_time_derivative(double* out) const override { active_->add_time_derivative(out); }
  void add_acceleration_terms(const Vec3* v, double* out) override { active_->add_acceleration_terms(v, out); }
  SolveReport solve(double* x, double h) override { return active_->solve(x, h); }
  void subtract_impulse(const double* x, Vec3* dv) const override { active_->subtract_impulse(x, dv); }
  double defect(std::size_t row) const override { return active_->defect(row); }
  double velocity_measure(std::size_t row) const override { return active_->velocity_measure(row); }
  double force_per_multiplier(std::size_t row) const override { return active_->force_per_multiplier(row); }
  double margin() const override { return active_->margin(); }
  // The one that was linearised at both configurations.
  RowChanges changes() const override { return always_careful_ ? active_->changes() : fast_->changes(); }

  std::size_t memory_size() const override { return fast_->memory_size(); }
  void save(std::vector<double>& memory) const override { fast_->save(memory); }
  void restore(std::span<const double> memory) override { fast_->restore(memory); }
  int useful_threads() const override { return fast_->useful_threads(); }
  void work_with(ThreadTeam& team) override { fast_->work_with(team); }
  void forget(Ahead ahead) override {
    fast_->forget(ahead);
    if (careful_) careful_->forget(ahead);
    ahead_of_careful_ = ahead;
  }
  void be_careful(bool always) override { always_careful_ = always; }

 private:
  bool is_good(const SolveReport& report) const {
    if (report.failure == SolveFailure::not_finite) return true;  // the other would not know better
    return report.converged && fast_->margin() > near_singular;
  }
  SolveReport use_fast(const SolveReport& report) {
    active_ = fast_.get();
    return report;
  }
  SolveReport use_careful(const Configuration& at) {
    if (!careful_) careful_ = make_semidefinite_solver(model_, all_, options_);  // most systems never need it
    active_ = careful_.get();
    careful_->forget(ahead_of_careful_);
    fast_->forget(ahead_of_careful_);  // multipliers are not smooth here
    return careful_->linearise(at);
  }

  const Model& model_;
  Component all_;
  SolverOptions options_;
  std::unique_ptr<Solver> fast_, careful_;
  Solver* active_;
  bool always_careful_ = false;
  Ahead ahead_of_careful_ = Ahead::near;
};

// One component for the rows of all, in the solver's order.
Component joined(std::span<const Component* const> components, const Solver& fast) {
  Component all = *components.front();
  all.dependent.clear();  // these are left out
  all.rows.assign(fast.rows().begin(), fast.rows().end());
  for (const Component* one : components.subspan(1)) {
    all.particles.insert(all.particles.end(), one->particles.begin(), one->particles.end());
    all.tolerance = std::min(all.tolerance, one->tolerance);
    all.size = std::max(all.size, one->size);
  }
  return all;
}

}  // namespace

std::unique_ptr<Solver> guard(const Model& model, std::span<const Component* const> components,
                              const SolverOptions& options, std::unique_ptr<Solver> fast) {
  Component all = joined(components, *fast);
  return std::make_unique<GuardedSolver>(model, std::move(all), options, std::move(fast));
}

}  // namespace taut
