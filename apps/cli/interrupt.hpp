#pragma once

#include "taut/stop.hpp"

namespace taut::cli {

// From the first call on, Ctrl-C, SIGTERM and SIGHUP ask to stop; what does not look at the request within a second is
// ended, and so is everything at a second signal.
const StopRequest& watch_interrupts();

}  // namespace taut::cli
