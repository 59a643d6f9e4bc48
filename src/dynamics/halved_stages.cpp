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
// Of a velocity that changes within a step: motion with inertia does not do so.
constexpr double leap = 0.5;
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

// The largest change of a velocity, as a part of the largest velocity; zero where nothing moves.
double relative_turn(const State& a, const State& b) {
  double change = 0.0, speed = 0.0;
  for (std::size_t i = 0; i < a.velocity.size(); ++i) {
    const Vec3 d = b.velocity[i] - a.velocity[i];
    change = std::max(change, dot(d, d));
    speed = std::max({speed, dot(a.velocity[i], a.velocity[i]), dot(b.velocity[i], b.velocity[i])});
  }
  return speed > 0.0 ? std::sqrt(change / speed) : 0.0;
}

// Whether velocities change by a good part of themselves; what sets out from rest, or comes to it, does that anyway.
bool leaps(const State& a, const State& b) {
  constexpr double rest = 0.1;
  const double before = largest_norm(a.velocity), after = largest_norm(b.velocity);
  return std::min(before, after) > rest * std::max(before, after) && relative_turn(a, b) > leap;
}

// Of the passages through singular configurations the first one is reported.
void note_singular(StepReport& report, const StageReport& stage, double t) {
  if (report.singular_row >= 0 || stage.position.singular_row < 0) return;
  report.singular_row = stage.position.singular_row;
  report.singular_time = t;
}

}  // namespace

// The stages in turn. Where one fails, the report is that of the failure.
[[gnu::always_inline]] inline bool HalvedStages::attempt(State& state, const Span& span, StepReport& report) {
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
    if (looks_at_rows_ && !look_at_rows(t - weight * span.step, report)) return false;
    include(report, done);
    note_singular(report, done, t);
    if (!carry_on(state, t, weight * span.step, report)) return false;
  }
  return true;
}

StepReport HalvedStages::take_step(State& state, double begin, double end, double h, int halvings) {
  StepReport report;
  report.smallest_step = std::abs(h);
  report.time = end;
  const Span span = {begin, end, h};
  if (!motion_->model().driven().empty() && path_jumps(state, span, report)) return report;
  const bool kept = weights_.size() > 1 || has_others();
  watched_ = keeps_begin_ || stepper().constraints().margin() < near;
  careful_ = false;
  turned_row_ = -1;
  if (kept || watched_) keep(state, Kept::begin);
  if (!attempt(state, span, report)) {
    if (!kept && !watched_) keep(state, Kept::begin);  // one stage that failed left it as it was
    if (!try_again(state, span, halvings, report)) return report;
  }
  if (turned_row_ >= 0 || careful_ || report.singular_row >= 0 || compares_ends() || leapt(state, h))
    confirm_if_doubtful(state, span, report);
  else
    passages_ = 0;
  return report;
}

// Whether velocities changed all at once, where the constraints may be singular somewhere and the begin is known; with
// inertia, by more than forces do in the step.
bool HalvedStages::leapt(const State& state, double step) {
  constexpr double most = 4.0, rounding = 1e-10;
  const bool inert = watch_ == Motion::Watch::rows && weights_.size() > 1;
  if (!(inert || watch_ == Motion::Watch::leaps) || !stepper().constraints().can_be_careful()) return false;
  if (!leaps(kept_[0], state)) return false;
  const double change = relative_turn(kept_[0], state) * largest_norm(state.velocity);
  if (change * std::abs(step) <= rounding * largest_norm(state.position)) return false;  // nothing moves
  return !inert || change > most * std::abs(step) * largest_norm(stepper().acceleration());
}

bool HalvedStages::path_jumps(const State& state, const Span& span, StepReport& report) {
  report.particle = path_that_jumps(state, span);
  if (report.particle < 0) return false;
  report.position = {.converged = false, .failure = SolveFailure::jumped};
  report.time = span.begin;
  return true;
}

bool HalvedStages::try_again(State& state, const Span& span, int halvings, StepReport& report) {
  spent_ = 0.0;
  StepReport nothing;
  nothing.smallest_step = std::abs(span.step);
  if (recover(state, span, 0, halvings, nothing, report)) return true;
  static_cast<void>(return_to(Kept::begin, span.begin, state));  // it was prepared for this state before, and could be
  return false;
}

