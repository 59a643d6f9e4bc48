// libFuzzer entry: clang++ -std=c++20 -fsanitize=fuzzer,address,undefined with the sources of src/base and src/formula.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "fuzz/formula_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (!taut::fuzz::formula_keeps_its_promises({reinterpret_cast<const char*>(data), size})) std::abort();
  return 0;
}
