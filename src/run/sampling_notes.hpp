// What makes averages of a random motion, and motion against drag, doubtful or wrong, in sentences for the summary.
#pragma once

#include <string>
#include <vector>

#include "run/frame_averages.hpp"
#include "run/statistics.hpp"
#include "run/system.hpp"
#include "run/verdict.hpp"

namespace taut {

// Before the first step: a bath that cannot reach all of the motion. Empty: none.
std::string ergodicity_note(const Scenario& scenario, const System& system);
// A thermostat whose time constant is too long for the run. Empty: it is not.
std::string slow_bath_note(const Scenario& scenario);
// After the run: steps that were subdivided, or are too coarse for the temperature or for the stiffest forces.
std::vector<Finding> step_findings(const Scenario& scenario, const System& system, const Statistics& statistics,
                                   const State& state, const FrameAverages& frames);

}  // namespace taut
