// `taut response --trajectory`: what a finished run says about its system.
#pragma once

#include <string>

#include "run/output_directory.hpp"
#include "run/system.hpp"
#include "taut/respond.hpp"

namespace taut {

// Throws InputError where there is no such trajectory, or none of this scenario. Normal modes are those of the report.
TrajectoryReport look_at_trajectory(const Scenario& scenario, const System& system, const Model& start,
                                    const RespondOptions& options, const std::vector<Mode>& normal_modes);
std::string trajectory_text(const RespondReport& report);
void write_trajectory(RespondReport& report, const OutputDirectory& directory);

}  // namespace taut
