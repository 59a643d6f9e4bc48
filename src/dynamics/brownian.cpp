#include "dynamics/brownian.hpp"

#include <cmath>

namespace taut {
namespace {

// Whether the drags are the masses, up to a factor: then both have the same measure.
bool are_proportional(const Model& drags, const Model& masses) {
  double ratio = 0.0;
  for (std::size_t i = 0; i < masses.inverse_masses().size(); ++i) {
    if (masses.inverse_masses()[i] == 0.0) continue;
    const double here = drags.inverse_masses()[i] * masses.masses()[i];
    if (ratio == 0.0) ratio = here;
    if (std::abs(here - ratio) > 1e-14 * ratio) return false;
  }
  return true;
}

}  // namespace

Brownian::Brownian(const Model& model, const ForceField& forces, const Plan& plan, const IntegratorOptions& options)
    : Brownian(std::make_unique<const Model>(model.with_masses(forces.drags())), model, forces, plan, options) {}

Brownian::Brownian(std::unique_ptr<const Model> drags, const Model& masses, const ForceField& forces, const Plan& plan,
                   const IntegratorOptions& options)
    : Motion(*drags, forces, plan, options.threads),
      drags_(std::move(drags)),
      temperature_(options.temperature),
      noise_(model_, options.seed),
      move_(model_, plan, stepper_),
      force_(model_, forces, plan, options.temperature, stepper_.force_workspace()),
      deviation_(static_cast<std::size_t>(model_.size())),
      end_(initial_state(model_)) {
  if (options.measure == Measure::uniform) {
    force_.measure().add(model_, 1.0);
  } else if (!are_proportional(model_, masses)) {
    force_.measure().add(model_, 1.0);
    force_.measure().add(masses, -1.0);
  }
}

StageReport Brownian::stage(State& state, double t, double h) {
  StageReport report;
  const std::vector<Vec3>& pull = force_.at(state, report);
  if (!report.ok()) return report;
  take_deviations(h);
  const GaussianDraw draw = noise_.next(state);
  std::vector<Vec3>& u = move_.velocity();  // the displacement
  move_.begin();
  end_ = state;
  stepper_.blocks().for_each(report, [&](const Block& block, StageReport& here) {
    const std::size_t begin = block.begin / 3, end = begin + block.count / 3;
    noise_.fill(draw, begin, end, deviation_, u);
    for (std::size_t i = begin; i < end; ++i) u[i] += h * pull[i];
    move_.move(block, end_, 1.0, here.position);
  });
  if (!report.ok()) return report;
  move_.take(end_);
  end_.time = t;
  std::swap(state, end_);
  return report;
}

void Brownian::take_deviations(double h) {
  if (h == step_) return;
  step_ = h;
  for (std::size_t i = 0; i < deviation_.size(); ++i)
    deviation_[i] = std::sqrt(2.0 * temperature_ * h * model_.inverse_masses()[i]);
}

// There are no velocities.
StageReport Brownian::begin(State& state, double /*h*/) {
  rest(state);
  return {};
}

}  // namespace taut
