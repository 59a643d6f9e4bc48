// A plot of one or several series against one abscissa, sized for a slide.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/drawing/axis.hpp"
#include "io/drawing/mark.hpp"

namespace taut::io {

struct Series {
  std::string label;
  std::vector<double> x, y;
  Mark mark = Mark::line;          // line, dashes, disc or cross
  std::vector<double> error = {};  // discs and crosses: half the length of each bar
};

struct ReferenceLine {
  double value;
  std::string label;
};

struct Plot {
  std::string title;
  std::string description = {};  // for screen readers
  std::string x_label = {}, y_label = {};
  Scale x_scale = Scale::linear, y_scale = Scale::linear;  // on a logarithmic one all x are positive
  double y_resolution = 0.0;                               // a linear axis shows at least this range
  // On a logarithmic scale all y of a line are positive. A disc or cross that is not is left out, what its bar reaches
  // above zero is drawn, and a note above the frame says how many there are.
  std::vector<Series> series = {};
  std::optional<ReferenceLine> reference = {};
};

std::string render(const Plot& plot);  // the SVG document

}  // namespace taut::io
