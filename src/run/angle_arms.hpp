// An angle constraint holds the distance between its two ends, which is the angle asked for as long as its arms keep
// their lengths. That is for others to see to.
#pragma once

#include <string>

#include "run/system.hpp"

namespace taut {

// Names an angle with an arm that nothing holds, and says how many others have one; empty: none has.
std::string loose_arm_note(const System& system);

}  // namespace taut
