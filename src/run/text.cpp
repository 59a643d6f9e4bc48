// Summaries for people: short, aligned, with the units of the scenario.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "observe/brownian_overlap.hpp"
#include "run/counted.hpp"
#include "run/physics_notes.hpp"
#include "taut/run.hpp"

namespace taut {
namespace {

std::string with_unit(const std::string& text, const std::string& unit) {
  return unit.empty() ? text : text + " " + unit;
}

bool all_given(const Units& u) { return !u.length.empty() && !u.time.empty() && !u.mass.empty(); }
bool is_si(const Units& u) { return u.length == "m" && u.time == "s" && u.mass == "kg"; }

// Energies and forces in the units of the scenario; empty where they are not all given.
std::string energy_unit(const Units& u) {
  return is_si(u) ? "J" : all_given(u) ? fmt::format("{} {}^2/{}^2", u.mass, u.length, u.time) : "";
}
std::string force_unit(const Units& u) {
  return is_si(u) ? "N" : all_given(u) ? fmt::format("{} {}/{}^2", u.mass, u.length, u.time) : "";
}

std::string line(std::string_view head, std::string_view text) { return fmt::format("  {:<13} {}\n", head, text); }

// The first few names, when there are any.
std::string names_line(std::string_view head, const std::vector<std::string>& names) {
  constexpr std::size_t shown = 10;
  if (names.empty()) return {};
  const std::size_t count = std::min(names.size(), shown);
  std::string text =
      fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count), ", "));
  if (names.size() > shown) text += fmt::format(", and {} more", names.size() - shown);
  return line(head, text);
}

std::string freedom_text(int degrees) {
  return fmt::format("{} degree{} of freedom", degrees, degrees == 1 ? "" : "s");
}

std::string group_text(const ComponentGroup& group) {
  const std::string rank = group.rank < group.constraints ? fmt::format(" (rank {})", group.rank) : "";
  return fmt::format("{} x {} of {}{}, solved by {}: {}", group.count, group.kind,
                     counted(group.constraints, "constraint"), rank, group.solver, group.reason);
}

std::string components_text(const std::vector<ComponentGroup>& groups) {
  constexpr std::size_t shown = 6;
  std::string text;
  for (std::size_t i = 0; i < std::min(groups.size(), shown); ++i) {
    text += line(i == 0 ? "components" : "", group_text(groups[i]));
  }
  return groups.size() > shown ? text + line("", fmt::format("and {} more kinds", groups.size() - shown)) : text;
}

std::string balance_text(const RunSummary::Energy::Balance& b) {
  std::vector<std::string> parts;
  if (b.heat != 0.0) parts.push_back(fmt::format("{:.5g} of heat", b.heat));
  if (b.work != 0.0) parts.push_back(fmt::format("{:.5g} of work", b.work));
  return fmt::format("{}it strays by at most {:.2g}",
                     parts.empty() ? "" : fmt::format("{} less, ", fmt::join(parts, " and ")), b.max_deviation);
}

std::string energy_text(const RunSummary& s) {
  const std::string unit = energy_unit(s.units);
  const std::string values = with_unit(fmt::format("{:.10g}", s.energy.initial), unit) + " at the start, " +
                             with_unit(fmt::format("{:.10g}", s.energy.final), unit) + " at the end";
  if (s.energy.balance && !s.energy.conserved) return values + "; " + balance_text(*s.energy.balance);
  return s.energy.conserved
             ? fmt::format("{}; largest deviation {:.2g} (relative)", values, s.energy.max_relative_drift)
             : values + "; not conserved here, and nothing sums what is exchanged";
}

std::string constraints_text(const RunSummary& s) {
  return fmt::format("hold to {:.2g} in position and {:.2g} in velocity (relative)", s.constraint_error.max_position,
                     s.constraint_error.max_velocity);
}

std::string solver_text(const RunSummary& s) {
  std::string text =
      fmt::format("{:.2f} iterations a step, at most {}", s.solver.iterations_mean, s.solver.iterations_max);
  if (s.solver.subdivided_steps > 0) text += fmt::format("; {} subdivided", counted(s.solver.subdivided_steps, "step"));
  if (s.ns_per_constraint_step) text += fmt::format("; {:.3g} ns a constraint and step", *s.ns_per_constraint_step);
  return text;
}

