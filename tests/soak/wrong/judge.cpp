// Notation: E(h) is the difference of a run from the reference, positions over the size and velocities over the speed.
#include "soak/wrong/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "soak/wrong/reference.hpp"
#include "soak/wrong/trial.hpp"

namespace taut::soak {
namespace {

constexpr double safety = 10.0;           // an estimate by h and h/2 is no bound
constexpr double finest = 1e-9;           // differences below are never looked at
constexpr double unsure = 1e-5;           // two references that differ by more decide nothing
constexpr double visible = 0.02;          // an error that anyone would see in a figure...
constexpr double claimed_small = 2e-3;    // ...where the run claims less than this
constexpr double left_at_passage = 1e-8;  // of a constraint, where a run says that it was singular
constexpr double blown_up = 0.2;          // energy gained or lost over the scale at the start

Case finer(Case item, int factor) {
  item.step /= factor;
  item.steps *= factor;
  return item;
}

Case tighter(Case item) {
  item.tolerance = std::max(1e-15, 0.01 * item.tolerance);
  return item;
}

// What a tolerance leaves per step turns with the motion and adds up.
double left_by_tolerance(const Case& item, const Trial& trial) {
  return trial.tolerance * (1.0 + item.duration() * item.duration() / item.step);
}

bool holds_constraints(const Case& item) { return item.method != "closed-form" || item.stabilisation == "projection"; }

bool is_finite(const Trial& trial) {
  for (const auto& list : {trial.place, trial.velocity})
    for (const Point& p : list)
      if (!std::isfinite(p[0] + p[1] + p[2])) return false;
  return std::isfinite(trial.end_energy);
}

double rounding(const Case& item, const Trial& trial) {
  double largest = 1.0;
  for (const Point& p : trial.place)
    for (const double x : p) largest = std::max(largest, std::abs(x));
  return 2e-15 * largest * largest / std::min(1.0, item.size());
}

class Judge {
 public:
  explicit Judge(const Case& item) : item_(item) {}
  Judgement decide();
  const Trial& first() const { return first_; }

 private:
  Judgement wrong(const char* mechanism, const std::string& details) const {
    return {Verdict::wrong, mechanism, details};
  }
  bool looks_wrong_by_itself(Judgement& out);
  bool gains_energy(Judgement& out);
  bool has_wrong_forces(Judgement& out);
  void look_closer();
  Judgement compare();
  Judgement confirm(double error, double estimate);
  double off(const Trial& trial) const { return difference(item_, sure_, trial.place, trial.velocity); }
  double energy_off(const Trial& trial) const {
    return std::abs(energy(item_, trial.place, trial.velocity) - sure_.start_energy) / energy_scale(item_);
  }
  std::string story(double error, double estimate) const;

