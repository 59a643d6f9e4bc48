// Small signs for points, and for what stands in a legend.
#pragma once

#include <string_view>

#include "io/drawing/svg.hpp"

namespace taut::io {

enum class Mark { line, dashes, disc, cross, anchor, arrow };

void draw_disc(SvgCanvas& canvas, Point centre, double radius, std::string_view colour);
void draw_cross(SvgCanvas& canvas, Point centre, double radius, std::string_view colour);
// The mark of a fixed point: a square on its corner.
void draw_anchor(SvgCanvas& canvas, Point centre, double radius);
void draw_arrow(SvgCanvas& canvas, Point from, Point to, std::string_view colour);

}  // namespace taut::io
