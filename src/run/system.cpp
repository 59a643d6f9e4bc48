#include "run/system.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/document.hpp"

namespace taut {
namespace {

constexpr double largest_start_error = 1e-6;  // relative; beyond it a start is a mistake rather than rounding

// The key of a row that was typed as [[constraints]]; those that a generator made have none.
std::string key_of_row(const Scenario& scenario, const Model& model, int row) {
  const auto* root = scenario.document->root.as<io::Node::Table>();
  const io::Node* typed = io::find(*root, "constraints");
  const auto* list = typed ? typed->as<io::Node::Array>() : nullptr;
  const int constraint = model.rows()[static_cast<std::size_t>(row)].constraint;
  return list && constraint < static_cast<int>(list->size()) ? fmt::format("constraints[{}]", constraint) : "";
}

InputError start_error(const Scenario& scenario, const Model& model, int row, const std::string& sentence) {
  if (row < 0) return scenario.located({"", sentence});
  return scenario.located({key_of_row(scenario, model, row), fmt::format("{}: {}", model.row_name(row), sentence)});
}

// Why the start cannot be brought onto the constraints.
std::string start_failure(const SolveReport& report) {
  switch (report.failure) {
    case SolveFailure::singular:
      return "the constraints are dependent at the start: one is redundant, or a straight line of rods is stretched "
             "between fixed points";
    case SolveFailure::not_finite:
      return "the constraint is not a number at the start";
    default:
      return fmt::format("the start cannot be brought onto the constraints; it stays off by {:.3g} (relative)",
                         report.max_violation);
  }
}

}  // namespace

std::vector<ComponentGroup> component_groups(const Plan& plan) {
  std::vector<ComponentGroup> groups;
  for (const Component& component : plan.components()) {
    const char* solver = solver_name(component.solver);
    const auto rows = static_cast<std::int64_t>(component.rows.size());
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const ComponentGroup& group) {
      return group.constraints == rows && group.kind == component.kind && group.solver == solver &&
             group.reason == component.reason;
    });
    if (same == groups.end())
      groups.push_back({component.kind, solver, component.reason, 1, rows});
    else
      ++same->count;
  }
  return groups;
}

bool conserves_energy(const System& system) {
  const Model& model = system.model;
  const bool timed = std::any_of(model.formulas().begin(), model.formulas().end(), [](const FormulaRow& row) {
    return row.formula.depends_on(static_cast<int>(3 * row.particles.size()));
  });
  return system.forces.conserves_energy() && model.driven().empty() && !timed;
}

StartReport start_on_constraints(const Scenario& scenario, const System& system, Integrator& integrator, State& state) {
  const Integrator::Violations before = integrator.violations(state);
  if (before.position > largest_start_error && !scenario.project_initial) {
    throw start_error(scenario, system.model, before.worst_row,
                      fmt::format("the start is off by {:.3g} (relative); expected at most {:g}, or project_initial = "
                                  "true in [solver]",
                                  before.position, largest_start_error));
  }
  const StartReport report = integrator.start(state);
  const SolveReport& failed = report.position.converged ? report.velocity : report.position;
  if (!report.ok()) throw start_error(scenario, system.model, failed.worst_row, start_failure(failed));
  return report;
}

}  // namespace taut
