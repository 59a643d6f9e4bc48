#include "io/figure/plot_points.hpp"

#include <algorithm>
#include <string>

namespace taut::io {
namespace {

constexpr double radius = 6.0, half_cap = 6.0;

bool shown(const PlotFrame& frame, double value) { return frame.y().scale() == Scale::linear || value > 0.0; }

void draw_bar(SvgCanvas& canvas, const PlotFrame& frame, Point data, double error, std::string_view colour) {
  if (!(error > 0.0) || !shown(frame, data.y + error)) return;
  const Stroke stroke{std::string(colour), 2.0};
  const bool reaches_bottom = !shown(frame, data.y - error);
  const Point top = frame.map(data.x, data.y + error);
  const double bottom = reaches_bottom ? frame.area().bottom() : frame.map(data.x, data.y - error).y;
  canvas.line(top, {top.x, bottom}, stroke);
  canvas.line({top.x - half_cap, top.y}, {top.x + half_cap, top.y}, stroke);
  if (!reaches_bottom) canvas.line({top.x - half_cap, bottom}, {top.x + half_cap, bottom}, stroke);
}

}  // namespace

bool has_points(const Series& series) { return series.mark == Mark::disc || series.mark == Mark::cross; }

std::size_t hidden_points(const Plot& plot) {
  std::size_t hidden = 0;
  if (plot.y_scale == Scale::linear) return hidden;
  for (const Series& series : plot.series)
    if (has_points(series))
      hidden += static_cast<std::size_t>(
          std::count_if(series.y.begin(), series.y.end(), [](double value) { return !(value > 0.0); }));
  return hidden;
}

void draw_points(SvgCanvas& canvas, const PlotFrame& frame, const Series& series, std::string_view colour) {
  for (std::size_t k = 0; k < series.error.size(); ++k)
    draw_bar(canvas, frame, {series.x[k], series.y[k]}, series.error[k], colour);
  for (std::size_t k = 0; k < series.x.size(); ++k) {
    if (!shown(frame, series.y[k])) continue;
    const Point place = frame.map(series.x[k], series.y[k]);
    if (series.mark == Mark::disc)
      draw_disc(canvas, place, radius, colour);
    else
      draw_cross(canvas, place, radius + 2.0, colour);
  }
}

}  // namespace taut::io
