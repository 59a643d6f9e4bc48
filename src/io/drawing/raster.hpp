// A grid of coloured cells as SVG paths: one path a colour, of runs along the rows, so that the file stays small.
#pragma once

#include <string>
#include <vector>

#include "io/drawing/svg.hpp"

namespace taut::io {

struct Raster {
  std::size_t rows, columns;
  std::vector<int> colour_of;        // by rows, from the top; -1: nothing is drawn
  std::vector<std::string> colours;  // "#rrggbb"
};

std::string raster_element(const Raster& raster, const Rectangle& area);

}  // namespace taut::io
