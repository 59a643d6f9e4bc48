// Functions of the lag as a table and as figures.
#pragma once

#include <string>
#include <vector>

#include "run/output_directory.hpp"
#include "taut/observe.hpp"

namespace taut {

void write_lag_functions(const std::vector<LagFunction>& functions, const OutputDirectory& directory);
void draw_lag_functions(const std::vector<LagFunction>& functions, const std::string& time_unit,
                        const OutputDirectory& directory);

}  // namespace taut
