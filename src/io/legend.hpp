// A legend in rows above the data, where it hides nothing.
#pragma once

#include <string>
#include <vector>

#include "io/svg.hpp"

namespace taut::io {

enum class Mark { line, dashes, disc, anchor };

struct LegendEntry {
  std::string label;
  std::string colour;
  Mark mark = Mark::line;
};

// Its height when it may be `width` wide.
double legend_height(const std::vector<LegendEntry>& entries, double width);
void draw_legend(SvgCanvas& canvas, const std::vector<LegendEntry>& entries, Point top_left, double width);

// The mark of a fixed point: a square on its corner.
void draw_anchor(SvgCanvas& canvas, Point centre, double radius);

}  // namespace taut::io
