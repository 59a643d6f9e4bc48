#define TAUT_INSTRUCTION_SET avx512
#define TAUT_LANES 8
#include "solve/kernels/instantiate.hpp"
