#include "dynamics/halved_stages.hpp"

#include <algorithm>
#include <cmath>

namespace taut {

StepReport HalvedStages::take_step(State& state, double begin, double end, double h, int halvings) {
  StepReport report;
  report.smallest_step = std::abs(h);
  report.time = end;
  double offset = 0.0;
  for (std::size_t stage = 0; stage < weights_.size(); ++stage) {
    const double weight = weights_[stage];
    offset += weight;
    const bool last = stage + 1 == weights_.size();  // its end is the step's, to the last bit
    if (!take(state, last ? end : begin + offset * h, weight * h, halvings, report)) break;
  }
  return report;
}

// One stage that ends at t, or two of half the length where it cannot be solved.
bool HalvedStages::take(State& state, double t, double h, int halvings, StepReport& report) {
  const StageReport done = motion_->stage(state, t, h);
  if (done.ok()) {
    include(report.position, done.position);
    include(report.velocity, done.velocity);
    report.moves += done.moves;
    report.rejected += done.rejected;
    return carry_on(state, t, h, report);
  }
  if (halvings > 0) return halve(state, t, h, halvings - 1, report);
  if (rescue(state, t, h, done, report)) return true;
  report.position = done.position;
  report.velocity = done.velocity;
  report.particle = done.particle;
  report.time = t - h;
  return false;
}

bool HalvedStages::halve(State& state, double t, double h, int halvings, StepReport& report) {
  before_halving(state, report);
  report.subdivided = true;
  report.smallest_step = std::min(report.smallest_step, std::abs(0.5 * h));
  stepper().forget();
  state.time = t - h;
  if (const SolveReport ready = stepper().prepare(state); !is_ready(ready)) {
    report.position = ready;
    report.time = t - h;
    return false;
  }
  return take(state, t - 0.5 * h, 0.5 * h, halvings, report) && take(state, t, 0.5 * h, halvings, report);
}

bool HalvedStages::carry_on(const State&, double, double, StepReport&) { return true; }
void HalvedStages::before_halving(const State&, const StepReport&) {}
bool HalvedStages::rescue(State&, double, double, const StageReport&, StepReport&) { return false; }

}  // namespace taut
