// A map of times over a plane of starts, as an image and as a figure with axes around it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "io/drawing/axis.hpp"
#include "io/drawing/png.hpp"

namespace taut::io {

struct TimeMap {
  std::string title;
  std::string x_label, y_label, value_label;
  Range x, y;
  std::size_t columns = 0, rows = 0;
  std::vector<double> times = {};  // by rows, the lowest y first; infinite: never, -1: impossible, below: not known
  double longest = 1.0;            // time that was looked at
};

// Colours by the logarithm of the time; never: black, impossible: white, not known: cyan.
Image draw(const TimeMap& map);
std::string render(const TimeMap& map);  // the SVG document, with the image in it

}  // namespace taut::io
