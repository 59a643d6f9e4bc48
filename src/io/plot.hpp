// A plot of one or several series against one abscissa, sized for a slide.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/axis.hpp"

namespace taut::io {

struct Series {
  std::string label;
  std::vector<double> x, y;
};

struct ReferenceLine {
  double value;
  std::string label;
};

struct Plot {
  std::string title;
  std::string description = {};  // for screen readers
  std::string x_label = {}, y_label = {};
  Scale y_scale = Scale::linear;
  double y_resolution = 0.0;        // a linear axis shows at least this range
  std::vector<Series> series = {};  // on a logarithmic scale all y are positive
  std::optional<ReferenceLine> reference = {};
};

std::string render(const Plot& plot);  // the SVG document

}  // namespace taut::io
