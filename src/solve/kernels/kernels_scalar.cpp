#define TAUT_INSTRUCTION_SET scalar
#define TAUT_LANES 1
#include "solve/kernels/instantiate.hpp"