// At a step that may have led past a singular configuration, or to another branch.
void HalvedStages::confirm_if_doubtful(State& state, const Span& span, StepReport& report) {
  if (!is_doubtful(state, span, report))
    passages_ = 0;
  else if (++passages_ <= few || passages_ % few == 0)
    confirm(state, span, report);
  if (report.ok() && (careful_ || report.near_miss)) begin_afresh(state, span.end);
}

// The next step begins as one that is resumed here does: with the solvers for regular configurations, where they serve.
void HalvedStages::begin_afresh(State& state, double time) {
  state.time = time;
  stepper().forget();
  static_cast<void>(stepper().prepare(state));  // it was prepared for this state before, and could be
}

void HalvedStages::reserve(const State& state) {
  kept_.fill(state);
  coarser_ = finer_ = before_part_ = state;
}

// Whether the step may have come to a branch of the constraints that the motion does not lead to.
bool HalvedStages::is_doubtful(const State& state, const Span& span, const StepReport& report) {
  doubtful_row_ = turned_row_;
  if (compares_ends()) {
    branches().take(kept_[0], span.begin);
    doubtful_row_ = branches().changed(state, span.end);
  }
  if (doubtful_row_ < 0 && leapt(state, span.step)) doubtful_row_ = std::max(0, report.position.worst_row);
  return doubtful_row_ >= 0 || led_past(report);
}

// Of a driven particle that goes farther within the step than its velocities there say.
std::int32_t HalvedStages::path_that_jumps(const State& state, const Span& span) {
  constexpr double most = 4.0, rounding = 1e-9;
  for (const DrivenPath& path : motion_->model().driven()) {
    const Vec3& from = state.position[static_cast<std::size_t>(path.particle)];
    const Vec3 to = driven_.position(path, span.end);
    double fastest = norm(state.velocity[static_cast<std::size_t>(path.particle)]);
    const auto is_fast_enough = [&](double part) {
      fastest = std::max(fastest, norm(driven_.velocity(path, span.begin + part * span.step)));
      return !(norm(to - from) > most * fastest * std::abs(span.step) + rounding * (norm(to) + norm(from)));
    };
    if (!is_fast_enough(1.0) && !is_fast_enough(0.5) && !is_fast_enough(0.25) && !is_fast_enough(0.75))
      return path.particle;
  }
  return -1;
}

BranchWatch& HalvedStages::branches() {
  if (!branches_) branches_ = std::make_unique<BranchWatch>(motion_->model(), motion_->plan());  // few motions need it
  return *branches_;
}

// Rows that have branches of their own, after a stage.
bool HalvedStages::look_at_rows(double t, StepReport& report) {
  const RowChanges changes = stepper().constraints().changes();
  if (changes.turned >= 0) turned_row_ = changes.turned;
  if (changes.jumped < 0) return true;
  report.position = {.converged = false, .failure = SolveFailure::jumped, .worst_row = changes.jumped};
  report.time = t;
  return false;
}

// Past a singular configuration the way goes on by inertia. Near one that it just misses it turns sharply, and a step
// that is too long for the turn would jump to a branch that the motion never reaches. So the step is taken again in
// shorter parts: where they lead to the same place it stands, where shorter and shorter ones agree with one another
// they take its place, and where they do not, nothing says how the motion goes on.
void HalvedStages::confirm(State& state, const Span& span, StepReport& report) {
  constexpr double slight = 0.02, rounding = 1e-10;  // of the way, of the coordinates
  const double enough = std::max(slight * largest_distance(state, kept_[0]), rounding * largest_norm(state.position));
  spent_ = 0.0;
  keep(state, Kept::end);
  const State& end = kept_[static_cast<std::size_t>(Kept::end)];
  const auto same_end = [&](const State& a, const State& b) { return largest_distance(a, b) <= enough; };
  bool stands = true;
  for (const int parts : {4, 16}) {
    stands = stands && take_parts(state, span, parts) && same_end(state, end);
    coarser_ = finer_;
    finer_ = state;
  }
  if (stands && has_corner_) return refuse(state, span, report);
  branches().take(kept_[0], span.begin);
  const bool changed = branches().changed(end, span.end) >= 0;
  if (stands && (!changed || crosses(state, span))) {
    if (is_as_exact_as_others(end) || !refine(state, span, end, report)) accept(state, span, changed, report);
    return;
  }
  bool same = false;
  for (const int parts : {64, 256, 1024, 4096}) {
    const bool settled = take_parts(state, span, parts) && same_end(state, finer_);
    same = settled && stands && same_end(state, end);
    finer_ = state;
    if (!settled || same || !is_on_its_way(state, span)) continue;
    if (take_parts(state, span, parts)) return take_near_miss(report, std::abs(span.step) / parts);
  }
  if (same) return accept(state, span, changed, report);
  refuse(state, span, report);
}

