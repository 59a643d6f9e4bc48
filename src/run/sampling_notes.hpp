// What makes averages of a random motion doubtful, in sentences for the summary.
#pragma once

#include <string>
#include <vector>

#include "run/frame_averages.hpp"
#include "run/statistics.hpp"
#include "run/system.hpp"

namespace taut {

// Before the first step: a bath that cannot reach all of the motion. Empty: none.
std::string ergodicity_note(const Scenario& scenario, const System& system);
// After the run: steps that were subdivided, or are too coarse for the temperature.
std::vector<std::string> step_notes(const Scenario& scenario, const System& system, const Statistics& statistics,
                                    const State& state, const FrameAverages& frames);

}  // namespace taut
