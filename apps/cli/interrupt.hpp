#pragma once

#include <atomic>

namespace taut::cli {

// Becomes true at the first Ctrl-C (or SIGTERM); a second one ends the program at once.
const std::atomic<bool>& watch_interrupts();

}  // namespace taut::cli