// Of velocities after a step to there. It goes with a power of the angle that the step turns them by.
double HalvedStages::usual_error(const State& end) const {
  return std::pow(std::min(1.0, relative_turn(kept_[0], end)), order_ + 1);
}

// A stage may come so close to the singular configuration that velocities lose digits there, although it leads to the
// right place.
bool HalvedStages::is_as_exact_as_others(const State& end) const {
  return relative_turn(finer_, end) <= usual_error(end);
}

// Takes 16 parts in place of the step; false where 4 parts do not say that they are far better: they have more stages,
// of which some may have lost digits, too.
bool HalvedStages::refine(State& state, const Span& span, const State& end, StepReport& report) {
  constexpr int parts = 16;
  constexpr double far_better = 0.05;
  if (relative_turn(coarser_, finer_) > far_better * relative_turn(coarser_, end)) return false;
  if (!take_parts(state, span, parts)) return false;
  report.smallest_step = std::min(report.smallest_step, std::abs(span.step) / parts);
  if (report.singular_row < 0) note_doubtful(report);
  return true;
}

void HalvedStages::accept(State& state, const Span& span, bool changed, StepReport& report) {
  if (changed && report.singular_row < 0) note_doubtful(report);
  static_cast<void>(return_to(Kept::end, span.end, state));  // it was prepared for this state before, and could be
}

void HalvedStages::note_doubtful(StepReport& report) const {
  report.singular_row = doubtful_row_;
  report.singular_time = report.time;
}

void HalvedStages::take_near_miss(StepReport& report, double step) const {
  report.subdivided = report.near_miss = true;
  report.smallest_step = std::min(report.smallest_step, step);
  if (report.singular_row < 0) note_doubtful(report);
}

// Whether parts that came to another branch did so because branches cross there.
bool HalvedStages::is_on_its_way(State& state, const Span& span) {
  return branches().changed(state, span.end) < 0 || crosses(state, span);
}

// Where the step came to another branch: whether shorter and shorter steps, each half as long as the one before, still
// do so within what is left of the way. Where branches only come near one another, some no longer does.
bool HalvedStages::crosses(State& state, const Span& span) {
  constexpr int halvings = 12;
  stepper().constraints().be_careful(true);
  bool done = return_to(Kept::begin, span.begin, state).converged, crossed = true;
  double begin = span.begin, step = span.step;
  keep(state, Kept::part);
  for (int k = 0; k <= halvings && done; ++k) {
    if (k == halvings && crossed) break;  // otherwise a last one is to cross what the others have left
    if (k < halvings) step *= 0.5;
    done = take_part(state, {begin, begin + step, step});
    crossed = done && branches().changed(state, begin + step) >= 0;
    if (crossed) {
      done = return_to(Kept::part, begin, state).converged;
    } else if (done) {
      begin += step;
      keep(state, Kept::part);
    }
  }
  stepper().constraints().be_careful(false);
  return crossed && done;
}

bool HalvedStages::take_parts(State& state, const Span& span, int parts) {
  stepper().constraints().be_careful(true);
  bool done = return_to(Kept::begin, span.begin, state).converged;
  has_corner_ = false;
  for (int k = 0; k < parts && done; ++k) {
    const double begin = span.begin + k * (span.step / parts);
    if (watch_ == Motion::Watch::leaps) before_part_ = state;
    done = take_part(state, {begin, begin + span.step / parts, span.step / parts});
    // Without inertia nothing but smoothness tells one way on from the other.
    if (watch_ == Motion::Watch::leaps && stepper().constraints().margin() < near)
      has_corner_ = has_corner_ || leaps(before_part_, state);
  }
  stepper().constraints().be_careful(false);
  return done;
}

