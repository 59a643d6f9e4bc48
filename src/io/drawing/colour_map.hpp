// Colours for a quantity that runs from one end to the other: from pale gold over red and violet to midnight blue, each
// darker than the one before, so that a print without colours shows the same.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace taut::io {

using Rgb = std::array<std::uint8_t, 3>;

Rgb dusk(double fraction);  // 0 ... 1
std::string hex(const Rgb& colour);

}  // namespace taut::io
