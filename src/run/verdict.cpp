#include "run/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "run/counted.hpp"

namespace taut {
namespace {

// Of energy, over its scale.
constexpr double noted_energy = 0.01, wrong_energy = 0.1;
// Of a constraint, in the measure of the tolerance. A start that is off by more than the second is refused, too.
constexpr double noted_constraint = 1e-9, wrong_constraint = 1e-6;
// Neither is below this many times the tolerance asked for. One that was raised to the rounding of huge coordinates
// excuses nothing.
constexpr double tolerances = 100.0;
constexpr double more = 30.0;  // times the tolerance in use: no solve leaves that
// Of one that a method lets drift.
constexpr double noted_drift = 1e-6, wrong_drift = 1e-2;
constexpr double noted_subdivisions = 0.01;  // of the steps
constexpr double loose_tolerance = 1e-8;     // what it leaves behind shows in the energy
constexpr std::int64_t enough_moves = 20;
// Of the temperature that was asked for, and in errors of the one that was reached: both must be passed.
struct BathLimits {
  double share, errors;
};
constexpr BathLimits noted_bath{0.05, 4.0}, wrong_bath{0.25, 10.0};

// One digit, not more than x.
double rounded_down(double x) {
  const double decade = std::pow(10.0, std::floor(std::log10(x)));
  return std::floor(x / decade * (1.0 + 1e-12)) * decade;
}

// Errors go with step^order: with this one they would be a tenth of what is noted.
double better_step(const Evidence& e, double ratio) {
  constexpr double least = 10.0, most = 100.0;  // what grows from step to step says no more
  const double factor = std::pow(10.0 * ratio / noted_energy, 1.0 / std::max(1, e.steps.order));
  const bool mostly_in_parts = 2 * e.steps.subdivided > e.steps.made;
  const double taken = mostly_in_parts ? e.steps.length / std::exp2(e.steps.mean_halvings) : e.steps.length;
  return rounded_down(taken / std::clamp(factor, least, most));
}

std::string energy_remedy(const Evidence& e, double ratio) {
  if (!e.overlap.empty()) return "; " + e.overlap;
  if (e.constraints.requested > loose_tolerance) return "; try solver.tolerance = 1e-12";
  if (e.constraints.tolerance > loose_tolerance)
    return fmt::format(
        "; the coordinates are so large that their rounding is {:.2g} of a constraint's size; start where "
        "they are smaller",
        e.constraints.tolerance);
  return fmt::format("; try integrator.step = {:g}{}", better_step(e, ratio),
                     ratio > 1e6 ? " or shorter, or a gentler start" : "");
}

std::string energy_sentence(const Evidence::Energy& energy, double ratio) {
  const std::string size = fmt::format("by {:.3g}, {:.2g} of its scale", energy.deviation, ratio);
  switch (energy.law) {
    case EnergyLaw::bath:
      return fmt::format("the energy less the heat and work of the bath strayed by {:.3g}, {:.2g} of its scale{}",
                         energy.deviation, ratio,
                         energy.time_constants > 1.0 ? " within each time constant of the thermostat" : "");
    case EnergyLaw::exchanged:
      return fmt::format("the energy less the heat of damping and the work of what drives the motion strayed {}", size);
    default:
      return fmt::format("the energy strayed {}, although nothing here gives or takes any", size);
  }
}

// Heat and work that change too fast for the step are not known well enough to judge the energy by.
Finding unjudged_energy(const Evidence& e, double ratio) {
  const bool lost = e.energy.doubt > std::max(wrong_energy * e.energy.scale, e.energy.slight);  // nothing is known
  return {lost ? Severity::failure : Severity::note,
          fmt::format("heat and work change so much from step to step that their sum is known to {:.2g} "
                      "only, {:.2g} of the energy's scale, by which the energy cannot be judged{}",
                      e.energy.doubt, e.energy.doubt / e.energy.scale, energy_remedy(e, ratio))};
}

void judge_energy(const Evidence& e, std::vector<Finding>& findings) {
  if (e.energy.law == EnergyLaw::open || !(e.energy.deviation > 0.0)) return;
  const double ratio = e.energy.deviation / (e.energy.scale * e.energy.time_constants);
  if (ratio <= noted_energy) return;
  if (e.energy.doubt >= e.energy.deviation) return findings.push_back(unjudged_energy(e, ratio));
  findings.push_back({ratio > wrong_energy ? Severity::failure : Severity::note,
                      energy_sentence(e.energy, ratio) + energy_remedy(e, ratio)});
}

// Above the lowest value before, where nothing but damping changes it.
void judge_rise(const Evidence& e, std::vector<Finding>& findings) {
  const double ratio = e.energy.rise / e.energy.released;
  if (!(ratio > noted_energy)) return;
  findings.push_back(
      {ratio > wrong_energy ? Severity::failure : Severity::note,
       fmt::format("the energy rose by {:.3g}, {:.2g} of its scale, although nothing here can raise it{}",
                   e.energy.rise, ratio, energy_remedy(e, ratio))});
}

// What one part gains or loses may be little beside the energy of another.
void judge_part(const Evidence& e, std::vector<Finding>& findings) {
  const double ratio = e.part.deviation / e.part.scale;
  if (e.part.particle.empty() || !(ratio > noted_energy)) return;
  findings.push_back({ratio > wrong_energy ? Severity::failure : Severity::note,
                      fmt::format("the energy of the part that {} belongs to strayed by {:.3g}, {:.2g} of its scale, "
                                  "although nothing gives it or takes any{}",
                                  e.part.particle, e.part.deviation, ratio, energy_remedy(e, ratio))});
}

// Kinetic energies of f degrees spread by sqrt(2/f) of their mean, and a single one need not be near it; beyond ten
// times that they do not come from the temperature.
void judge_heat(const Evidence& e, std::vector<Finding>& findings) {
  constexpr double widths = 10.0;
  if (e.heat.degrees == 0) return;
  const double mean = 0.5 * e.heat.degrees * e.heat.temperature;
  const double most = mean * (2.0 + widths * std::sqrt(2.0 / e.heat.degrees));
  if (e.heat.kinetic <= most + e.heat.released) return;
  const double ratio = e.heat.kinetic / mean;
  findings.push_back({Severity::failure, fmt::format("the motion is {:.3g} times as hot as the bath that it is in{}",
                                                     ratio, energy_remedy(e, ratio))});
}

// The temperature reached against the one asked for.
void judge_bath(const Evidence& e, std::vector<Finding>& findings) {
  const Evidence::Bath& b = e.bath;
  if (!(b.asked > 0.0) || !b.known) return;
  const double off = std::abs(b.found - b.asked), share = off / b.asked;
  if (share <= noted_bath.share || off <= noted_bath.errors * b.error) return;
  const bool wrong = share > wrong_bath.share && off > wrong_bath.errors * b.error;
  const bool slow = b.time_constant > slow_bath * b.time;
  const std::string remedy =
      slow ? fmt::format(
                 "the time constant {:g} is too long for a run of t = {:g}: give a thermostat.time_constant of at "
                 "most {:g}, or a longer run",
                 b.time_constant, b.time, rounded_down(0.1 * slow_bath * b.time))
           : fmt::format(
                 "the step is too long for these forces, or what the start released has not gone yet: try "
                 "integrator.step = {:g}, or a longer run",
                 rounded_down(0.5 * e.steps.length));
  findings.push_back({wrong ? Severity::failure : Severity::note,
                      fmt::format("the motion has the temperature {:.5g} +- {:.2g}, {:.2g} % off the {:.5g} of its "
                                  "thermostat; {}",
                                  b.found, b.error, 100.0 * share, b.asked, remedy)});
}

std::string constraint_remedy(const Evidence::Constraints& c) {
  if (c.drift) return "; this method lets constraints drift: a smaller step or stabilisation holds them";
  if (c.tolerance > c.requested)
    return fmt::format("; the coordinates are so large that their rounding is {:.2g}; start where they are smaller",
                       c.tolerance);
  return fmt::format("; the tolerance is {:.2g}", c.tolerance);
}

void judge_constraints(const Evidence::Constraints& c, std::vector<Finding>& findings) {
  const double error = std::max(c.position_error, c.velocity_error), floor = tolerances * c.requested;
  const double noted = c.drift ? noted_drift : std::min(std::max(noted_constraint, floor), more * c.tolerance);
  const double wrong = c.drift ? wrong_drift : std::max(wrong_constraint, floor);
  if (error <= noted) return;
  const std::string what = c.position_error >= c.velocity_error
                               ? fmt::format("{} is off by {:.2g} (relative)", c.worst, c.position_error)
                               : fmt::format("velocities are off the constraints by {:.2g} (relative)", error);
  findings.push_back({error > wrong ? Severity::failure : Severity::note, what + constraint_remedy(c)});
}

void judge_steps(const Evidence::Steps& s, std::vector<Finding>& findings) {
  const auto made = static_cast<double>(s.made), divided = static_cast<double>(s.subdivided);
  if (s.subdivided == 0 || (!s.composed && divided < noted_subdivisions * made)) return;
  const double shorter = rounded_down(s.length / std::exp2(std::ceil(s.mean_halvings - 1e-9) + 1.0));
  findings.push_back(
      {Severity::note, fmt::format("{} of {} could only be solved in parts, down to {:.3g}; try integrator.step = {:g}",
                                   s.subdivided == s.made ? "all" : std::to_string(s.subdivided),
                                   counted(s.made, "step"), s.smallest, shorter)});
}

void judge_moves(const Evidence& e, std::vector<Finding>& findings) {
  if (e.moves.made < enough_moves || e.moves.rejected < e.moves.made) return;
  findings.push_back(
      {Severity::failure, fmt::format("all {} moves were rejected, so that nothing was sampled; {}", e.moves.made,
                                      e.overlap.empty() ? "try a smaller integrator.step or kick" : e.overlap)});
}

}  // namespace

std::vector<Finding> judge(const Evidence& evidence) {
  std::vector<Finding> findings;
  judge_rise(evidence, findings);
  if (findings.empty()) judge_energy(evidence, findings);
  const auto fails = [](const Finding& finding) { return finding.severity == Severity::failure; };
  if (std::none_of(findings.begin(), findings.end(), fails)) judge_part(evidence, findings);
  judge_heat(evidence, findings);
  judge_bath(evidence, findings);
  judge_moves(evidence, findings);
  if (findings.empty() && !evidence.overlap.empty()) findings.push_back({Severity::note, evidence.overlap});
  judge_constraints(evidence.constraints, findings);
  judge_steps(evidence.steps, findings);
  std::stable_partition(findings.begin(), findings.end(),
                        [](const Finding& finding) { return finding.severity == Severity::failure; });
  return findings;
}

}  // namespace taut
