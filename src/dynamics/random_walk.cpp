#include "dynamics/random_walk.hpp"

#include <cmath>

namespace taut {

RandomWalk::RandomWalk(const Model& model, const ForceField& forces, const Plan& plan, const IntegratorOptions& options)
    : Motion(model, forces, plan, options.threads), noise_(model, options.seed), move_(model, plan, stepper_) {
  for (const double w : model.inverse_masses()) deviation_.push_back(options.kick * std::sqrt(w));
}

StageReport RandomWalk::stage(State& state, double /*t*/, double /*h*/) {
  const GaussianDraw draw = noise_.next(state);
  StageReport report;
  move_.begin();
  stepper_.blocks().for_each(report, [&](const Block& block, StageReport& here) {
    noise_.fill(draw, block.begin / 3, (block.begin + block.count) / 3, deviation_, move_.velocity());
    move_.move(block, state, 1.0, here.position);
  });
  move_.take(state);
  report.moves = moves();
  report.rejected = report.position.converged ? 0 : move_.failures();
  return accepted(report);
}

// There are no velocities.
StageReport RandomWalk::begin(State& state, double /*h*/) {
  rest(state);
  return {};
}

}  // namespace taut
