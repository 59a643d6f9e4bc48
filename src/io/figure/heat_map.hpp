// A matrix as a figure: one coloured cell an entry, the first row on top.
#pragma once

#include <string>
#include <vector>

#include "io/drawing/axis.hpp"

namespace taut::io {

struct HeatMap {
  std::string title;
  std::string x_label = {}, y_label = {}, value_label = {};
  std::size_t rows = 0, columns = 0;
  std::vector<double> values = {};  // by rows, finite
  Scale scale = Scale::linear;      // logarithmic: for matrices that decay
};

// The SVG document. A matrix of more than 200 rows or columns is drawn by blocks of entries, each in the colour of its
// entry of largest magnitude; the figure says so.
std::string render(const HeatMap& map);

}  // namespace taut::io
