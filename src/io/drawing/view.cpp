#include "io/drawing/view.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace taut::io {
namespace {

std::string axis_label(int axis, const std::string& unit) {
  const std::string name(1, "xyz"[axis]);
  return unit.empty() ? name : fmt::format("{} ({})", name, unit);
}

Range centred(const Range& range, double length) {
  const double middle = 0.5 * (range.low + range.high);
  return {middle - 0.5 * length, middle + 0.5 * length};
}

PlotFrame equal_frame(const std::vector<Point>& points, const Rectangle& area) {
  std::vector<double> xs, ys;
  for (const Point& p : points) {
    xs.push_back(p.x);
    ys.push_back(p.y);
  }
  const Range x = range_of(xs, 0.06), y = range_of(ys, 0.06);
  const bool flat_x = x.high - x.low < 1e-9 * (y.high - y.low), flat_y = y.high - y.low < 1e-9 * (x.high - x.low);
  const double x_length = flat_x ? 0.0 : x.high - x.low, y_length = flat_y ? 0.0 : y.high - y.low;
  const double pixel = std::max(x_length / area.width, y_length / area.height);
  return {area, Axis(centred(x, pixel * area.width), Scale::linear, 6),
          Axis(centred(y, pixel * area.height), Scale::linear, 7)};
}

}  // namespace

std::vector<View> views(int dimension) {
  if (dimension == 2) return {{0, 1, ""}};
  return {{0, 2, "From the side."}, {0, 1, "From above.", false}};
}

PlotFrame draw_equal_frame(SvgCanvas& canvas, const std::vector<Point>& points, const Rectangle& outer, View view,
                           const std::string& length_unit) {
  const auto frame_with = [&](double left) {
    return equal_frame(points, {outer.x + left, outer.y, outer.width - left, outer.height - bottom_margin});
  };
  PlotFrame frame = frame_with(left_margin(frame_with(100.0).y()));
  frame.draw(canvas, {axis_label(view.horizontal, length_unit), axis_label(view.vertical, length_unit)});
  return frame;
}

}  // namespace taut::io
