#define TAUT_INSTRUCTION_SET avx2
#define TAUT_LANES 4
#include "solve/kernels/instantiate.hpp"
