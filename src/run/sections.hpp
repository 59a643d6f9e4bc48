// The formulas of [chaos.section] and [chaos.map], made of a scenario before anything is computed: by the studies that
// use them, and by runs and checks, which refuse a scenario that holds a bad one.
#pragma once

#include <optional>
#include <vector>

#include "run/system.hpp"
#include "taut/crossing.hpp"

namespace taut {

struct SectionFormulas {
  Crossing crossing;
  std::vector<StateFormula> plot;     // two
  std::optional<StartFamily> family;  // where starts vary
};
SectionFormulas section_formulas(const Scenario& scenario, const Model& model, const SectionSpec& spec);

// Throws InputError for whatever is wrong with [[measure]], [chaos.section] or [chaos.map].
void check_sections(const Scenario& scenario, const Model& model);
// What `taut chaos` would refuse although a run would not, and what is no number to measure, in sentences.
std::vector<std::string> study_advice(const Scenario& scenario, const System& system);

}  // namespace taut
