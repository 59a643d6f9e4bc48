// What the WebAssembly module offers to its host.
#include "double_pendulum.hpp"

static std::vector<double> result;

// Returns how many doubles there are at values(); 0 when a step failed.
extern "C" [[clang::export_name("run_pendulums")]] int run_pendulums(int steps) {
  result = taut::wasm_test::run_pendulums(steps);
  return static_cast<int>(result.size());
}

extern "C" [[clang::export_name("values")]] const double* values() { return result.data(); }
