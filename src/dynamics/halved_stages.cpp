#include "dynamics/halved_stages.hpp"

#include <algorithm>
#include <cmath>

namespace taut {
namespace {

void include(StepReport& total, const StageReport& stage) {
  taut::include(total.position, stage.position);
  taut::include(total.velocity, stage.velocity);
  total.moves += stage.moves;
  total.rejected += stage.rejected;
}

// Of the passages through singular configurations the first one is reported.
void note_singular(StepReport& report, const StageReport& stage, double t) {
  if (report.singular_row >= 0 || stage.position.singular_row < 0) return;
  report.singular_row = stage.position.singular_row;
  report.singular_time = t;
}

}  // namespace

StepReport HalvedStages::take_step(State& state, double begin, double end, double h, int halvings) {
  StepReport report;
  report.smallest_step = std::abs(h);
  report.time = end;
  if (!advance(state, {begin, end, h}, 0, halvings, report))
    static_cast<void>(return_to(Begin::step, begin, state));  // it was prepared for this state before, and could be
  return report;
}

void HalvedStages::reserve(const State& state) {
  for (State& kept : kept_) kept = state;
}

// Of one part of the step after the other, only where it begins must be kept: what lies before it is done.
bool HalvedStages::advance(State& state, const Span& span, int depth, int deepest, StepReport& report) {
  const Begin from = depth == 0 ? Begin::step : Begin::part;
  const bool single = weights_.size() == 1 && !has_others();
  if (!single) keep(state, from);
  if (attempt(state, span, report)) return true;
  if (single) keep(state, from);  // one stage that failed left it as it was
  if (attempt_carefully(state, span, from, report)) return true;
  if (depth == deepest || !return_to(from, span.begin, state).converged) return false;
  report.subdivided = true;
  report.smallest_step = std::min(report.smallest_step, std::abs(0.5 * span.step));
  const double middle = 0.5 * (span.begin + span.end);
  return advance(state, {span.begin, middle, 0.5 * span.step}, depth + 1, deepest, report) &&
         advance(state, {middle, span.end, 0.5 * span.step}, depth + 1, deepest, report);
}

// The stages in turn. What they report counts only if all are solved; otherwise the report is that of the failure.
bool HalvedStages::attempt(State& state, const Span& span, StepReport& report) {
  StepReport whole = report;
  whole.position = report.position.converged ? report.position : SolveReport{};
  whole.velocity = report.velocity.converged ? report.velocity : SolveReport{};
  whole.particle = -1;
  whole.time = span.end;
  double offset = 0.0;
  for (std::size_t stage = 0; stage < weights_.size(); ++stage) {
    const double weight = weights_[stage];
    offset += weight;
    const bool last = stage + 1 == weights_.size();  // its end is the step's, to the last bit
    const double t = last ? span.end : span.begin + offset * span.step;
    const StageReport done = motion_->stage(state, t, weight * span.step);
    if (done.ok()) {
      include(whole, done);
      note_singular(whole, done, t);
      if (carry_on(state, t, weight * span.step, whole)) continue;
      report.velocity = whole.velocity;
      return false;
    }
    report.position = done.position;
    report.velocity = done.velocity;
    report.particle = done.particle;
    report.time = t - weight * span.step;
    return false;
  }
  report = whole;
  return true;
}

bool HalvedStages::attempt_carefully(State& state, const Span& span, Begin from, StepReport& report) {
  if (report.particle >= 0 || !stepper().constraints().can_be_careful()) return false;
  stepper().constraints().be_careful(true);
  const bool done = return_to(from, span.begin, state).converged && attempt(state, span, report);
  stepper().constraints().be_careful(false);
  return done;
}

void HalvedStages::keep(const State& state, Begin of) {
  kept_[static_cast<std::size_t>(of)] = state;
  keep_others(of);
}

SolveReport HalvedStages::return_to(Begin of, double time, State& state) {
  state = kept_[static_cast<std::size_t>(of)];
  state.time = time;
  stepper().forget();
  const SolveReport report = stepper().prepare(state);
  put_back_others(state, of);
  return report;
}

bool HalvedStages::carry_on(const State&, double, double, StepReport&) { return true; }

}  // namespace taut
