// The files and figures of a response.
#pragma once

#include <string>
#include <vector>

#include "run/output_directory.hpp"
#include "taut/respond.hpp"

namespace taut {

std::string modes_csv(const std::vector<Mode>& modes);
void write_response(RespondReport& report, const Scenario& scenario, const Model& model,
                    const OutputDirectory& directory);

}  // namespace taut
