// Honest timing: pinned to one core, the smallest of several samples.
#pragma once

#include <string>

namespace taut::bench {

void pin_to_one_core();
// All cores while it lives, for what is started meanwhile too.
class Unpinned {
 public:
  Unpinned();
  ~Unpinned();
  Unpinned(const Unpinned&) = delete;
  Unpinned& operator=(const Unpinned&) = delete;
};
std::string machine();  // processor, compiler

double seconds_now();
double processor_seconds_now();  // of this process: what others take of the core is not counted

// Nanoseconds of one call of f, the smallest of `samples`, each of `calls` calls.
template <class F>
double fastest(int samples, int calls, F&& f) {
  double best = 1e300;
  for (int s = 0; s < samples; ++s) {
    const double begin = seconds_now();
    for (int k = 0; k < calls; ++k) f();
    const double spent = (seconds_now() - begin) / calls;
    best = spent < best ? spent : best;
  }
  return 1e9 * best;
}

}  // namespace taut::bench
