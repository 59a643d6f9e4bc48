// A minimal SVG canvas: shapes, text, clipping. Coordinates are pixels of the viewBox, y downwards.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace taut::io {

struct Point {
  double x, y;
};

struct Rectangle {
  double x, y, width, height;

  double right() const { return x + width; }
  double bottom() const { return y + height; }
};

// Whether a point can be on a page at all. What is not a number, or is far beyond every page, is left out of what is
// drawn: a line has a gap there.
bool is_drawable(const Point& point);

struct Raster;  // io/drawing/raster.hpp

struct Stroke {
  std::string colour;
  double width = 1.0;
  double opacity = 1.0;
  std::string dashes = {};  // as in stroke-dasharray
};

struct TextStyle {
  double size = 18.0;
  std::string_view anchor = "start";  // start, middle, end
  std::string_view weight = "normal";
  std::string_view colour = "#222222";
  double rotation = 0.0;  // degrees about its own position
};

class SvgCanvas {
 public:
  // Title and description are what a screen reader says.
  SvgCanvas(double width, double height, std::string_view title, std::string_view description);

  void line(Point from, Point to, const Stroke& stroke);
  void polyline(const std::vector<Point>& points, const Stroke& stroke);
  void segments(const std::vector<std::pair<Point, Point>>& lines, const Stroke& stroke);  // many lines in one path
  void rectangle(const Rectangle& area, const Stroke& stroke);
  void circle(Point centre, double radius, std::string_view fill, const Stroke& outline);
  void polygon(const std::vector<Point>& points, std::string_view fill, const Stroke& outline);
  // Through these places for ever, in so many seconds, with a rest at the end; a viewer that does not move shows the
  // last.
  void moving_line(const std::vector<std::pair<Point, Point>>& places, const Stroke& stroke, double seconds);
  void moving_circle(const std::vector<Point>& centres, double radius, std::string_view fill, const Stroke& outline,
                     double seconds);
  void raster(const Raster& raster, const Rectangle& area);
  void image(std::string_view png_in_base64, const Rectangle& area);           // its pixels stay squares
  void text(Point position, std::string_view markup, const TextStyle& style);  // with ^{raised} and _{lowered} parts
  void begin_clip(const Rectangle& area);                                      // until end_clip nothing outside is seen
  void end_clip();
  // Until end_motion seen only where things may move, or only where the viewer asked for less motion.
  enum class Motion { allowed, reduced };
  void begin_motion(Motion motion);
  void end_motion();

  std::string finish() &&;

 private:
  std::string out_;
  int clips_ = 0;
};

std::string escape_xml(std::string_view text);

// An estimate of the width of marked-up text in a sans-serif font, for layout.
double text_width(std::string_view markup, double size);

}  // namespace taut::io
