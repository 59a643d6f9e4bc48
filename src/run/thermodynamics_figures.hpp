// temperature.svg, and with a barostat density.svg, of a run that wrote thermodynamics.csv.
#pragma once

#include "run/output_directory.hpp"
#include "taut/scenario.hpp"

namespace taut {

void draw_thermodynamics(const Scenario& scenario, const OutputDirectory& directory);

}  // namespace taut
