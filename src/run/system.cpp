#include "run/system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/document/document.hpp"
#include "run/overlap.hpp"
#include "solve/contradiction.hpp"
#include "solve/regular.hpp"

namespace taut {
namespace {

// The key of a row that was typed as [[constraints]]; those that a generator made have none, and none has one when
// regularise = true may have numbered them anew.
std::string key_of_row(const Scenario& scenario, const Model& model, int row) {
  if (scenario.regularise) return "";
  const auto* root = scenario.document->root.as<io::Node::Table>();
  const io::Node* typed = io::find(*root, "constraints");
  const auto* list = typed ? typed->as<io::Node::Array>() : nullptr;
  const int constraint = model.rows()[static_cast<std::size_t>(row)].constraint;
  return list && constraint < static_cast<int>(list->size()) ? fmt::format("constraints[{}]", constraint) : "";
}

// Likewise of a particle that was typed.
std::string key_of_particle(const Scenario& scenario, std::int32_t particle) {
  const auto* root = scenario.document->root.as<io::Node::Table>();
  const io::Node* typed = io::find(*root, "particles");
  const auto* list = typed ? typed->as<io::Node::Array>() : nullptr;
  return list && particle >= 0 && particle < static_cast<std::int32_t>(list->size())
             ? fmt::format("particles[{}]", particle)
             : "";
}

InputError start_error(const Scenario& scenario, const Model& model, int row, const std::string& sentence) {
  if (row < 0) return scenario.located({has_inertia(scenario.integrator.method) ? "" : "integrator.method", sentence});
  return scenario.located({key_of_row(scenario, model, row), fmt::format("{}: {}", model.row_name(row), sentence)});
}

// The model as typed, or with its singular planes and lines in their regular formulation.
Expected<Model> regular_model(const Scenario& scenario, std::vector<std::string>& replaced) {
  Expected<Model> model = scenario.model.build();
  if (!model || !scenario.regularise) return model;
  const Expected<Plan> plan = Plan::make(*model, {});
  if (!plan) return plan.error();
  Expected<RegularFormulation> regular = regular_formulation(scenario.model, *model, *plan);
  if (!regular) return regular.error();
  replaced = std::move(regular->notes);
  return regular->model.build();
}

// What helps where a set of constraints holds to first order only.
std::string singular_remedy(const DependentSet& set) {
  if (set.others.empty()) return "; start elsewhere";
  return "; where they lie in a plane or on a line, hold three or two of the particles by distances and the others by "
         "linear relations, which regularise = true in [solver] does; otherwise start elsewhere";
}

}  // namespace

System::System(const Scenario& scenario)
    : model(located(scenario, regular_model(scenario, replaced))),
      forces(located(scenario, ForceField::make(model, scenario.forces))),
      plan(located(scenario, Plan::make(model, scenario.solver))) {}

std::vector<ComponentGroup> component_groups(const Plan& plan) {
  std::vector<ComponentGroup> groups;
  for (const Component& component : plan.components()) {
    const char* solver = solver_name(component.solver);
    const auto rank = static_cast<std::int64_t>(component.rows.size());
    const auto rows = rank + static_cast<std::int64_t>(component.dependent.size());
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const ComponentGroup& group) {
      return group.constraints == rows && group.rank == rank && group.kind == component.kind &&
             group.solver == solver && group.reason == component.reason;
    });
    if (same == groups.end())
      groups.push_back({component.kind, solver, component.reason, 1, rows, rank});
    else
      ++same->count;
  }
  return groups;
}

std::string dependence_refusal(const Scenario& scenario, const System& system) {
  for (const DependenceKind kind : {DependenceKind::contradictory, DependenceKind::singular})
    for (const DependentSet& set : system.plan.dependent_sets()) {
      if (set.kind != kind) continue;
      const std::string remedy = kind == DependenceKind::singular ? singular_remedy(set) : "";
      return scenario.located({key_of_row(scenario, system.model, set.row), describe(system.model, set) + remedy})
          .what();
    }
  return {};
}

