#include "interrupt.hpp"

#include <csignal>

namespace taut::cli {
namespace {

std::atomic<bool> requested = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch nothing else");

void request(int) { requested.store(true, std::memory_order_relaxed); }

}  // namespace

const std::atomic<bool>& watch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = request;
  action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return requested;
}

}  // namespace taut::cli
