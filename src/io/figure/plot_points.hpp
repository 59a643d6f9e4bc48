// Points of a plot: discs or crosses, with bars that say how uncertain they are.
#pragma once

#include <string_view>

#include "io/drawing/plot_frame.hpp"
#include "io/drawing/svg.hpp"
#include "io/figure/plot.hpp"

namespace taut::io {

bool has_points(const Series& series);

// How many points a logarithmic scale cannot show.
std::size_t hidden_points(const Plot& plot);

// A bar that reaches below what the scale can show ends at the bottom of the frame, without a cap.
void draw_points(SvgCanvas& canvas, const PlotFrame& frame, const Series& series, std::string_view colour);

}  // namespace taut::io
