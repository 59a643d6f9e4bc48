// Figures of the arms of a run, from its joints.csv: joints.svg, the values against time, shifts.svg, those of sliders,
// and of a single arm on a base at rest arm.svg and animation.svg, as taut reach draws them.
#pragma once

#include "run/output_directory.hpp"
#include "taut/scenario.hpp"

namespace taut {

void draw_joints(const Scenario& scenario, const OutputDirectory& directory);

}  // namespace taut
