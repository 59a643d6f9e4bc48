// What a peer's program measures and prints: {"version": …, "ns": …, "error": …}.
#pragma once

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>

namespace peers {

// Processor time: another program that takes the core away for a while is not counted.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Seconds of one call of `work`, the smallest of at least five and of a second altogether; `prepare` goes before each
// and is not timed.
template <class Prepare, class Work>
double fastest(Prepare&& prepare, Work&& work) {
  double best = 1e300, total = 0.0;
  for (int samples = 0; samples < 5 || total < 1.0; ++samples) {
    prepare();
    const double begin = cpu_seconds();
    work();
    const double spent = cpu_seconds() - begin;
    best = std::min(best, spent);
    total += spent;
  }
  return best;
}

inline void print(const std::string& version, double ns, double error) {
  std::printf("{\"version\": \"%s\", \"ns\": %.6g, \"error\": %.6g}\n", version.c_str(), ns, error);
}

}  // namespace peers
