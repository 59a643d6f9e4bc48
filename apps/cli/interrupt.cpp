#include "interrupt.hpp"

#include <unistd.h>

#include <csignal>
#include <ctime>
#include <string_view>

#include "commands.hpp"

namespace taut::cli {
namespace {

StopRequest stop;
timer_t patience;
constexpr long wait_nanoseconds = 800'000'000;

void request(int) {
  stop.request();
  const itimerspec wait = {.it_interval = {}, .it_value = {.tv_sec = 0, .tv_nsec = wait_nanoseconds}};
  ::timer_settime(patience, 0, &wait, nullptr);
}

// Nobody has looked: one long step, or a part of the work that saves nothing. As after a power failure, what was saved
// before is whole.
void end_at_once(int) {
  if (stop.noticed()) return;
  constexpr std::string_view sentence = "taut: interrupted; what was saved before is kept\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, sentence.data(), sentence.size());
  ::_exit(interrupted);
}

void handle(int number, void (*handler)(int), int flags) {
  struct sigaction before = {};
  if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) return;  // under nohup, for one
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  ::sigaction(number, &action, nullptr);
}

bool install() {
  if (::timer_create(CLOCK_MONOTONIC, nullptr, &patience) != 0) return false;  // then signals end the program as usual
  struct sigaction action = {};
  action.sa_handler = end_at_once;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGALRM, &action, nullptr);
  for (const int number : {SIGINT, SIGTERM, SIGHUP})
    handle(number, request, static_cast<int>(SA_RESTART | SA_RESETHAND));
  return true;
}

}  // namespace

const StopRequest& watch_interrupts() {
  [[maybe_unused]] static const bool installed = install();
  return stop;
}

}  // namespace taut::cli
