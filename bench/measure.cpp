#include "measure.hpp"

#include <sched.h>
#include <time.h>

#include <chrono>
#include <fstream>

namespace taut::bench {

void pin_to_one_core() {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<unsigned>(sched_getcpu()), &set);
  sched_setaffinity(0, sizeof set, &set);
}

Unpinned::Unpinned() {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (unsigned core = 0; core < CPU_SETSIZE; ++core) CPU_SET(core, &set);
  sched_setaffinity(0, sizeof set, &set);
}

Unpinned::~Unpinned() { pin_to_one_core(); }

std::string machine() {
  std::ifstream info("/proc/cpuinfo");
  std::string line, name = "unknown processor";
  while (std::getline(info, line))
    if (line.rfind("model name", 0) == 0) {
      name = line.substr(line.find(':') + 2);
      break;
    }
  return name + ", g++ " + __VERSION__;
}

double processor_seconds_now() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace taut::bench
