#include "forces/pair_kernels.hpp"

#include <array>

namespace taut {

namespace scalar {
extern const PairKernels pair_kernels;
}
namespace baseline {
extern const PairKernels pair_kernels;
}
namespace avx2 {
extern const PairKernels pair_kernels;
}
namespace avx512 {
extern const PairKernels pair_kernels;
}

namespace {

struct Here {
  std::array<const PairKernels*, 4> table = {&scalar::pair_kernels};
  std::size_t count = 1;
};

// Of those that were compiled, see TAUT_INSTRUCTION_SETS in CMakeLists.txt.
Here look_around() {
  Here here;
#ifdef TAUT_BASELINE_KERNELS
  here.table[here.count++] = &baseline::pair_kernels;
#endif
#ifdef TAUT_AVX2_KERNELS
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) here.table[here.count++] = &avx2::pair_kernels;
#endif
#ifdef TAUT_AVX512_KERNELS
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    here.table[here.count++] = &avx512::pair_kernels;
#endif
  return here;
}

}  // namespace

std::span<const PairKernels* const> pair_kernels_here() {
  static const Here here = look_around();
  return {here.table.data(), here.count};
}

}  // namespace taut
