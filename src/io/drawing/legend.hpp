// A legend in rows above the data, where it hides nothing.
#pragma once

#include <string>
#include <vector>

#include "io/drawing/mark.hpp"
#include "io/drawing/svg.hpp"

namespace taut::io {

struct LegendEntry {
  std::string label;
  std::string colour;
  Mark mark = Mark::line;
};

// Its height when it may be `width` wide.
double legend_height(const std::vector<LegendEntry>& entries, double width);
void draw_legend(SvgCanvas& canvas, const std::vector<LegendEntry>& entries, Point top_left, double width);

}  // namespace taut::io
