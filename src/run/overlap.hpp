// Particles so close that the force between them is too much for a step: the usual reason why a motion with pair forces
// blows up, wherever that shows first.
#pragma once

#include <string>

#include "run/system.hpp"

namespace taut {

// In a sentence with names, distance and remedy; empty where there is none. `when` is where it begins: "at the start".
std::string overlap_text(const Scenario& scenario, const System& system, const std::vector<Vec3>& position,
                         const std::string& when);

}  // namespace taut