// What random motion did; empty for other motion.
std::string heat_lines(const RunSummary& s) {
  std::string text;
  if (s.heat.temperature)
    text += line("temperature",
                 with_unit(fmt::format("kT = {:.6g}", *s.heat.temperature), energy_unit(s.units)) +
                     (s.heat.kinetic
                          ? fmt::format("; that of the motion, on average over the frames, {:.6g}{}", *s.heat.kinetic,
                                        s.heat.kinetic_converged ? fmt::format(" +- {:.2g}", s.heat.kinetic_error) : "")
                          : ""));
  if (s.heat.moves > 0)
    text += line("moves",
                 fmt::format("{:.4g} % accepted; {} of {} rejected",
                             100.0 * (1.0 - static_cast<double>(s.heat.rejected) / static_cast<double>(s.heat.moves)),
                             s.heat.rejected, s.heat.moves));
  return text;
}

// Empty where the box keeps its size.
std::string box_line(const RunSummary& s) {
  if (!s.box || !s.box->changes) return {};
  const Vec3& edges = s.box->lengths;
  return line("box",
              fmt::format("volume {:.6g}, density {:.6g} on average over the frames; {:.6g} x {:.6g}{} at the end",
                          s.box->volume, s.box->density, edges.x, edges.y,
                          edges.z == 0.0 ? "" : fmt::format(" x {:.6g}", edges.z)));
}

std::string force_text(const RunSummary& s) {
  const auto weaker = [](double a, double b) { return std::abs(a) < std::abs(b); };
  const auto& forces = s.final.constraint_forces;
  const double largest = *std::max_element(forces.begin(), forces.end(), weaker);
  return with_unit(fmt::format("largest now {:.6g}", largest), force_unit(s.units)) + ", in " + s.final.strongest;
}

std::string time_text(double time, const RunSummary& s) {
  return with_unit(fmt::format("t = {:.10g}", time), s.units.time);
}

std::string certificate_lines(const RunSummary& s) {
  const Certificate& c = *s.certificate;
  if (c.failed_at) return line("certificate", "none: the run at half the step failed at " + time_text(*c.failed_at, s));
  const std::string forces = c.force_errors.empty() ? "" : fmt::format("forces to {:.2g}, ", c.force_error);
  const std::string errors = line("certificate", fmt::format("positions to {:.2g}, {}energy to {:.2g} at the end",
                                                             c.position_error, forces, c.energy_error));
  if (!c.trusted_until) return errors;
  return errors +
         line("", fmt::format(
                      "trust the trajectory up to {}, where its error passes {:.2g} (1/1000 of its size at the start)",
                      time_text(*c.trusted_until, s), c.trust_limit));
}

std::string shift_text(const SamplingCertificate::Shift& s) {
  return fmt::format("{}: {:.6g}, at half the step {:.6g}; they differ by {:.2g} +- {:.2g}, {:.1f} errors{}", s.name,
                     s.coarse, s.fine, s.fine - s.coarse, s.error, std::abs(s.in_errors()),
                     s.known ? "" : "; too short a run to know the error");
}

// A verdict on the step: the largest of several deviations is rarely beyond three errors by chance.
std::string sampling_verdict(const SamplingCertificate& c) {
  constexpr double beyond_chance = 3.0;
  const SamplingCertificate::Shift* const worst = c.worst();
  if (!worst)
    return c.shifts.empty() ? "none: nothing was measured"
                            : "none: the runs are too short to know the errors of averages";
  if (std::abs(worst->in_errors()) < beyond_chance)
    return fmt::format("the step makes no difference beyond chance: no average shifts by more than {:.1f} errors",
                       std::abs(worst->in_errors()));
  return fmt::format("the step is too coarse: {} is off by about {:.2g} +- {:.2g}; take a smaller integrator.step",
                     worst->name, c.factor * std::abs(worst->fine - worst->coarse), c.factor * worst->error);
}

std::string sampling_certificate_lines(const SamplingCertificate& c) {
  if (!c.failure.empty()) return line("certificate", "none: the run at half the step failed: " + c.failure);
  std::string text = line("certificate", sampling_verdict(c));
  for (const SamplingCertificate::Shift& shift : c.shifts) text += line("", shift_text(shift));
  return text;
}

std::string head_text(const RunSummary& s) {
  return fmt::format("{}: {} to {} in {:.3g} s; {}, {}, {}\n", s.title, counted(s.steps, "step"), time_text(s.time, s),
                     s.wall_seconds, counted(s.particles, "particle"), counted(s.constraints, "constraint"),
                     freedom_text(s.degrees_of_freedom));
}

std::string files_text(const std::vector<std::string>& files) {
  std::string text;
  for (const std::string& file : files) text += (text.empty() ? "" : ", ") + file;
  return text;
}

