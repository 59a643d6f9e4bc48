#include "io/drawing/shade.hpp"

#include <fmt/format.h>

#include <cmath>

namespace taut::io {

std::string shade(std::string_view colour, double age) {
  const auto channel = [&](std::size_t at) {
    const int value = std::stoi(std::string(colour.substr(at, 2)), nullptr, 16);
    return static_cast<int>(std::lround(value + 0.82 * age * (255 - value)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", channel(1), channel(3), channel(5));
}

}  // namespace taut::io
