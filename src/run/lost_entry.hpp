// A last look at all that a run is about to hand out.
#pragma once

#include <string>

#include "taut/run.hpp"

namespace taut {

// Where in summary.json a number is not finite, as measurements[0].mean; empty: nowhere.
std::string lost_entry(const RunSummary& summary);

}  // namespace taut
