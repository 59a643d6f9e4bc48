#include "io/drawing/colour_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace taut::io {
namespace {

struct Stop {
  double at;
  std::array<double, 3> colour;
};

// Luminance falls evenly from 0.9 to 0.02.
constexpr std::array<Stop, 7> stops = {{{0.0, {255, 244, 200}},
                                        {0.18, {252, 205, 107}},
                                        {0.36, {240, 140, 66}},
                                        {0.54, {205, 74, 82}},
                                        {0.70, {143, 41, 107}},
                                        {0.86, {73, 24, 102}},
                                        {1.0, {20, 16, 56}}}};

}  // namespace

Rgb dusk(double fraction) {
  const double f = std::clamp(fraction, 0.0, 1.0);
  std::size_t k = 1;
  while (k + 1 < stops.size() && f > stops[k].at) ++k;
  const Stop &low = stops[k - 1], &high = stops[k];
  const double part = (f - low.at) / (high.at - low.at);
  Rgb colour;
  for (std::size_t c = 0; c < 3; ++c)
    colour[c] = static_cast<std::uint8_t>(std::lround(low.colour[c] + part * (high.colour[c] - low.colour[c])));
  return colour;
}

std::string hex(const Rgb& colour) { return fmt::format("#{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2]); }

}  // namespace taut::io
