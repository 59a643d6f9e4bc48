#define TAUT_INSTRUCTION_SET avx512
#define TAUT_LANES 8
#include "forces/kernels/pair_kernel.hpp"
