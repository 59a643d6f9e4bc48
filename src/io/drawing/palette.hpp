// Colours that people with colour-blindness tell apart [OkabeIto2008], ordered so that neighbours differ most and
// the palest come last.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace taut::io {

inline constexpr std::array<std::string_view, 8> palette = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                            "#E69F00", "#56B4E9", "#000000", "#F0E442"};

inline constexpr std::string_view ink = "#222222";
inline constexpr std::string_view grid_colour = "#e4e4e4";
inline constexpr std::string_view frame_colour = "#777777";

inline std::string_view colour(std::size_t index) { return palette[index % palette.size()]; }

}  // namespace taut::io
