#include "dynamics/explain.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace taut {
namespace {

std::string number(double x, int digits = 6) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", digits, x);
  return text;
}

std::string what_happened(SolveFailure failure, const std::string& constraint) {
  switch (failure) {
    case SolveFailure::singular:
      return "the constraints became dependent at " + constraint + " (singular matrix), and nothing says how to go on";
    case SolveFailure::not_finite:
      return constraint + " evaluated to something that is not a number: its formula left its domain";
    case SolveFailure::turned_too_far:
      return constraint + " turned too far within one step to tell on which side it belongs";
    case SolveFailure::jumped:
      return "the formula of " + constraint + " jumps from one value to another";
    case SolveFailure::undecided:
      return "the motion comes to a singular configuration at " + constraint +
             " from which two ways lead on, and which it takes depends on the step";
    default:
      return constraint + " could not be satisfied";
  }
}

// Whether what is not a number may be a formula of its own.
bool has_formula(const Model& model, std::int32_t row) {
  return row < 0 || model.rows()[static_cast<std::size_t>(row)].kind == RowKind::formula;
}

std::string what_happened(const Model& model, const SolveReport& failed) {
  const std::string constraint = failed.worst_row < 0 ? "a constraint" : model.row_name(failed.worst_row);
  if (failed.failure != SolveFailure::not_finite || has_formula(model, failed.worst_row))
    return what_happened(failed.failure, constraint);
  return constraint + " could not be satisfied: the velocities of its particles, or the forces on them, overflowed" +
         (model.formulas().empty() ? "" : ", or a formula that it is coupled with left its domain");
}

using Ways = std::vector<std::string>;  // out of a failure

std::string any_of(const Ways& ways) {
  std::string text = "; try " + ways.front();
  for (std::size_t k = 1; k < ways.size(); ++k) text += (k + 1 < ways.size() ? ", " : " or ") + ways[k];
  return text;
}

// Of a solve that was not given the time. Methods that converge linearly may need nothing but another method.
void add_ways_to_converge(const SolverOptions& solver, const SolveReport& failed, Ways& ways) {
  switch (solver.method) {
    case SolverMethod::lincs:
    case SolverMethod::gauss_seidel:
    case SolverMethod::sor:
    case SolverMethod::p_shake:
      ways.emplace_back("solver.method = auto");
      break;
    default:
      break;
  }
  if (solver.max_iterations > 0 && failed.iterations >= solver.max_iterations)
    ways.push_back("a larger solver.max_iterations than " + std::to_string(solver.max_iterations));
}

// A shorter step is of use only where none that short was tried.
std::string remedy(const Model& model, const IntegratorOptions& options, const SolverOptions& solver,
                   const SolveReport& failed, const StepReport& report) {
  const double shorter = options.step / 10.0;
  Ways ways;
  if (failed.failure == SolveFailure::singular) return "; choose another start, or constraints that are regular there";
  if (failed.failure == SolveFailure::jumped) return "; end before, or write it such that it is continuous";
  if (failed.failure == SolveFailure::not_finite && !has_formula(model, failed.worst_row))
    return overflow_advice(options);
  if (failed.failure == SolveFailure::not_finite)
    return "; end before, or write the formula such that it is a number on all sides of where it holds";
  if (failed.failure == SolveFailure::not_converged) add_ways_to_converge(solver, failed, ways);
  // Sweeps leave out rows that depend on others at the start, and those that are left may become singular alone.
  const bool sweeps = solver.method == SolverMethod::gauss_seidel || solver.method == SolverMethod::sor;
  if (failed.failure == SolveFailure::turned_too_far && sweeps) ways.emplace_back("solver.method = auto");
  if (!report.subdivided || report.smallest_step > shorter) {
    ways.push_back("integrator.step = " + number(shorter));
    ways.push_back("a larger integrator.max_subdivisions than " + std::to_string(options.max_subdivisions));
  }
  if (ways.empty())
    return "; no shorter step leads on from here, but where the energy grew before, a shorter integrator.step from the "
           "start on does";
  return any_of(ways);
}

// Of explicit methods, and of driven particles.
std::string lost_force(const Model& model, const IntegratorOptions& options, const StepReport& report) {
  const std::string who = model.particle_name(report.particle), when = "at t = " + number(report.time) + " ";
  const auto drives = [&](const DrivenPath& path) { return path.particle == report.particle; };
  if (std::any_of(model.driven().begin(), model.driven().end(), drives))
    return when + "the driven path of " + who + " is not a number: its formula left its domain; end before";
  const std::string what = when + "the force on " + who + " is not a number: ";
  if (options.method == IntegratorMethod::closed_form)
    return what +
           "a formula left its domain or, more likely, the motion blew up: closed-form wants steps shorter than 2 over "
           "the largest rate, damping over mass or the root of stiffness over mass; where damping leaves no inertia, "
           "use overdamped";
  if (options.method == IntegratorMethod::overdamped)
    return what +
           "a formula left its domain or, more likely, the motion blew up: overdamped wants steps shorter than 2 over "
           "the largest rate, stiffness over drag";
  return what + "a formula left its domain, or particles that repel each other came too close";
}

