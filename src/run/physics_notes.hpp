// What a scenario may not mean, said before it runs: notes of a run, advice of a check.
#pragma once

#include <string>
#include <vector>

#include "run/system.hpp"

namespace taut {

std::vector<std::string> physics_notes(const Scenario& scenario, const System& system);

// The particle whose given velocity a start changes most, by how much, and what part of its speed that is.
std::string removed_velocity_text(const RunSummary::Start& start, const Units& units);

}  // namespace taut
