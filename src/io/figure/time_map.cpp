#include "io/figure/time_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/drawing/palette.hpp"
#include "io/drawing/plot_frame.hpp"
#include "io/drawing/svg.hpp"

namespace taut::io {
namespace {

constexpr Rgb never = {0, 0, 0}, impossible = {255, 255, 255}, unknown = {0, 180, 200};
constexpr double side = 760.0, left = 130.0, top = 84.0, bottom = 96.0;
constexpr double bar_gap = 34.0, bar_width = 26.0, bar_room = 150.0;
constexpr double edge = 44.0;
constexpr double latest = 0.93;  // of the colours: what is never stays apart from what is late

bool is_time(double value) { return value >= 0.0 && std::isfinite(value); }

// Most of the map lies between these two: the first hundredth of the times falls together.
Range range_of_times(const TimeMap& map) {
  std::vector<double> times;
  std::copy_if(map.times.begin(), map.times.end(), std::back_inserter(times), is_time);
  if (times.empty()) return {0.1 * map.longest, map.longest};
  const auto early = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 100);
  std::nth_element(times.begin(), early, times.end());
  const double low = std::max(*early, 1e-3 * map.longest);
  return {std::min(low, 0.5 * map.longest), map.longest};
}

double fraction(const Range& range, double time) {
  return time > 0.0 ? std::clamp(std::log(time / range.low) / std::log(range.high / range.low), 0.0, 1.0) : 0.0;
}

Rgb colour_of(const Range& range, double time) {
  if (is_time(time)) return dusk(latest * fraction(range, time));
  return std::isinf(time) ? never : time == -1.0 ? impossible : unknown;
}

// 1, 2 and 5 times powers of ten.
std::vector<double> tick_times(const Range& range) {
  std::vector<double> ticks;
  for (double decade = std::pow(10.0, std::floor(std::log10(range.low))); decade > 0.0 && decade <= range.high;
       decade *= 10.0)
    for (const double digit : {1.0, 2.0, 5.0})
      if (digit * decade >= range.low && digit * decade <= range.high * 1.0001) ticks.push_back(digit * decade);
  return ticks;
}

void draw_bar(SvgCanvas& canvas, const TimeMap& map, const Rectangle& area) {
  const Range range = range_of_times(map);
  const Rectangle bar{area.right() + bar_gap, area.y + 40.0, bar_width, area.height - 150.0};
  constexpr std::size_t cells = 256;
  Image colours{1, cells, {}};
  for (std::size_t k = 0; k < cells; ++k)
    colours.pixels.push_back(dusk(latest * (static_cast<double>(cells - k) - 0.5) / static_cast<double>(cells)));
  canvas.image(base64(to_png(colours)), bar);
  canvas.rectangle(bar, {std::string(frame_colour), 1.5});
  for (const double time : tick_times(range)) {
    const double y = bar.bottom() - bar.height * fraction(range, time);
    canvas.line({bar.right(), y}, {bar.right() + 7.0, y}, {std::string(frame_colour), 1.5});
    canvas.text({bar.right() + 12.0, y + 0.35 * tick_size}, fmt::format("{:g}", time), {.size = tick_size});
  }
  canvas.text({bar.x, bar.y - 16.0}, map.value_label, {.size = tick_size});
  const auto key = [&](double y, const Rgb& colour, std::string_view text) {
    const Rectangle box{bar.x, y, bar_width, bar_width};
    canvas.polygon({{box.x, box.y}, {box.right(), box.y}, {box.right(), box.bottom()}, {box.x, box.bottom()}},
                   hex(colour), {std::string(frame_colour), 1.5});
    canvas.text({box.right() + 12.0, box.bottom() - 6.0}, text, {.size = tick_size});
  };
  key(bar.bottom() + 24.0, never, "never");
  if (std::count(map.times.begin(), map.times.end(), -1.0) > 0) key(bar.bottom() + 64.0, impossible, "impossible");
}

}  // namespace

Image draw(const TimeMap& map) {
  const Range range = range_of_times(map);
  Image image{map.columns, map.rows, std::vector<Rgb>(map.columns * map.rows)};
  for (std::size_t row = 0; row < map.rows; ++row)
    for (std::size_t column = 0; column < map.columns; ++column)
      image.pixels[(map.rows - 1 - row) * map.columns + column] =
          colour_of(range, map.times[row * map.columns + column]);
  return image;
}

std::string render(const TimeMap& map) {
  const double ratio = static_cast<double>(map.rows) / static_cast<double>(map.columns);
  const Rectangle area{left, top, ratio > 1.0 ? side / ratio : side, ratio > 1.0 ? side : side * ratio};
  const double width = area.right() + bar_gap + bar_width + bar_room;
  SvgCanvas canvas(width, area.bottom() + bottom, map.title,
                   fmt::format("{} over {} by {} starts, as colours.", map.value_label, map.columns, map.rows));
  draw_title(canvas, {edge, 48.0}, map.title, width - 2.0 * edge);
  const PlotFrame frame(area, Axis(map.x, Scale::linear, 7), Axis(map.y, Scale::linear, 7));
  frame.draw(canvas, {map.x_label, map.y_label});
  canvas.image(base64(to_png(draw(map))), area);
  canvas.rectangle(area, {std::string(frame_colour), 1.5});
  draw_bar(canvas, map, area);
  return std::move(canvas).finish();
}

}  // namespace taut::io