// False, too, where confirming takes too long: sweeps may need thousands of rounds near a singular configuration.
bool HalvedStages::take_part(State& state, const Span& span) {
  constexpr double most = 3e6;  // some tenths of a second at most
  StepReport report;
  const bool done = attempt(state, span, report);
  spend(report);
  return done && spent_ < most;
}

void HalvedStages::spend(const StepReport& report) {
  const double iterations = 1.0 + report.position.iterations + report.velocity.iterations;
  spent_ += iterations * static_cast<double>(weights_.size()) * (1.0 + motion_->model().row_count());
}

void HalvedStages::refuse(State& state, const Span& span, StepReport& report) {
  const std::int32_t doubtful = doubtful_row_ >= 0 ? doubtful_row_ : report.position.worst_row;
  const std::int32_t row = report.singular_row >= 0 ? report.singular_row : doubtful;
  report.position = {.converged = false, .failure = SolveFailure::undecided, .worst_row = row};
  report.time = span.begin;
  static_cast<void>(return_to(Kept::begin, span.begin, state));  // as above
}

// Of one part of the step after the other, only where it begins must be kept: what lies before it is done.
bool HalvedStages::advance(State& state, const Span& span, int depth, int deepest, StepReport& report) {
  constexpr double most = 3e7;  // about a second: sweeps that cannot reach their tolerance are not halved for minutes
  const StepReport before = report;
  keep(state, Kept::part);
  if (attempt(state, span, report)) return true;
  spend(report);
  return spent_ < most && recover(state, span, depth, deepest, before, report);
}

// Where the whole, or a part, of a step failed; `before` is what the parts before it reported.
bool HalvedStages::recover(State& state, const Span& span, int depth, int deepest, const StepReport& before,
                           StepReport& report) {
  const Kept from = depth == 0 ? Kept::begin : Kept::part;
  if (depth == 0 && deepest > 0 && attempt_shorter(state, span, before, report)) return true;
  if (attempt_carefully(state, span, from, before, report)) return true;
  if (depth == deepest || !return_to(from, span.begin, state).converged) return false;
  report = before;
  report.subdivided = true;
  report.smallest_step = std::min(report.smallest_step, std::abs(0.5 * span.step));
  const double middle = 0.5 * (span.begin + span.end);
  return advance(state, {span.begin, middle, 0.5 * span.step}, depth + 1, deepest, report) &&
         advance(state, {middle, span.end, 0.5 * span.step}, depth + 1, deepest, report);
}

// A step that is too long for a fast motion, and leads to no singular configuration, needs nothing but shorter ones.
// They are solved as any other, so that they keep to their branch.
bool HalvedStages::attempt_shorter(State& state, const Span& span, const StepReport& before, StepReport& report) {
  const ConstraintSet& constraints = stepper().constraints();
  if (weights_.size() > 1 || report.particle >= 0 || !constraints.can_be_careful() || constraints.has_branches())
    return false;  // the stages of a composition may pass such a configuration and come back
  const StepReport failed = report;
  for (const int parts : {4, 8}) {
    bool done = return_to(Kept::begin, span.begin, state).converged;
    const double distance = std::sqrt(std::max(0.0, constraints.margin()));  // to a singular configuration, nearly
    report = before;
    report.subdivided = true;
    report.smallest_step = std::min(report.smallest_step, std::abs(span.step) / parts);
    for (int k = 0; k < parts && done; ++k) {
      const double begin = span.begin + k * (span.step / parts);
      const double end = k + 1 == parts ? span.end : begin + span.step / parts;
      done = attempt(state, {begin, end, span.step / parts}, report);
      const double left = std::sqrt(std::max(0.0, constraints.margin()));
      if (parts * (distance - left) > 0.5 * (k + 1) * distance) done = false;  // it goes there
    }
    if (done) return true;
  }
  report = failed;
  return false;
}

bool HalvedStages::attempt_carefully(State& state, const Span& span, Kept from, const StepReport& before,
                                     StepReport& report) {
  if (report.particle >= 0 || !stepper().constraints().can_be_careful()) return false;
  if (report.position.failure == SolveFailure::jumped) return false;
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
