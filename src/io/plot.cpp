#include "io/plot.hpp"

#include <algorithm>

#include "io/curve.hpp"
#include "io/legend.hpp"
#include "io/palette.hpp"
#include "io/plot_frame.hpp"
#include "io/svg.hpp"

namespace taut::io {
namespace {

constexpr double width = 1080.0, height = 640.0;
constexpr double right_margin = 44.0;
constexpr double title_height = 76.0;

Range x_range(const Plot& plot) {
  std::vector<double> values;
  for (const Series& series : plot.series) values.insert(values.end(), series.x.begin(), series.x.end());
  return range_of(values, 0.0);
}

// Rounding errors are not blown up to the height of the plot.
Range at_least(const Range& range, double length) {
  const double missing = std::max(0.0, length - (range.high - range.low));
  return {range.low - 0.5 * missing, range.high + 0.5 * missing};
}

Range y_range(const Plot& plot) {
  std::vector<double> values;
  for (const Series& series : plot.series) values.insert(values.end(), series.y.begin(), series.y.end());
  if (plot.y_scale == Scale::linear) {
    if (plot.reference) values.push_back(plot.reference->value);
    return at_least(range_of(values, 0.06), plot.y_resolution);
  }
  if (plot.reference) values.push_back(2.0 * plot.reference->value);  // off the frame, to be seen
  return decades_of(range_of(values, 0.0));
}

std::vector<LegendEntry> legend_of(const Plot& plot) {
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < plot.series.size(); ++i)
    if (!plot.series[i].label.empty()) entries.push_back({plot.series[i].label, std::string(colour(i))});
  if (plot.reference) entries.push_back({plot.reference->label, std::string(ink), Mark::dashes});
  return entries;
}

PlotFrame frame_of(const Plot& plot, double legend) {
  const Axis x(x_range(plot), Scale::linear, 7), y(y_range(plot), plot.y_scale, 7);
  const double left = left_margin(y), multiplier = y.multiplier().empty() ? 0.0 : 26.0;
  const double top = title_height + legend + (legend > 0.0 ? 8.0 : 0.0) + multiplier;
  return {{left, top, width - left - right_margin, height - top - bottom_margin}, x, y};
}

void draw_series(SvgCanvas& canvas, const PlotFrame& frame, const Plot& plot) {
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    std::vector<Point> points;
    for (std::size_t k = 0; k < series.x.size(); ++k) points.push_back(frame.map(series.x[k], series.y[k]));
    canvas.polyline(thin_columns(points), {std::string(colour(i)), 2.5});
  }
}

void draw_reference(SvgCanvas& canvas, const PlotFrame& frame, const ReferenceLine& reference) {
  const double y = frame.map(frame.x().range().low, reference.value).y;
  canvas.line({frame.area().x, y}, {frame.area().right(), y}, {std::string(ink), 2.0, 1.0, "8 6"});
}

}  // namespace

std::string render(const Plot& plot) {
  SvgCanvas canvas(width, height, plot.title, plot.description);
  const std::vector<LegendEntry> legend = legend_of(plot);
  const double legend_width = width - 2 * right_margin;
  const PlotFrame frame = frame_of(plot, legend_height(legend, legend_width));
  draw_title(canvas, {right_margin, 48.0}, plot.title, legend_width);
  draw_legend(canvas, legend, {right_margin, title_height - 10.0}, legend_width);
  frame.draw(canvas, {plot.x_label, plot.y_label});
  canvas.begin_clip(frame.area());
  draw_series(canvas, frame, plot);
  if (plot.reference) draw_reference(canvas, frame, *plot.reference);
  canvas.end_clip();
  return std::move(canvas).finish();
}

}  // namespace taut::io
