#define TAUT_INSTRUCTION_SET avx2
#define TAUT_LANES 4
#include "forces/kernels/pair_kernel.hpp"
