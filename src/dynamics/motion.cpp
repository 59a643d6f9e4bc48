#include "dynamics/motion.hpp"

#include <algorithm>

#include "dynamics/brownian.hpp"
#include "dynamics/closed_form.hpp"
#include "dynamics/hybrid_monte_carlo.hpp"
#include "dynamics/langevin.hpp"
#include "dynamics/overdamped.hpp"
#include "dynamics/quasistatic.hpp"
#include "dynamics/random_walk.hpp"

namespace taut {
namespace {

class Rattle final : public Motion {
 public:
  using Motion::Motion;
  StageReport stage(State& state, double t, double h) override { return stepper_.rattle(state, t, h); }
  Watch watch() const override { return Watch::rows; }
};

class Shake final : public Motion {
 public:
  using Motion::Motion;
  StageReport stage(State& state, double t, double h) override { return stepper_.shake(state, t, h); }
  Watch watch() const override { return Watch::rows; }
};

}  // namespace

Motion::Motion(const Model& model, const ForceField& forces, const Plan& plan, int threads)
    : model_(model),
      forces_(forces),
      plan_(plan),
      stepper_(model, forces, plan, threads),
      free_(model, forces, stepper_.force_workspace()),
      driven_(model),
      fields_(model),
      acceleration_(static_cast<std::size_t>(model.size())),
      components_(static_cast<std::int64_t>(plan.components().size())) {
  for (const Component& component : plan.components())
    if (!component.dependent.empty() && !component.keeps_all) sharing_.emplace_back(model, component, fields_);
}

StageReport Motion::begin(State& state, double h) {
  StageReport report;
  report.velocity = stepper_.project_velocities(state, h);
  return report;
}

// A lambda = B W f + v'(d2 sigma)v + 2 (dB/dt) v + d2 sigma/dt2 at the state; the multipliers of a step are first order
// in h only.
SolveReport Motion::constraint_forces(const State& state, double h, std::span<double> forces) {
  free_.take(state.position.data(), state.velocity.data(), state.time, acceleration_);
  const auto right = [&](Solver& solver, double* x) {
    solver.apply_jacobian(acceleration_.data(), x);
    solver.add_acceleration_terms(state.velocity.data(), x);
  };
  const SolveReport report = stepper_.constraints().constraint_forces(h, forces, right);
  share(state, forces);
  return report;
}

void Motion::rest(State& state) {
  std::fill(state.velocity.begin(), state.velocity.end(), Vec3{});
  std::fill(state.velocity_low.begin(), state.velocity_low.end(), Vec3{});
}

StageReport Motion::accepted(StageReport report) {
  for (SolveReport* part : {&report.position, &report.velocity})
    if (!part->converged) *part = {.iterations = part->iterations};
  report.particle = -1;
  return report;
}

void Motion::share(const State& state, std::span<double> forces) {
  for (ForceSharing& sharing : sharing_)
    sharing.share({state.position.data(), state.position_low.data(), state.time}, forces);
}

std::unique_ptr<Motion> make_motion(const Model& model, const ForceField& forces, const Plan& plan,
                                    const IntegratorOptions& options) {
  switch (options.method) {
    case IntegratorMethod::shake:
      return std::make_unique<Shake>(model, forces, plan, options.threads);
    case IntegratorMethod::closed_form:
      return std::make_unique<ClosedForm>(model, forces, plan, options);
    case IntegratorMethod::overdamped:
      return std::make_unique<Overdamped>(model, forces, plan, options);
    case IntegratorMethod::quasistatic:
      return std::make_unique<Quasistatic>(model, forces, plan);
    case IntegratorMethod::random_walk:
      return std::make_unique<RandomWalk>(model, forces, plan, options);
    case IntegratorMethod::brownian:
      return std::make_unique<Brownian>(model, forces, plan, options);
    case IntegratorMethod::langevin:
      return std::make_unique<Langevin>(model, forces, plan, options);
    case IntegratorMethod::hmc:
      return std::make_unique<HybridMonteCarlo>(model, forces, plan, options);
    default:
      return std::make_unique<Rattle>(model, forces, plan, options.threads);
  }
}

}  // namespace taut
