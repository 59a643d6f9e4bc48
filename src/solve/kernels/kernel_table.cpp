#include "solve/kernels/kernel_table.hpp"

namespace taut {

namespace scalar {
extern const KernelTable table;
}
namespace baseline {
extern const KernelTable table;
}
namespace avx2 {
extern const KernelTable table;
}
namespace avx512 {
extern const KernelTable table;
}

namespace {

struct Here {
  std::array<const KernelTable*, 4> table = {&scalar::table};
  std::size_t count = 1;
};

// Of those that were compiled, see TAUT_INSTRUCTION_SETS in CMakeLists.txt.
Here look_around() {
  Here here;
#ifdef TAUT_BASELINE_KERNELS
  here.table[here.count++] = &baseline::table;
#endif
#ifdef TAUT_AVX2_KERNELS
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) here.table[here.count++] = &avx2::table;
#endif
#ifdef TAUT_AVX512_KERNELS
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    here.table[here.count++] = &avx512::table;
#endif
  return here;
}

}  // namespace

std::span<const KernelTable* const> kernels_here() {
  static const Here here = look_around();
  return {here.table.data(), here.count};
}

}  // namespace taut
