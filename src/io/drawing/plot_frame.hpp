// The frame of a plot: two axes around an area of the canvas, grid, ticks and labels, and where data falls in it.
#pragma once

#include <string>
#include <string_view>

#include "io/drawing/axis.hpp"
#include "io/drawing/svg.hpp"

namespace taut::io {

inline constexpr double title_size = 28.0;
inline constexpr double label_size = 22.0;
inline constexpr double tick_size = 19.0;

struct FrameLabels {
  std::string x, y;
};

// Bold, at the top left; smaller when it would not fit into `width`.
void draw_title(SvgCanvas& canvas, Point position, std::string_view title, double width);

class PlotFrame {
 public:
  PlotFrame(Rectangle area, Axis x, Axis y) : area_(area), x_(std::move(x)), y_(std::move(y)) {}

  Point map(double x, double y) const;
  const Rectangle& area() const { return area_; }
  const Axis& x() const { return x_; }
  const Axis& y() const { return y_; }
  void draw(SvgCanvas& canvas, const FrameLabels& labels) const;

 private:
  void draw_grid(SvgCanvas& canvas) const;
  void draw_tick_labels(SvgCanvas& canvas) const;
  void draw_axis_labels(SvgCanvas& canvas, const FrameLabels& labels) const;

  Rectangle area_;
  Axis x_, y_;
};

// Room that ticks and label need left of a frame and below it.
double left_margin(const Axis& y);
inline constexpr double bottom_margin = 84.0;

}  // namespace taut::io
