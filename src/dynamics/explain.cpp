#include "dynamics/explain.hpp"

#include <cstdio>

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
      return "the constraints became dependent at " + constraint +
             " (singular matrix), as three collinear particles held by three distances do, and nothing says how to go "
             "on";
    case SolveFailure::not_finite:
      return constraint + " evaluated to something that is not a number: a force or formula left its domain";
    case SolveFailure::turned_too_far:
      return constraint + " turned too far within one step to tell on which side it belongs";
    case SolveFailure::undecided:
      return "the motion comes to a singular configuration at " + constraint +
             " from which two ways lead on, and which it takes depends on the step";
    default:
      return constraint + " could not be satisfied";
  }
}

// Methods that converge linearly may need nothing but another method; empty for those that solve all rows at once.
std::string other_method(const SolverOptions& solver) {
  switch (solver.method) {
    case SolverMethod::lincs:
      return "solver.method = auto, a larger solver.order than " + std::to_string(solver.order) + ", ";
    case SolverMethod::gauss_seidel:
    case SolverMethod::sor:
    case SolverMethod::p_shake:
      return "solver.method = auto, ";
    default:
      return {};
  }
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
  return "no equilibrium was found nearby" + (who.empty() ? who : ", and nothing holds " + who) +
         "; start closer to one, or use overdamped, which leads to one";
}

std::string locked(const Model& model, const StepReport& report) {
  const SolveReport& failed = report.position.converged ? report.velocity : report.position;
  return "at t = " + number(report.time, 8) + " the mechanism locks: beyond, nothing satisfies " +
         model.row_name(failed.worst_row) +
         " and what it is coupled with; end before, or change what drives it, or its lengths";
}

}  // namespace

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
    return "at t = " + number(report.time) + " the box shrank to " + number(report.short_edge) +
           ", less than twice the cut-off of the pair forces, where a particle would act on two images of another; use "
           "more particles, a shorter forces.pairs.cutoff or a lower barostat.pressure";
  if (report.particle >= 0 && report.position.failure == SolveFailure::not_finite)
    return "at t = " + number(report.time) + " the place or velocity of " + model.particle_name(report.particle) +
           " is beyond the largest number: the motion overflowed";
  if (report.particle >= 0)
    return "at t = " + number(report.time) + " the force on " + model.particle_name(report.particle) +
           ", or its driven path, is not a number: a formula left its domain, or something overflowed";
  if (report.locked) return locked(model, report);
  const SolveReport& failed = report.position.converged ? report.velocity : report.position;
  const std::string constraint = failed.worst_row < 0 ? "a constraint" : model.row_name(failed.worst_row);
  std::string text = "at t = " + number(report.time) + " " + what_happened(failed.failure, constraint);
  if (failed.failure == SolveFailure::not_converged)
    text +=
        " (violation " + number(failed.max_violation) + " after " + std::to_string(failed.iterations) + " iterations)";
  if (report.subdivided) text += ", even with the step halved down to " + number(report.smallest_step);
  if (failed.failure == SolveFailure::undecided)
    return text + "; try another start, a little aside, or integrator.step = " + number(options.step / 100.0);
  if (failed.failure == SolveFailure::singular)
    return text + "; choose another start, or constraints that are regular there";
  const bool slow = failed.failure == SolveFailure::not_converged;
  return text + "; try " + (slow ? other_method(solver) : "") + "integrator.step = " + number(options.step / 10.0) +
         " or a larger integrator.max_subdivisions than " + std::to_string(options.max_subdivisions);
}

}  // namespace taut
