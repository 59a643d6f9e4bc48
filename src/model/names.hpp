// Particles and constraints by the names a reader of messages knows.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "taut/model.hpp"

namespace taut {

// Names (indices of those without) of the first few particles, and of how many when that is not all.
std::string joined_names(const Model& model, std::span<const std::int32_t> particles, const char* separator);

}  // namespace taut
