#include "io/drawing/mark.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "io/drawing/palette.hpp"

namespace taut::io {

void draw_disc(SvgCanvas& canvas, Point centre, double radius, std::string_view colour) {
  canvas.circle(centre, radius, colour, {"#ffffff", 1.5});
}

void draw_cross(SvgCanvas& canvas, Point c, double radius, std::string_view colour) {
  const double r = radius / std::sqrt(2.0);
  const Stroke stroke{std::string(colour), 2.5};
  canvas.line({c.x - r, c.y - r}, {c.x + r, c.y + r}, stroke);
  canvas.line({c.x - r, c.y + r}, {c.x + r, c.y - r}, stroke);
}

void draw_anchor(SvgCanvas& canvas, Point c, double r) {
  canvas.polygon({{c.x, c.y - r}, {c.x + r, c.y}, {c.x, c.y + r}, {c.x - r, c.y}}, ink, {"#ffffff", 1.5});
}

void draw_arrow(SvgCanvas& canvas, Point from, Point to, std::string_view colour) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  if (!(length > 0.0)) return;
  const double head = std::min(13.0, 0.6 * length), x = (to.x - from.x) / length, y = (to.y - from.y) / length;
  const Point neck{to.x - head * x, to.y - head * y};
  canvas.line(from, neck, {std::string(colour), 2.5});
  const double half = 0.42 * head;
  canvas.polygon({to, {neck.x - half * y, neck.y + half * x}, {neck.x + half * y, neck.y - half * x}}, colour,
                 {std::string(colour), 1.0});
}

}  // namespace taut::io
