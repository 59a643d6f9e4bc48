// What the verdict on a run goes by, gathered from the scenario and what was counted.
#pragma once

#include "run/frame_averages.hpp"
#include "run/statistics.hpp"
#include "run/verdict.hpp"

namespace taut {

Evidence gather_evidence(const Scenario& scenario, const System& system, const Statistics& statistics,
                         const State& state);
// The temperature of motion with a thermostat.
Evidence::Bath bath_of(const Scenario& scenario, const System& system, const BlockAverage& temperature, double time);
// What a deviation of the energy is judged by.
double judged_scale(const Scenario& scenario, const System& system, const Statistics& statistics);
// Below this an error of the energy is not told from none: a part of what the weights can do across the parts that
// hold them and of the other energies at the start, and the rounding of energies that have no zero of their own.
double energy_floor(const System& system, const ForceSpecs& specs, const State& start, double step);

}  // namespace taut
