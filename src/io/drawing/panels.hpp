// The page of a figure that shows a system from each of its views: title and legend above, panels side by side.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/drawing/legend.hpp"
#include "io/drawing/view.hpp"

namespace taut::io {

struct PanelPage {
  std::string title, description;
  std::vector<LegendEntry> legend;
  int dimension = 3;
};
// One of the panels: where its frame maps what it shows.
struct Panel {
  View view;
  PlotFrame frame;

  Point place(const Vec3& r) const {
    const Point p = view.of(r);
    return frame.map(p.x, p.y);
  }
};
using DrawPanel = std::function<void(SvgCanvas&, View, const Rectangle& outer)>;

std::string render_panels(const PanelPage& page, const DrawPanel& draw);

}  // namespace taut::io
