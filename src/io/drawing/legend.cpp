#include "io/drawing/legend.hpp"

namespace taut::io {
namespace {

constexpr double text_size = 20.0;
constexpr double row_height = 32.0;
constexpr double mark_width = 34.0;
constexpr double mark_gap = 10.0;
constexpr double entry_gap = 32.0;

double entry_width(const LegendEntry& entry) { return mark_width + mark_gap + text_width(entry.label, text_size); }

// Where each entry starts, row by row, relative to the legend's corner.
std::vector<Point> layout(const std::vector<LegendEntry>& entries, double width) {
  std::vector<Point> places;
  Point next{0.0, 0.0};
  for (const LegendEntry& entry : entries) {
    if (next.x > 0.0 && next.x + entry_width(entry) > width) next = {0.0, next.y + row_height};
    places.push_back(next);
    next.x += entry_width(entry) + entry_gap;
  }
  return places;
}

void draw_mark(SvgCanvas& canvas, const LegendEntry& entry, Point left) {
  const Point right{left.x + mark_width, left.y}, middle{left.x + mark_width / 2, left.y};
  switch (entry.mark) {
    case Mark::line:
      canvas.line(left, right, {entry.colour, 3.5});
      break;
    case Mark::dashes:
      canvas.line(left, right, {entry.colour, 2.5, 1.0, "8 6"});
      break;
    case Mark::disc:
      draw_disc(canvas, middle, 8.0, entry.colour);
      break;
    case Mark::cross:
      draw_cross(canvas, middle, 9.0, entry.colour);
      break;
    case Mark::anchor:
      draw_anchor(canvas, middle, 9.0);
      break;
    case Mark::arrow:
      draw_arrow(canvas, left, right, entry.colour);
      break;
  }
}

}  // namespace

double legend_height(const std::vector<LegendEntry>& entries, double width) {
  return entries.empty() ? 0.0 : layout(entries, width).back().y + row_height;
}

void draw_legend(SvgCanvas& canvas, const std::vector<LegendEntry>& entries, Point top_left, double width) {
  const std::vector<Point> places = layout(entries, width);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Point left{top_left.x + places[i].x, top_left.y + places[i].y + row_height / 2};
    draw_mark(canvas, entries[i], left);
    canvas.text({left.x + mark_width + mark_gap, left.y + 0.35 * text_size}, entries[i].label, {.size = text_size});
  }
}

}  // namespace taut::io
