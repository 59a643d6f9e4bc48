#include <fmt/format.h>

#include "run/system.hpp"
#include "taut/run.hpp"

namespace taut {
namespace {

std::vector<std::string> advice_for(const Scenario& scenario, const System& system, const RunSummary::Start& start) {
  std::vector<std::string> advice = scenario.notes;
  if (system.model.degrees_of_freedom() < 0) {
    advice.push_back(
        fmt::format("there are {} constraints more than degrees of freedom: some are redundant or contradict",
                    -system.model.degrees_of_freedom()));
  }
  if (start.velocity_error > 1e-12) {
    advice.push_back("the initial velocities do not follow the constraints; a run projects them");
  }
  if (system.plan.tolerance_raised()) {
    advice.push_back(fmt::format("the tolerance is below the rounding of the coordinates; a run uses {:.2g}",
                                 system.plan.tolerance()));
  }
  if (!scenario.steps) advice.push_back("[integrator] has neither duration nor steps; a run needs one");
  return advice;
}

}  // namespace

CheckReport check(const Scenario& scenario) {
  const System system(scenario);
  Integrator integrator =
      located(scenario, Integrator::make(system.model, system.forces, system.plan, scenario.integrator));
  CheckReport report;
  report.title = scenario.title;
  report.particles = system.model.size();
  report.constraints = system.model.row_count();
  report.degrees_of_freedom = system.model.degrees_of_freedom();
  report.components = component_groups(system.plan);
  State state = initial_state(system.model);
  const Integrator::Violations violations = integrator.violations(state);
  report.start = {violations.position, violations.velocity};
  try {
    start_on_constraints(scenario, system, integrator, state);
  } catch (const InputError& error) {
    report.refusal = error.what();
  }
  report.advice = advice_for(scenario, system, report.start);
  return report;
}

}  // namespace taut
