// double_pendulum STEPS: prints the doubles of the final states as hexadecimal bits, one a line.
#include <bit>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "double_pendulum.hpp"

int main(int argc, char** argv) {
  const int steps = argc == 2 ? std::atoi(argv[1]) : 0;
  if (steps <= 0) {
    std::fprintf(stderr, "usage: double_pendulum STEPS\n");
    return 2;
  }
  const auto result = taut::wasm_test::run_pendulums(steps);
  if (result.empty()) {
    std::fprintf(stderr, "double_pendulum: the run failed\n");
    return 1;
  }
  for (const double value : result) std::printf("%016" PRIx64 "\n", std::bit_cast<std::uint64_t>(value));
}
