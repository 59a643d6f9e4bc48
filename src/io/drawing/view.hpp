// How a configuration is seen: the plane as it is, space from the side (x-z) and from above (x-y).
#pragma once

#include <string>
#include <vector>

#include "io/drawing/plot_frame.hpp"
#include "io/drawing/svg.hpp"
#include "taut/vec.hpp"

namespace taut::io {

struct View {
  int horizontal, vertical;  // axes
  const char* caption;
  bool main = true;  // the first of its figure

  Point of(const Vec3& r) const { return {r[horizontal], r[vertical]}; }
};

std::vector<View> views(int dimension);

// Draws a frame around these points in which one unit of length is as long upwards as sideways: the narrower range is
// widened to fill the area. Ticks and labels find room within `outer`, left and below.
PlotFrame draw_equal_frame(SvgCanvas& canvas, const std::vector<Point>& points, const Rectangle& outer, View view,
                           const std::string& length_unit);

}  // namespace taut::io
