// The files and figures of a response.
#pragma once

#include "run/output_directory.hpp"
#include "taut/respond.hpp"

namespace taut {

void write_response(const RespondReport& report, const Scenario& scenario, const Model& model,
                    const OutputDirectory& directory);

}  // namespace taut
