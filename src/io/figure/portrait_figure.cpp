#include "io/figure/portrait_figure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/drawing/colour_map.hpp"
#include "io/drawing/palette.hpp"
#include "io/drawing/plot_frame.hpp"
#include "io/drawing/svg.hpp"

namespace taut::io {
namespace {

constexpr double width = 1000.0, height = 920.0;
constexpr double right_margin = 44.0, title_height = 84.0;

Axis axis_of(const Portrait& portrait, std::size_t which) {
  std::vector<double> values;
  for (const auto& points : portrait.starts)
    for (const auto& point : points) values.push_back(point[which]);
  return {range_of(values, 0.04), Scale::linear, 7};
}

std::size_t count_points(const Portrait& portrait) {
  std::size_t count = 0;
  for (const auto& points : portrait.starts) count += points.size();
  return count;
}

// Few points are drawn large enough to be seen, many small enough to be told apart.
double size_of_dots(std::size_t count) {
  return std::clamp(400.0 / (50.0 + static_cast<double>(count) / 40.0), 1.7, 6.0);
}

// A colour a start, by the map, whose palest end is left out; a single start in the ink of plots.
std::string colour_of(std::size_t start, std::size_t starts) {
  if (starts == 1) return std::string(colour(0));
  return hex(dusk(0.25 + 0.7 * static_cast<double>(start) / static_cast<double>(starts - 1)));
}

}  // namespace

std::string render(const Portrait& portrait) {
  const std::size_t count = count_points(portrait);
  SvgCanvas canvas(width, height, portrait.title,
                   fmt::format("{} crossings of a surface of section from {} starts.", count, portrait.starts.size()));
  const Axis x = axis_of(portrait, 0), y = axis_of(portrait, 1);
  const double left = left_margin(y), top = title_height + (y.multiplier().empty() ? 0.0 : 26.0);
  const PlotFrame frame({left, top, width - left - right_margin, height - top - bottom_margin}, x, y);
  draw_title(canvas, {right_margin, 48.0}, portrait.title, width - 2.0 * right_margin);
  frame.draw(canvas, {portrait.labels[0], portrait.labels[1]});
  canvas.begin_clip(frame.area());
  for (std::size_t k = 0; k < portrait.starts.size(); ++k) {
    std::vector<std::pair<Point, Point>> dots;  // lines of no length with round ends
    for (const auto& point : portrait.starts[k]) {
      const Point at = frame.map(point[0], point[1]);
      dots.emplace_back(at, at);
    }
    canvas.segments(dots, {colour_of(k, portrait.starts.size()), size_of_dots(count)});
  }
  canvas.end_clip();
  return std::move(canvas).finish();
}

}  // namespace taut::io
