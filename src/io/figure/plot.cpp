#include "io/figure/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/drawing/curve.hpp"
#include "io/drawing/legend.hpp"
#include "io/drawing/palette.hpp"
#include "io/drawing/plot_frame.hpp"
#include "io/drawing/svg.hpp"
#include "io/figure/plot_points.hpp"

namespace taut::io {
namespace {

constexpr double width = 1080.0, height = 640.0;
constexpr double right_margin = 44.0;
constexpr double title_height = 76.0;

// Points at the ends are seen whole, and two ticks at least.
Range logarithmic_range(const Range& range) {
  constexpr double margin = 1.2;
  return range.high > 100.0 * range.low ? Range{range.low / margin, range.high * margin} : decades_of(range);
}

Range x_range(const Plot& plot) {
  std::vector<double> values;
  for (const Series& series : plot.series) values.insert(values.end(), series.x.begin(), series.x.end());
  if (plot.x_scale == Scale::logarithmic) return logarithmic_range(range_of(values, 0.0));
  const bool points = std::any_of(plot.series.begin(), plot.series.end(), has_points);
  return range_of(values, points ? 0.03 : 0.0);  // points at the ends are seen whole
}

// Rounding errors are not blown up to the height of the plot.
Range at_least(const Range& range, double length) {
  const double missing = std::max(0.0, length - (range.high - range.low));
  return {range.low - 0.5 * missing, range.high + 0.5 * missing};
}

// The ends of a series' bars are in view, but on a logarithmic scale not the lower ones, which may lie at zero.
std::vector<double> values_of(const Series& series, Scale scale) {
  std::vector<double> values = series.y;
  for (std::size_t k = 0; k < series.error.size(); ++k) {
    values.push_back(series.y[k] + series.error[k]);
    if (scale == Scale::linear) values.push_back(series.y[k] - series.error[k]);
  }
  if (scale == Scale::logarithmic)
    std::erase_if(values, [](double value) { return !(value > 0.0 && std::isfinite(value)); });
  return values;
}

Range y_range(const Plot& plot) {
  std::vector<double> values;
  for (const Series& series : plot.series)
    for (const double value : values_of(series, plot.y_scale)) values.push_back(value);
  if (plot.y_scale == Scale::linear) {
    if (plot.reference) values.push_back(plot.reference->value);
    return at_least(range_of(values, 0.06), plot.y_resolution);
  }
  if (plot.reference) values.push_back(2.0 * plot.reference->value);  // off the frame, to be seen
  if (values.empty()) values.push_back(1.0);
  return decades_of(range_of(values, 0.0));
}

std::vector<LegendEntry> legend_of(const Plot& plot) {
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < plot.series.size(); ++i)
    if (!plot.series[i].label.empty())
      entries.push_back({plot.series[i].label, std::string(colour(i)), plot.series[i].mark});
  if (plot.reference) entries.push_back({plot.reference->label, std::string(ink), Mark::dashes});
  return entries;
}

PlotFrame frame_of(const Plot& plot, double legend) {
  const Axis x(x_range(plot), plot.x_scale, 7), y(y_range(plot), plot.y_scale, 7);
  const bool line_above = !y.multiplier().empty() || hidden_points(plot) > 0;
  const double left = left_margin(y), above = line_above ? 26.0 : 0.0;
  const double top = title_height + legend + (legend > 0.0 ? 8.0 : 0.0) + above;
  return {{left, top, width - left - right_margin, height - top - bottom_margin}, x, y};
}

void draw_line(SvgCanvas& canvas, const PlotFrame& frame, const Series& series, std::string_view colour) {
  std::vector<Point> points;
  for (std::size_t k = 0; k < series.x.size(); ++k) points.push_back(frame.map(series.x[k], series.y[k]));
  canvas.polyline(thin_columns(points), {std::string(colour), 2.5, 1.0, series.mark == Mark::dashes ? "8 6" : ""});
}

// Points on top of lines.
void draw_series(SvgCanvas& canvas, const PlotFrame& frame, const Plot& plot) {
  for (std::size_t i = 0; i < plot.series.size(); ++i)
    if (!has_points(plot.series[i])) draw_line(canvas, frame, plot.series[i], colour(i));
  for (std::size_t i = 0; i < plot.series.size(); ++i)
    if (has_points(plot.series[i])) draw_points(canvas, frame, plot.series[i], colour(i));
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
  if (const std::size_t hidden = hidden_points(plot); hidden > 0)
    canvas.text({frame.area().right(), frame.area().y - 10.0},
                fmt::format("{} {} not positive: only the bar is drawn", hidden, hidden == 1 ? "mean is" : "means are"),
                {.size = tick_size, .anchor = "end", .colour = "#666666"});
  return std::move(canvas).finish();
}

}  // namespace taut::io