std::string redundancy_note(const System& system) {
  const auto& sets = system.plan.dependent_sets();
  const auto is_redundant = [](const DependentSet& set) { return set.kind == DependenceKind::redundant; };
  const auto first = std::find_if(sets.begin(), sets.end(), is_redundant);
  if (first == sets.end()) return {};
  const auto count = std::count_if(sets.begin(), sets.end(), is_redundant);
  return fmt::format(
      "{}{}; the others are solved, all are kept, and the forces of such a set are the smallest that do the same",
      describe(system.model, *first),
      count == 1 ? "" : fmt::format(", and {} more {}", count - 1, count == 2 ? "is" : "are"));
}

bool has_thermodynamics(const Scenario& scenario) {
  return scenario.forces.pairs || !(scenario.model.box() == Vec3{}) ||
         scenario.integrator.thermostat.method != ThermostatMethod::none;
}

double moving_mass(const Model& model) {
  double mass = 0.0;
  for (std::size_t i = 0; i < model.masses().size(); ++i)
    if (model.inverse_masses()[i] > 0.0) mass += model.masses()[i];
  return mass;
}

IntegratorOptions with_threads(IntegratorOptions options, int threads) {
  options.threads = threads;
  return options;
}

Integrator make_integrator(const Scenario& scenario, const System& system, const IntegratorOptions& options) {
  if (const std::string why = dependence_refusal(scenario, system); !why.empty()) throw InputError(why);
  return located(scenario, Integrator::make(system.model, system.forces, system.plan, options));
}

namespace {

// Driven particles, or constraints that change with time.
bool is_led(const Model& model) {
  const bool timed = std::any_of(model.formulas().begin(), model.formulas().end(), [](const FormulaRow& row) {
    return row.formula.depends_on(static_cast<int>(3 * row.particles.size()));
  });
  return timed || !model.driven().empty();
}

}  // namespace

bool is_driven(const System& system) { return system.forces.has_sources() || is_led(system.model); }

EnergyLaw energy_law(const Scenario& scenario, const System& system) {
  const IntegratorOptions& options = scenario.integrator;
  if (is_random(options.method)) return EnergyLaw::open;
  const bool driven = is_driven(system), damped = system.forces.has_damping();
  if (options.method == IntegratorMethod::overdamped && !driven) return EnergyLaw::falling;
  if (!has_inertia(options.method)) return EnergyLaw::open;
  const bool bath = options.thermostat.method != ThermostatMethod::none;
  if (!driven && !damped) return bath ? EnergyLaw::bath : EnergyLaw::conserved;
  // To sum the work of what leads particles or constraints takes another evaluation of the forces after every step.
  const bool too_dear = is_led(system.model) && system.forces.has_pairs();
  return bath || too_dear ? EnergyLaw::open : EnergyLaw::exchanged;
}

bool conserves_energy(const Scenario& scenario, const System& system) {
  return conserves_energy(system.model, system.forces, scenario.integrator);
}

namespace {

// Throws InputError where an energy or the force on a particle is not a number.
void refuse_lost_numbers(const Scenario& scenario, const System& system, Integrator& integrator, const State& state,
                         std::int32_t particle) {
  const double kinetic = integrator.kinetic_energy(state), potential = integrator.potential_energy(state);
  if (particle < 0 && std::isfinite(kinetic) && std::isfinite(potential)) return;
  const std::string overlap = overlap_text(scenario, system, state.position, "at the start");
  if (!overlap.empty()) throw scenario.located({key_of_particle(scenario, particle), overlap});
  if (particle >= 0)
    throw scenario.located({key_of_particle(scenario, particle),
                            fmt::format("the force on {} is not a number at the start: a formula left its domain, "
                                        "or it overflowed",
                                        system.model.particle_name(particle))});
  throw scenario.located({"", fmt::format("the {} energy is not a number at the start, but {}",
                                          std::isfinite(kinetic) ? "potential" : "kinetic",
                                          std::isfinite(kinetic) ? potential : kinetic)});
}

}  // namespace

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
  const bool lost = !report.ok() && report.particle >= 0 && failed.failure == SolveFailure::not_finite;
  if (report.ok() || lost) refuse_lost_numbers(scenario, system, integrator, state, lost ? report.particle : -1);
  if (!report.ok()) throw start_error(scenario, system.model, failed.worst_row, integrator.explain(report));
  return report;
}

}  // namespace taut