  const Case& item_;
  Trial first_, half_, quarter_, tight_;
  bool is_closer_ = false;
  Motion sure_;
};

// Without any reference: numbers, constraints.
bool Judge::looks_wrong_by_itself(Judgement& out) {
  if (!is_finite(first_)) return out = wrong("not finite", "a final position, velocity or energy"), true;
  if (!holds_constraints(item_)) return false;
  const double floor = first_.tolerance + rounding(item_, first_), said = first_.constraint_error;
  const double own = violation(item_, first_.place, first_.time);
  const std::string told =
      fmt::format("{:.1e} at the end, the run says {:.1e}, tolerance {:.0e}; ", own, said, first_.tolerance) +
      first_.text;
  if (!(own <= 30.0 * floor) && !(own <= 30.0 * said)) return out = wrong("constraint error unseen", told), true;
  const bool is_passage = first_.text.find("singular") != std::string::npos && said <= left_at_passage;
  if (!(said <= 30.0 * floor) && !is_passage) return out = wrong("constraint error", told), true;
  if (said <= 3.0 * floor) return false;
  return out = {Verdict::coarse, "constraint error somewhat above the tolerance", told}, true;
}

void Judge::look_closer() {
  if (is_closer_) return;
  is_closer_ = true;
  quarter_ = attempt(finer(item_, 4));
  tight_ = attempt(tighter(item_));
}

// Energy that does not come nearer to where it was with a smaller step, or that is off by as much as there was.
bool Judge::gains_energy(Judgement& out) {
  if (!item_.conserves()) return false;
  const double error = energy_off(first_);
  if (error > blown_up)
    return out = wrong("energy blown up", fmt::format("energy off by {:.1e} of its scale", error)), true;
  const double floor = 1e-8 + 10.0 * left_by_tolerance(item_, first_);
  if (!half_.is_usable() || error <= floor || energy_off(half_) < 0.7 * error) return false;
  look_closer();
  if (!quarter_.is_usable() || !tight_.is_usable()) return false;
  if (energy_off(quarter_) < 0.6 * std::max(error, energy_off(half_)) || energy_off(tight_) < 0.3 * error) return false;
  out =
      wrong("energy",
            fmt::format("off by {:.1e}, {:.1e}, {:.1e} of its scale with h, h/2, h/4, {:.1e} with a tighter tolerance",
                        error, energy_off(half_), energy_off(quarter_), energy_off(tight_)));
  return true;
}

// Forces follow from a state, whatever motion led to it.
bool Judge::has_wrong_forces(Judgement& out) {
  const std::vector<double> own = row_forces(item_, first_.place, first_.velocity, first_.time);
  if (own.size() != first_.forces.size()) return false;
  double scale = energy_scale(item_) / item_.size();
  for (const double force : own) scale = std::fmax(scale, std::abs(force));
  const double left = first_.tolerance / (item_.step * item_.step);  // by iterations, as an acceleration over the size
  const double allowed =
      scale * (1e-7 + 100.0 * violation(item_, first_.place, first_.time)) + 10.0 * left * item_.size();
  for (std::size_t k = 0; k < own.size(); ++k)
    if (!std::isnan(own[k]) && !(std::abs(own[k] - first_.forces[k]) <= allowed))
      return out = wrong("constraint force",
                         fmt::format("of row {}: {:.10g}, expected {:.10g}", k, first_.forces[k], own[k])),
             true;
  return false;
}

std::string Judge::story(double error, double estimate) const {
  const auto value = [&](const Trial& t) {
    return t.is_usable() ? fmt::format("{:.1e}", off(t)) : std::string("stopped");
  };
  return fmt::format(
      "E(h) = {:.1e}, h/2: {}, h/4: {}, tighter: {}; claimed {:.1e}; closest to singular {:.1e}; energy off by {:.1e}; "
      "run says: {}",
      error, value(half_), value(quarter_), value(tight_), estimate, sure_.closest,
      item_.conserves() ? energy_off(first_) : 0.0, first_.text);
}

// The reference once more with another cut, and from a start that differs a little: does it stand?
Judgement Judge::confirm(double error, double estimate) {
  const Motion other = reference(item_, {.tolerance = 1e-10, .shortest = 0.05, .cut = 1e-9});
  const Motion nudged = reference(item_, {.nudge = 1e-8});
  if (!other.doubt.empty() || !nudged.doubt.empty() ||
      difference(item_, sure_, other.place, other.velocity) > 0.1 * error)
    return {Verdict::undecided, "", "another reference differs"};
  const double sensitivity = difference(item_, sure_, nudged.place, nudged.velocity) / 1e-8;
  if (sensitivity * (1e-12 + left_by_tolerance(item_, first_)) > 0.3 * error)
    return {Verdict::undecided, "", "sensitive"};
  look_closer();
  const bool is_seen = error > visible && estimate < claimed_small;
  const std::string told = story(error, estimate);
  if (quarter_.is_usable() && off(quarter_) < error / 3.0)
    return {is_seen ? Verdict::wrong : Verdict::coarse, "depends on the step", told};
  if (tight_.is_usable() && off(tight_) < error / 3.0)
    return {is_seen ? Verdict::wrong : Verdict::coarse, "depends on the tolerance", told};
  return {Verdict::wrong, sure_.closest < 1e-3 ? "another motion, near singular" : "another motion", told};
}

Judgement Judge::compare() {
  const Motion rough = reference(item_, {.tolerance = 1e-9});
  if (!sure_.doubt.empty() || !rough.doubt.empty()) return {Verdict::undecided, "", sure_.doubt + rough.doubt};
  const double doubt = difference(item_, sure_, rough.place, rough.velocity);
  if (doubt > unsure) return {Verdict::undecided, "", "two references differ"};
  if (!half_.is_usable()) return {Verdict::undecided, "", "half the step stopped"};
  const double order = std::pow(2.0, item_.order);
  Motion coarse = sure_;
  coarse.place = first_.place;
  coarse.velocity = first_.velocity;
  const double estimate = difference(item_, coarse, half_.place, half_.velocity) * order / (order - 1.0);
  const double error = off(first_);
  if (error <= safety * estimate + finest + 10.0 * doubt + left_by_tolerance(item_, first_))
    return {Verdict::agreed, "", ""};
  return confirm(error, estimate);
}

Judgement Judge::decide() {
  first_ = attempt(item_);
  if (first_.how == How::broken) return wrong("crash", first_.text);
  if (first_.how == How::refused) return {Verdict::refused, "", first_.text};
  if (first_.how == How::slow) return {Verdict::undecided, "", "slow"};
  if (first_.how != How::silent) return {Verdict::said, "", first_.text};
  Judgement out;
  if (looks_wrong_by_itself(out)) return out;
  if (!item_.ties.empty() && has_wrong_forces(out)) return out;
  half_ = attempt(finer(item_, 2));
  sure_ = reference(item_);
  if (gains_energy(out)) {
    out.details += "; run says: " + first_.text;
    return out;
  }
  return compare();
}

}  // namespace

const char* name(Verdict verdict) {
  constexpr const char* names[verdicts] = {"agreed", "refused", "said", "undecided", "coarse", "WRONG"};
  return names[static_cast<int>(verdict)];
}

Judgement judge(const Case& item) {
  Judge judge(item);
  Judgement judgement = judge.decide();
  judgement.notes = judge.first().notes;
  return judgement;
}

Judgement judge_pair(const Case& item) {
  Case closed = item;
  closed.method = "closed-form";
  closed.order = 8;
  closed.stabilisation = "projection";
  Judge one(item), two(closed);
  const Judgement a = one.decide(), b = two.decide();
  if (a.verdict == Verdict::wrong) return a;
  if (b.verdict == Verdict::wrong) return {b.verdict, "closed-form: " + b.mechanism, b.details};
  if (one.first().how != How::silent || two.first().how != How::silent) return a.verdict == Verdict::agreed ? b : a;
  Motion from;
  from.place = one.first().place;
  from.velocity = one.first().velocity;
  from.fastest = 1.0;
  const double apart = difference(item, from, two.first().place, two.first().velocity);
  if (apart < 1e-3 || a.verdict == Verdict::undecided || b.verdict == Verdict::undecided) return a;
  return {Verdict::wrong, "composition and closed form differ", fmt::format("by {:.1e}", apart)};
}

Case shrunk(const Case& item, const Judgement& judgement) {
  Case best = item;
  int attempts = 40;
  const auto keeps = [&](const Case& smaller) {
    if (attempts-- <= 0) return false;
    const Judgement again = judge(smaller);
    return again.verdict == Verdict::wrong && again.mechanism == judgement.mechanism;
  };
  const auto try_it = [&](const Case& smaller) {
    if (!keeps(smaller)) return false;
    best = smaller;
    return true;
  };
  for (int k = static_cast<int>(best.ties.size()) - 1; k >= 0 && best.ties.size() > 1; --k)
    try_it(without_tie(best, k));
  for (int k = static_cast<int>(best.bodies.size()) - 1; k >= 0 && best.bodies.size() > 2; --k)
    try_it(without_body(best, k));
  Case simpler = best;
  simpler.springs.clear();
  try_it(simpler), simpler = best;
  simpler.gravity = {};
  try_it(simpler), simpler = best;
  simpler.solver = "auto";
  try_it(simpler), simpler = best;
  simpler.tolerance = 1e-12;
  try_it(simpler), simpler = best;
  simpler.steps /= 2;
  try_it(simpler);
  return best;
}

}  // namespace taut::soak
