#include "io/figure/path_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/drawing/curve.hpp"
#include "io/drawing/legend.hpp"
#include "io/drawing/palette.hpp"
#include "io/drawing/panels.hpp"
#include "io/drawing/plot_frame.hpp"
#include "io/drawing/shade.hpp"
#include "io/drawing/svg.hpp"
#include "io/drawing/view.hpp"

namespace taut::io {
namespace {

constexpr std::size_t shades = 40;
constexpr std::size_t max_points = 16000;  // about 200 kB of coordinates

std::vector<Point> everything(const PathFigure& figure, View view) {
  std::vector<Point> points;
  for (const ParticlePath& path : figure.paths)
    for (const Vec3& r : path.points) points.push_back(view.of(r));
  for (const auto* group : {&figure.bobs, &figure.fixed})
    for (const Vec3& r : *group) points.push_back(view.of(r));
  for (const auto* pairs : {&figure.rods, &figure.springs})
    for (const auto& [a, b] : *pairs) points.insert(points.end(), {view.of(a), view.of(b)});
  return points;
}

std::vector<Point> mapped(const ParticlePath& path, View view, const PlotFrame& frame) {
  std::vector<Point> points;
  for (const Vec3& r : path.points) {
    const Point p = view.of(r);
    points.push_back(frame.map(p.x, p.y));
  }
  return points;
}

// The paths in pixels, thinned together until they fit the budget.
std::vector<std::vector<Point>> visible_paths(const PathFigure& figure, View view, const PlotFrame& frame,
                                              std::size_t budget) {
  std::vector<std::vector<Point>> paths;
  for (double distance = 0.7;; distance *= 1.4) {
    paths.clear();
    std::size_t total = 0;
    for (const ParticlePath& path : figure.paths) {
      paths.push_back(thin_path(mapped(path, view, frame), distance));
      total += paths.back().size();
    }
    if (total <= budget) return paths;
  }
}

void draw_paths(SvgCanvas& canvas, const std::vector<std::vector<Point>>& paths) {
  for (std::size_t part = 0; part < shades; ++part) {
    const double age = 1.0 - static_cast<double>(part + 1) / shades;
    for (std::size_t i = 0; i < paths.size(); ++i) {
      const std::vector<Point>& path = paths[i];
      const auto first = static_cast<std::ptrdiff_t>(part * path.size() / shades);
      const auto last = static_cast<std::ptrdiff_t>(std::min((part + 1) * path.size() / shades + 1, path.size()));
      canvas.polyline({path.begin() + first, path.begin() + last}, {shade(colour(i), age), 2.2});
    }
  }
}

// Marks shrink as particles get many.
double bob_radius(const PathFigure& figure) {
  const double count = static_cast<double>(figure.paths.size() + figure.bobs.size());
  return std::clamp(40.0 / std::sqrt(count + 8.0), 2.0, 11.0);
}

void draw_configuration(SvgCanvas& canvas, const PathFigure& figure, View view, const PlotFrame& frame) {
  const auto place = [&](const Vec3& r) {
    const Point p = view.of(r);
    return frame.map(p.x, p.y);
  };
  const double radius = bob_radius(figure);
  for (const auto& [a, b] : figure.springs) canvas.line(place(a), place(b), {"#777777", 1.8, 1.0, "3 4"});
  for (const auto& [a, b] : figure.rods) canvas.line(place(a), place(b), {"#444444", std::max(1.5, 0.4 * radius)});
  for (const Vec3& r : figure.bobs) canvas.circle(place(r), 0.7 * radius, "#888888", {"#ffffff", 1.0});
  for (const Vec3& r : figure.fixed) draw_anchor(canvas, place(r), radius);
  for (std::size_t i = 0; i < figure.paths.size(); ++i)
    canvas.circle(place(figure.paths[i].points.back()), radius, colour(i), {"#ffffff", 2.0});
}

std::vector<LegendEntry> legend_of(const PathFigure& figure) {
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < figure.paths.size(); ++i)
    entries.push_back({figure.paths[i].name, std::string(colour(i)), Mark::line});
  if (!figure.bobs.empty()) entries.push_back({"others", "#888888", Mark::disc});
  if (!figure.fixed.empty()) entries.push_back({"fixed", std::string(ink), Mark::anchor});
  return entries;
}

std::string caption_of(View view) {
  const std::string_view side = view.caption;
  if (!view.main) return std::string(side);
  return fmt::format("{}{}Lines darken with time.", side, side.empty() ? "" : " ");
}

void draw_panel(SvgCanvas& canvas, const PathFigure& figure, View view, const Rectangle& outer, std::size_t budget) {
  const PlotFrame frame = draw_equal_frame(canvas, everything(figure, view), outer, view, figure.length_unit);
  canvas.text({frame.area().right(), frame.area().y - 10.0}, caption_of(view),
              {.size = tick_size, .anchor = "end", .colour = "#666666"});
  canvas.begin_clip(frame.area());
  draw_paths(canvas, visible_paths(figure, view, frame, budget));
  draw_configuration(canvas, figure, view, frame);
  canvas.end_clip();
}

std::string description_of(const PathFigure& figure) {
  std::string names;
  for (const ParticlePath& path : figure.paths) names += (names.empty() ? "" : ", ") + path.name;
  return fmt::format("Paths of {}; lines darken with time. The configuration at the end is drawn on top.", names);
}

}  // namespace

std::string render(const PathFigure& figure) {
  const std::size_t budget = max_points / views(figure.dimension).size();
  return render_panels(
      {figure.title, description_of(figure), legend_of(figure), figure.dimension},
      [&](SvgCanvas& canvas, View view, const Rectangle& outer) { draw_panel(canvas, figure, view, outer, budget); });
}

}  // namespace taut::io
