#include <fmt/format.h>

#include "run/overlap.hpp"
#include "run/physics_notes.hpp"
#include "run/sections.hpp"
#include "run/simulation.hpp"
#include "run/statistics.hpp"
#include "solve/condition.hpp"
#include "solve/violations.hpp"
#include "taut/run.hpp"

namespace taut {
namespace {

constexpr double ill_conditioned = 1e8;  // half of the digits of a multiplier are lost

// Constraints by name, each once, in the order in which a row of it is added.
class NameList {
 public:
  explicit NameList(const Model& model) : model_(model), known_(model.constraints().size(), false) {}

  void add(std::int32_t row) {
    const auto constraint = static_cast<std::size_t>(model_.rows()[static_cast<std::size_t>(row)].constraint);
    if (!known_[constraint]) names_.push_back(model_.row_name(row));
    known_[constraint] = true;
  }
  std::vector<std::string> take() { return std::move(names_); }

 private:
  const Model& model_;
  std::vector<bool> known_;
  std::vector<std::string> names_;
};

// Of a redundant set, the row that the others imply; of the other kinds, all rows that take part.
void name_dependent(const System& system, CheckReport& report) {
  NameList redundant(system.model), contradictory(system.model), singular(system.model);
  for (const DependentSet& set : system.plan.dependent_sets()) {
    NameList& list = set.kind == DependenceKind::redundant       ? redundant
                     : set.kind == DependenceKind::contradictory ? contradictory
                                                                 : singular;
    if (set.kind != DependenceKind::redundant)
      for (const std::int32_t row : set.others) list.add(row);
    list.add(set.row);
  }
  report.redundant = redundant.take();
  report.contradictory = contradictory.take();
  report.singular = singular.take();
}

std::string weak_text(const Model& model, const Condition& condition) {
  constexpr std::size_t shown = 6;
  NameList names(model);
  for (std::size_t k = 0; k < std::min(shown, condition.weakest.size()); ++k) names.add(condition.weakest[k]);
  const std::string more =
      condition.weakest.size() > shown ? fmt::format(", ... {} in all,", condition.weakest.size()) : "";
  return fmt::format("{}{} nearly depend on one another (condition number {:.2g}): expect multipliers with few digits",
                     fmt::join(names.take(), ", "), more, condition.number);
}

void measure_condition(const System& system, CheckReport& report) {
  ParticleFields fields(system.model);
  Condition worst;
  for (const Component& component : system.plan.components()) {
    Condition here = condition(system.model, component, fields);
    if (!(here.number < worst.number)) worst = std::move(here);
  }
  if (!system.plan.components().empty()) report.condition_number = worst.number;
  if (worst.number > ill_conditioned) report.advice.push_back(weak_text(system.model, worst));
}

void advise(const Scenario& scenario, const System& system, CheckReport& report) {
  report.advice.insert(report.advice.end(), scenario.notes.begin(), scenario.notes.end());
  report.advice.insert(report.advice.end(), system.replaced.begin(), system.replaced.end());
  for (const DependentSet& set : system.plan.dependent_sets()) {
    constexpr std::size_t most = 20;
    if (set.kind == DependenceKind::redundant && report.advice.size() < most)
      report.advice.push_back(describe(system.model, set));
  }
  for (std::string& note : physics_notes(scenario, system)) report.advice.push_back(std::move(note));
  if (!report.start.slowed.empty())
    report.advice.push_back("the initial velocities do not follow the constraints; in a run " +
                            removed_velocity_text(report.start, scenario.units));
  if (system.plan.tolerance_raised()) {
    report.advice.push_back(fmt::format("the tolerance is below the rounding of the coordinates; a run uses {:.2g}",
                                        system.plan.tolerance()));
  }
  if (report.refusal.empty()) {
    const std::vector<std::string> studies = study_advice(scenario, system);
    report.advice.insert(report.advice.end(), studies.begin(), studies.end());
    if (const std::string overlap = overlap_text(scenario, system, system.model.positions(), "at the start");
        !overlap.empty())
      report.advice.push_back(overlap);
  }
  if (!scenario.steps) report.advice.push_back("[integrator] has neither duration nor steps; a run needs one");
}

// Why a run would be refused although the model is valid; empty: it would not. Then the start says what of the given
// velocities would be removed.
std::string refusal_of_run(const Scenario& scenario, const System& system, RunSummary::Start& start) {
  try {
    Simulation prepared = prepare(scenario, system, 1);
    const Statistics& statistics = prepared.statistics();
    if (statistics.start_slowed < 0) return {};
    start.slowed = system.model.particle_name(static_cast<int>(statistics.start_slowed));
    start.removed_velocity = statistics.start_removed_velocity;
    start.speed = statistics.start_speed;
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

CheckReport check(const Scenario& scenario) {
  const System system(scenario);
  CheckReport report;
  report.title = scenario.title;
  report.particles = system.model.size();
  report.constraints = system.model.row_count();
  report.rank = system.plan.rank();
  report.degrees_of_freedom = system.plan.degrees_of_freedom(system.model);
  report.components = component_groups(system.plan);
  name_dependent(system, report);
  const ViolationMeter::Reading start =
      ViolationMeter(system.model, system.plan).read(initial_state(system.model), scenario.integrator.step);
  report.start = {start.position, start.velocity};
  report.refusal = refusal_of_run(scenario, system, report.start);
  measure_condition(system, report);
  advise(scenario, system, report);
  return report;
}

}  // namespace taut
