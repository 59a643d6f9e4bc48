#define TAUT_INSTRUCTION_SET scalar
#define TAUT_LANES 1
#include "forces/kernels/pair_kernel.hpp"
