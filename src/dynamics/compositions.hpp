// Symmetric compositions: a step of length h is a sequence of RATTLE steps of lengths w_1 h, w_2 h, ..., w_2 h, w_1 h.
#pragma once

#include <span>

#include "taut/integrate.hpp"

namespace taut {

std::span<const double> composition_weights(IntegratorMethod method);

}  // namespace taut
