#define TAUT_INSTRUCTION_SET baseline
#define TAUT_LANES 2
#include "forces/kernels/pair_kernel.hpp"
