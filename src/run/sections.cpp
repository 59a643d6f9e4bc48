#include "run/sections.hpp"

#include <fmt/format.h>

#include "io/document/document.hpp"
#include "io/file/number.hpp"
#include "run/measure_recorder.hpp"
#include "taut/event_map.hpp"

namespace taut {
namespace {

void check_map(const Scenario& scenario, const Model& model, const MapSpec& spec) {
  static_cast<void>(
      located(scenario, StartFamily::make(model, {spec.x.name, spec.y.name}, spec.starts, spec.parameters)));
  for (const CrossingSpec& event : spec.events) static_cast<void>(located(scenario, Crossing::make(model, event)));
  std::vector<int> all;
  for (int i = 0; i < model.size(); ++i) all.push_back(i);
  if (!spec.possible.empty())
    static_cast<void>(
        located(scenario, StateFormula::make(model, all, spec.possible, spec.parameters, spec.origin + ".possible")));
  for (const MapAxis* axis : {&spec.x, &spec.y})
    if (!axis->key.empty())
      static_cast<void>(parse_scenario(scenario.text, scenario.document->file,
                                       {fmt::format("{}={}", axis->key, io::format_number(axis->from))}));
}

}  // namespace

SectionFormulas section_formulas(const Scenario& scenario, const Model& model, const SectionSpec& spec) {
  const CrossingSpec& c = spec.crossing;
  SectionFormulas made{.crossing = located(scenario, Crossing::make(model, c)), .plot = {}, .family = std::nullopt};
  for (std::size_t k = 0; k < 2; ++k)
    made.plot.push_back(located(scenario, StateFormula::make(model, c.on, spec.plot[k], c.parameters,
                                                             fmt::format("{}.plot[{}]", c.origin, k))));
  if (!spec.vary.name.empty())
    made.family = located(scenario, StartFamily::make(model, {spec.vary.name}, spec.starts, c.parameters));
  return made;
}

void check_sections(const Scenario& scenario, const Model& model) {
  static_cast<void>(MeasureRecorder(scenario, model));
  if (scenario.section) static_cast<void>(section_formulas(scenario, model, *scenario.section));
  if (scenario.map) check_map(scenario, model, *scenario.map);
}

std::vector<std::string> study_advice(const Scenario& scenario, const System& system) {
  std::vector<std::string> advice;
  Measurements measures = located(
      scenario, Measurements::make(system.model, scenario.measures, scenario.integrator.step, scenario.forces.springs));
  static_cast<void>(measures.take(initial_state(system.model)));
  if (!measures.lost().empty())
    advice.push_back(
        fmt::format("the measurement {} is not a number at the start, and a run would end there", measures.lost()));
  const auto refused = [&](const char* option, const Error& error) {
    advice.push_back(fmt::format("taut chaos {} would refuse it: {}", option, scenario.located(error).what()));
  };
  if (scenario.section)
    if (const Expected<SectionFinder> finder =
            SectionFinder::make(system.model, system.forces, system.plan, scenario.integrator,
                                section_formulas(scenario, system.model, *scenario.section).crossing);
        !finder)
      refused("--section", finder.error());
  if (scenario.map)
    if (const Expected<EventMap> map =
            EventMap::make(system.model, scenario.forces, scenario.solver, scenario.integrator, *scenario.map, 1, 1, 1);
        !map)
      refused("--map", map.error());
  return advice;
}

}  // namespace taut
