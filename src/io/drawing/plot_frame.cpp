#include "io/drawing/plot_frame.hpp"

#include <algorithm>

#include "io/drawing/palette.hpp"

namespace taut::io {
namespace {

constexpr double tick_gap = 10.0;

double widest_label(const Axis& axis) {
  double width = 0.0;
  for (const Tick& tick : axis.ticks()) width = std::max(width, text_width(tick.label, tick_size));
  return width;
}

}  // namespace

void draw_title(SvgCanvas& canvas, Point position, std::string_view title, double width) {
  const double needed = 1.08 * text_width(title, title_size);  // bold is wider
  canvas.text(position, title, {.size = title_size * std::min(1.0, width / needed), .weight = "bold"});
}

double left_margin(const Axis& y) { return widest_label(y) + tick_gap + label_size + 34.0; }

Point PlotFrame::map(double x, double y) const {
  return {area_.x + area_.width * x_.fraction(x), area_.bottom() - area_.height * y_.fraction(y)};
}

void PlotFrame::draw(SvgCanvas& canvas, const FrameLabels& labels) const {
  draw_grid(canvas);
  canvas.rectangle(area_, {std::string(frame_colour), 1.5});
  draw_tick_labels(canvas);
  draw_axis_labels(canvas, labels);
}

void PlotFrame::draw_grid(SvgCanvas& canvas) const {
  const Stroke stroke{std::string(grid_colour), 1.2};
  for (const Tick& tick : x_.ticks()) {
    const double x = area_.x + area_.width * x_.fraction(tick.value);
    canvas.line({x, area_.y}, {x, area_.bottom()}, stroke);
  }
  for (const Tick& tick : y_.ticks()) {
    const double y = area_.bottom() - area_.height * y_.fraction(tick.value);
    canvas.line({area_.x, y}, {area_.right(), y}, stroke);
  }
}

void PlotFrame::draw_tick_labels(SvgCanvas& canvas) const {
  for (const Tick& tick : x_.ticks())
    canvas.text({area_.x + area_.width * x_.fraction(tick.value), area_.bottom() + tick_gap + 0.8 * tick_size},
                tick.label, {.size = tick_size, .anchor = "middle"});
  for (const Tick& tick : y_.ticks())
    canvas.text({area_.x - tick_gap, area_.bottom() - area_.height * y_.fraction(tick.value) + 0.35 * tick_size},
                tick.label, {.size = tick_size, .anchor = "end"});
  if (!y_.multiplier().empty()) canvas.text({area_.x, area_.y - 10.0}, y_.multiplier(), {.size = tick_size});
  if (!x_.multiplier().empty())
    canvas.text({area_.right(), area_.bottom() + bottom_margin - 18.0}, x_.multiplier(),
                {.size = tick_size, .anchor = "end"});
}

void PlotFrame::draw_axis_labels(SvgCanvas& canvas, const FrameLabels& labels) const {
  canvas.text({area_.x + area_.width / 2, area_.bottom() + bottom_margin - 18.0}, labels.x,
              {.size = label_size, .anchor = "middle"});
  canvas.text({area_.x - left_margin(y_) + 12.0 + 0.8 * label_size, area_.y + area_.height / 2}, labels.y,
              {.size = label_size, .anchor = "middle", .rotation = -90.0});
}

}  // namespace taut::io
