// libFuzzer with the name of a target before its own arguments: fuzz_readers urdf -runs=1000 examples/arms
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "fuzz/targets.hpp"

namespace {

using Target = void (*)(std::string_view);
struct Named {
  std::string_view name;
  Target target;
};
constexpr Named targets[] = {{"formula", taut::fuzz::read_formula},
                             {"scenario", taut::fuzz::read_scenario},
                             {"arm", taut::fuzz::read_arm},
                             {"urdf", taut::fuzz::read_urdf},
                             {"svg_path", taut::fuzz::read_svg_path},
                             {"joints", taut::fuzz::read_joints},
                             {"checkpoint", taut::fuzz::read_checkpoint},
                             {"trajectory", taut::fuzz::read_trajectory},
                             {"h5md", taut::fuzz::read_h5md}};

Target chosen = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  for (const Named& named : targets)
    if (*count > 1 && named.name == (*arguments)[1]) chosen = named.target;
  if (!chosen) {
    std::fprintf(stderr, "expected the name of a target first:");
    for (const Named& named : targets) std::fprintf(stderr, " %s", named.name.data());
    std::fprintf(stderr, "\n");
    std::exit(2);
  }
  std::copy(*arguments + 2, *arguments + *count, *arguments + 1);
  --*count;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chosen({reinterpret_cast<const char*>(data), size});
  return 0;
}
