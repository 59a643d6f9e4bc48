// Which options an integrator takes, and with which forces.
#pragma once

#include <optional>

#include "taut/integrate.hpp"

namespace taut {

// What is wrong with them, as a sentence; none: nothing.
std::optional<Error> check_options(const Model& model, const ForceField& forces, const IntegratorOptions& options);

}  // namespace taut