bool is_of_equilibrium(SolveFailure failure) {
  return failure == SolveFailure::no_equilibrium || failure == SolveFailure::free_motion;
}

std::string no_equilibrium(const Model& model, SolveFailure failure, std::int32_t particle) {
  const std::string who = particle < 0 ? "" : model.particle_name(particle);
  if (failure == SolveFailure::free_motion)
    return "nothing holds " + who +
           ", which can move without resistance, so that the equilibrium is not determined; hold it by a spring, a "
           "constraint or a load, or use overdamped";
  if (!who.empty())
    return "no equilibrium was found nearby, and nothing holds " + who + "; hold it by a spring or a constraint";
  return "no equilibrium was found nearby; start closer to one, or use overdamped, which leads to one";
}

std::string locked(const Model& model, const StepReport& report) {
  const SolveReport& failed = report.position.converged ? report.velocity : report.position;
  return "at t = " + number(report.time, 8) + " the mechanism locks: beyond, nothing satisfies " +
         model.row_name(failed.worst_row) +
         " and what it is coupled with; end before, or change what drives it, or its lengths";
}

}  // namespace

// A chain of Nose and Hoover is itself a motion, whose period the step must resolve. Other baths take any time.
std::string overflow_advice(const IntegratorOptions& options) {
  constexpr double steps_of_bath = 20.0;
  const ThermostatOptions& bath = options.thermostat;
  if (options.method == IntegratorMethod::quasistatic || options.method == IntegratorMethod::random_walk) return {};
  const bool hasty = bath.method == ThermostatMethod::nose_hoover && bath.time_constant < steps_of_bath * options.step;
  if (!hasty) return any_of({"integrator.step = " + number(options.step / 10.0)});
  return any_of({"thermostat.time_constant = " + number(steps_of_bath * options.step),
                 "integrator.step = " + number(std::min(options.step / 10.0, bath.time_constant / steps_of_bath))});
}

std::string explain_failure(const Model& model, const StartReport& report) {
  const SolveReport& failed = report.position.converged ? report.velocity : report.position;
  if (is_of_equilibrium(failed.failure)) return no_equilibrium(model, failed.failure, report.particle);
  if (report.particle >= 0) return "the force on " + model.particle_name(report.particle) + " is not a number";
  switch (failed.failure) {
    case SolveFailure::singular:
      return "the constraints depend on one another where the start was brought onto them";
    case SolveFailure::not_finite:
      return "the constraint is not a number at the start";
    default:
      return "the start cannot be brought onto the constraints; it stays off by " + number(failed.max_violation, 3) +
             " (relative)";
  }
}

std::string explain_failure(const Model& model, const IntegratorOptions& options, const SolverOptions& solver,
                            const StepReport& report) {
  if (is_of_equilibrium(report.position.failure))
    return "at t = " + number(report.time) + " " + no_equilibrium(model, report.position.failure, report.particle);
  if (report.short_edge > 0.0)
    return "at t = " + number(report.time) + " the box stays at the smallest that it may be, an edge of " +
           number(report.short_edge) +
           ": below twice the cut-off of the pair forces a particle would act on two images of another; use more "
           "particles, a lower barostat.pressure or, where there is one, a shorter forces.pairs.cutoff";
  if (report.particle >= 0 && report.position.failure == SolveFailure::not_finite &&
      report.velocity.failure == SolveFailure::not_finite)
    return "at t = " + number(report.time) + " the place or velocity of " + model.particle_name(report.particle) +
           " is beyond the largest number: the motion overflowed" + overflow_advice(options);
  if (report.particle >= 0 && report.position.failure == SolveFailure::jumped)
    return "at t = " + number(report.time) + " the driven path of " + model.particle_name(report.particle) +
           " jumps: it goes farther in one step than its velocity says; write it such that it is continuous, or try "
           "integrator.step = " +
           number(options.step / 10.0) + " where it is only steep";
  if (report.particle >= 0) return lost_force(model, options, report);
  if (report.locked) return locked(model, report);
  const SolveReport& failed = report.position.converged ? report.velocity : report.position;
  std::string text = "at t = " + number(report.time) + " " + what_happened(model, failed);
  if (failed.failure == SolveFailure::not_converged)
    text +=
        " (violation " + number(failed.max_violation) + " after " + std::to_string(failed.iterations) + " iterations)";
  if (report.subdivided) text += ", even with the step halved down to " + number(report.smallest_step);
  if (failed.failure == SolveFailure::undecided)
    return text + "; try another start, a little aside, or integrator.step = " + number(options.step / 100.0);
  return text + remedy(model, options, solver, failed, report);
}

}  // namespace taut
