#include "io/drawing/raster.hpp"

#include <fmt/format.h>

#include <iterator>

namespace taut::io {
namespace {

// Lines one cell wide along the middle of their row.
std::vector<std::string> paths_of(const Raster& raster) {
  std::vector<std::string> paths(raster.colours.size());
  for (std::size_t row = 0; row < raster.rows; ++row) {
    const int* colour = raster.colour_of.data() + row * raster.columns;
    for (std::size_t first = 0, end = 0; first < raster.columns; first = end) {
      while (end < raster.columns && colour[end] == colour[first]) ++end;
      if (colour[first] < 0) continue;
      std::string& path = paths[static_cast<std::size_t>(colour[first])];
      fmt::format_to(std::back_inserter(path), "M{} {}.5h{}", first, row, end - first);
    }
  }
  return paths;
}

}  // namespace

std::string raster_element(const Raster& raster, const Rectangle& area) {
  std::string out = fmt::format(
      "<g transform=\"translate({:.1f} {:.1f}) scale({:.6g} {:.6g})\" fill=\"none\" stroke-width=\"1\" "
      "shape-rendering=\"crispEdges\">\n",
      area.x, area.y, area.width / static_cast<double>(raster.columns), area.height / static_cast<double>(raster.rows));
  const std::vector<std::string> paths = paths_of(raster);
  for (std::size_t k = 0; k < paths.size(); ++k)
    if (!paths[k].empty()) out += fmt::format("<path stroke=\"{}\" d=\"{}\"/>\n", raster.colours[k], paths[k]);
  return out + "</g>\n";
}

}  // namespace taut::io