std::string measurements_text(const std::vector<Measurement>& measurements) {
  std::string text;
  for (const Measurement& m : measurements)
    text += line(text.empty() ? "measured" : "",
                 fmt::format("{} = {:.8g} +- {:.2g}, {} values, correlation time {:.3g}{}", m.name, m.mean, m.error,
                             m.samples, m.correlation_time, m.converged ? "" : "; too short a run to know the error"));
  return text;
}

const char* shortness(const LagEstimate& e) { return e.converged ? "" : "; too short a run to know the error"; }

// Why the error of a diffusion coefficient is not known; empty where it is.
std::string diffusion_doubt(const DiffusionFit& fit) {
  if (fit.coefficient.converged) return "";
  return diffuses(fit) ? shortness(fit.coefficient) : "; this is no diffusion, and the error of D means little";
}

std::string lag_function_text(const LagFunction& f) {
  if (f.diffusion) {
    const auto& [from, to, d, exponent] = *f.diffusion;
    return fmt::format("{}: D = {:.5g} +- {:.2g}, grows with lag^({:.3g} +- {:.1g}) from {:.4g} to {:.4g}, {}{}",
                       f.name, d.value, d.error, exponent.value, exponent.error, from, to,
                       counted(static_cast<std::int64_t>(f.walkers), "walker"), diffusion_doubt(*f.diffusion));
  }
  if (f.kind == LagKind::displacement) return fmt::format("{}: nothing moved, or too few lags for a fit", f.name);
  if (!f.integral) return fmt::format("{}: nothing to correlate", f.name);
  const std::string time = fmt::format("correlation time {:.5g} +- {:.2g}, integrated up to {:.4g}",
                                       f.integral->time.value, f.integral->time.error, f.integral->to);
  const std::string diffusion =
      f.green_kubo ? fmt::format("D = {:.5g} +- {:.2g}, ", f.green_kubo->value, f.green_kubo->error) : "";
  return fmt::format("{}: {}{}{}", f.name, diffusion, time, shortness(f.integral->time));
}

std::string lag_functions_text(const std::vector<LagFunction>& functions) {
  std::string text;
  for (const LagFunction& f : functions)
    if (!f.lags.empty()) text += line(text.empty() ? "by lag" : "", lag_function_text(f));
  return text;
}

}  // namespace

std::string to_text(const RunSummary& s) {
  std::string text = head_text(s) + components_text(s.components);
  text += line("energy", energy_text(s)) + heat_lines(s) + box_line(s);
  if (s.constraints > 0) {
    text += line("constraints", constraints_text(s));
    text += line("solver", solver_text(s));
    if (!s.final.constraint_forces.empty()) text += line("forces", force_text(s));
  }
  if (s.start.position_error > 1e-12)
    text += line("start", fmt::format("projected onto the constraints: positions were off by {:.2g} (relative)",
                                      s.start.position_error));
  if (!s.start.slowed.empty())
    text += line("start", "projected onto the constraints: " + removed_velocity_text(s.start, s.units));
  if (s.tolerance.used > s.tolerance.requested) {
    text += line("tolerance", fmt::format("raised from {:.2g} to {:.2g}, the rounding of the coordinates",
                                          s.tolerance.requested, s.tolerance.used));
  }
  if (s.certificate) text += certificate_lines(s);
  if (s.sampling_certificate) text += sampling_certificate_lines(*s.sampling_certificate);
  text += measurements_text(s.measurements) + lag_functions_text(s.lag_functions);
  for (const std::string& failure : s.failures) text += line(s.accepted ? "accepted" : "wrong", failure);
  for (const std::string& note : s.notes) text += line("note", note);
  return text + line("results", fmt::format("{}: {}", s.directory.string(), files_text(s.files)));
}

std::string to_text(const CheckReport& report) {
  std::string text =
      fmt::format("{}: {}, {} of rank {}, {}\n", report.title, counted(report.particles, "particle"),
                  counted(report.constraints, "constraint"), report.rank, freedom_text(report.degrees_of_freedom));
  text += components_text(report.components);
  text += names_line("redundant", report.redundant) + names_line("contradictory", report.contradictory) +
          names_line("singular", report.singular);
  if (report.condition_number)
    text += line("condition", fmt::format("{:.3g}, of the matrix B W B^T", *report.condition_number));
  text += line("start", fmt::format("positions are off the constraints by {:.2g} (relative), velocities {}",
                                    report.start.position_error,
                                    report.start.slowed.empty() ? "follow them" : "do not follow them"));
  for (const std::string& advice : report.advice) text += line("advice", advice);
  return text;
}

}  // namespace taut
