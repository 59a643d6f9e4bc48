#include "dynamics/halved_stages.hpp"

#include <algorithm>
#include <cmath>

#include "base/largest_norm.hpp"

namespace taut {
namespace {

void include(StepReport& total, const StageReport& stage) {
  taut::include(total.position, stage.position);
  taut::include(total.velocity, stage.velocity);
  total.moves += stage.moves;
  total.rejected += stage.rejected;
}

// Of the smallest pivot over its diagonal entry: below, a step may turn out to lead past a singular configuration.
constexpr double near = 1e-2;
// Of steps past singular configurations, one after another, the first ones are confirmed, then one in as many.
constexpr int few = 16;

double largest_distance(const State& a, const State& b) {
  double square = 0.0;
  for (std::size_t i = 0; i < a.position.size(); ++i) {
    const Vec3 d = a.position[i] - b.position[i];
    square = std::max(square, dot(d, d));
  }
  return std::sqrt(square);
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
  const Span span = {begin, end, h};
  const bool kept = weights_.size() > 1 || has_others();
  watched_ = keeps_begin_ || stepper().constraints().margin() < near;
  careful_ = false;
  if (kept || watched_) keep(state, Kept::begin);
  if (!attempt(state, span, report)) {
    if (!kept && !watched_) keep(state, Kept::begin);  // one stage that failed left it as it was
    StepReport nothing;
    nothing.smallest_step = std::abs(h);
    if (!recover(state, span, 0, halvings, nothing, report)) {
      static_cast<void>(return_to(Kept::begin, begin, state));  // it was prepared for this state before, and could be
      return report;
    }
  }
  if (!led_past(report))
    passages_ = 0;
  else if (++passages_ <= few || passages_ % few == 0)
    confirm(state, span, report);
  return report;
}

void HalvedStages::reserve(const State& state) {
  kept_.fill(state);
  finer_ = state;
}

// Past a singular configuration the way goes on by inertia. Near one that it just misses it turns sharply, and a step
// that is too long for the turn would jump to a branch that the motion never reaches. So the step is taken again in
// shorter parts: where they lead to the same place it stands, where shorter and shorter ones agree with one another
// they take its place, and where they do not, nothing says how the motion goes on.
void HalvedStages::confirm(State& state, const Span& span, StepReport& report) {
  constexpr double same = 0.02, rounding = 1e-10;  // of the way, of the coordinates
  const double enough = std::max(same * largest_distance(state, kept_[0]), rounding * largest_norm(state.position));
  keep(state, Kept::end);
  const State& end = kept_[static_cast<std::size_t>(Kept::end)];
  bool stands = true;
  for (const int parts : {4, 16}) {
    stands = stands && take_parts(state, span, parts) && largest_distance(state, end) <= enough;
    finer_ = state;
  }
  if (stands) {
    static_cast<void>(return_to(Kept::end, span.end, state));  // it was prepared for this state before, and could be
    return;
  }
  for (const int parts : {64, 256}) {
    if (take_parts(state, span, parts) && largest_distance(state, finer_) <= enough) {
      report.subdivided = report.near_miss = true;
      report.smallest_step = std::min(report.smallest_step, std::abs(span.step) / parts);
      return;
    }
    finer_ = state;
  }
  refuse(state, span, report);
}

bool HalvedStages::take_parts(State& state, const Span& span, int parts) {
  StepReport report;
  stepper().constraints().be_careful(true);
  bool done = return_to(Kept::begin, span.begin, state).converged;
  for (int k = 0; k < parts && done; ++k) {
    const double begin = span.begin + k * (span.step / parts);
    done = attempt(state, {begin, begin + span.step / parts, span.step / parts}, report);
  }
  stepper().constraints().be_careful(false);
  return done;
}

void HalvedStages::refuse(State& state, const Span& span, StepReport& report) {
  const std::int32_t row = report.singular_row >= 0 ? report.singular_row : report.position.worst_row;
  report.position = {.converged = false, .failure = SolveFailure::undecided, .worst_row = row};
  report.time = span.begin;
  static_cast<void>(return_to(Kept::begin, span.begin, state));  // as above
}

// Of one part of the step after the other, only where it begins must be kept: what lies before it is done.
bool HalvedStages::advance(State& state, const Span& span, int depth, int deepest, StepReport& report) {
  const StepReport before = report;
  keep(state, Kept::part);
  return attempt(state, span, report) || recover(state, span, depth, deepest, before, report);
}

// Where the whole, or a part, of a step failed; `before` is what the parts before it reported.
bool HalvedStages::recover(State& state, const Span& span, int depth, int deepest, const StepReport& before,
                           StepReport& report) {
  const Kept from = depth == 0 ? Kept::begin : Kept::part;
  if (attempt_carefully(state, span, from, before, report)) return true;
  if (depth == deepest || !return_to(from, span.begin, state).converged) return false;
  report = before;
  report.subdivided = true;
  report.smallest_step = std::min(report.smallest_step, std::abs(0.5 * span.step));
  const double middle = 0.5 * (span.begin + span.end);
  return advance(state, {span.begin, middle, 0.5 * span.step}, depth + 1, deepest, report) &&
         advance(state, {middle, span.end, 0.5 * span.step}, depth + 1, deepest, report);
}

// The stages in turn. Where one fails, the report is that of the failure.
bool HalvedStages::attempt(State& state, const Span& span, StepReport& report) {
  report.time = span.end;
  double offset = 0.0;
  for (std::size_t stage = 0; stage < weights_.size(); ++stage) {
    const double weight = weights_[stage];
    offset += weight;
    const bool last = stage + 1 == weights_.size();  // its end is the step's, to the last bit
    const double t = last ? span.end : span.begin + offset * span.step;
    const StageReport done = motion_->stage(state, t, weight * span.step);
    if (!done.ok()) {
      report.position = done.position;
      report.velocity = done.velocity;
      report.particle = done.particle;
      report.time = t - weight * span.step;
      return false;
    }
    include(report, done);
    note_singular(report, done, t);
    if (!carry_on(state, t, weight * span.step, report)) return false;
  }
  return true;
}

bool HalvedStages::attempt_carefully(State& state, const Span& span, Kept from, const StepReport& before,
                                     StepReport& report) {
  if (report.particle >= 0 || !stepper().constraints().can_be_careful()) return false;
  report = before;
  stepper().constraints().be_careful(true);
  careful_ = true;
  const bool done = return_to(from, span.begin, state).converged && attempt(state, span, report);
  stepper().constraints().be_careful(false);
  return done;
}

void HalvedStages::keep(const State& state, Kept at) {
  kept_[static_cast<std::size_t>(at)] = state;
  keep_others(at);
}

SolveReport HalvedStages::return_to(Kept at, double time, State& state) {
  state = kept_[static_cast<std::size_t>(at)];
  state.time = time;
  stepper().forget();
  const SolveReport report = stepper().prepare(state);
  put_back_others(state, at);
  return report;
}

bool HalvedStages::carry_on(const State&, double, double, StepReport&) { return true; }

}  // namespace taut
