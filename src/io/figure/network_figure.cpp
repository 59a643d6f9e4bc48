#include "io/figure/network_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/drawing/legend.hpp"
#include "io/drawing/palette.hpp"
#include "io/drawing/panels.hpp"
#include "io/drawing/svg.hpp"
#include "io/drawing/view.hpp"

namespace taut::io {
namespace {

constexpr double least_shift = 0.05;  // of the network's size, that of the particle which moves most
constexpr double arrow_share = 0.1;   // of the network's size, the longest arrow
constexpr std::string_view rest_colour = "#b0b0b0";
constexpr std::size_t deformed_colour = 0, force_colour = 1;  // in the palette

using Segments = std::vector<std::pair<Point, Point>>;

double largest(const std::vector<Vec3>& vectors) {
  double found = 0.0;
  for (const Vec3& v : vectors) found = std::max(found, norm(v));
  return found;
}

double extent(const std::vector<Vec3>& places) {
  double found = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    const auto [low, high] = std::minmax_element(places.begin(), places.end(),
                                                 [&](const Vec3& a, const Vec3& b) { return a[axis] < b[axis]; });
    found = std::max(found, (*high)[axis] - (*low)[axis]);
  }
  return found;
}

std::vector<Vec3> deformed(const NetworkFigure& figure) {
  const double factor = magnification(figure);
  std::vector<Vec3> places = figure.rest;
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = places[i] + factor * figure.displacement[i];
  return places;
}

struct Arrow {
  Vec3 from, to;
};

// From where the particle is drawn, so that the arrows pull at the network.
std::vector<Arrow> arrows_of(const NetworkFigure& figure, const std::vector<Vec3>& places) {
  const double strongest = largest(figure.force), length = arrow_share * extent(figure.rest);
  std::vector<Arrow> arrows;
  for (std::size_t i = 0; i < figure.force.size(); ++i)
    if (norm(figure.force[i]) > 1e-9 * strongest)
      arrows.push_back({places[i], places[i] + (length / strongest) * figure.force[i]});
  return arrows;
}

struct NetworkPanel : Panel {
  Segments segments(const std::vector<std::pair<int, int>>& pairs, const std::vector<Vec3>& places) const {
    Segments lines;
    for (const auto& [i, j] : pairs)
      lines.emplace_back(place(places[static_cast<std::size_t>(i)]), place(places[static_cast<std::size_t>(j)]));
    return lines;
  }
};

// Lines and joints thin out as particles get many.
double line_width(const NetworkFigure& figure) {
  return std::clamp(30.0 / std::sqrt(static_cast<double>(figure.rest.size()) + 30.0), 1.0, 4.0);
}

void draw_network(SvgCanvas& canvas, const NetworkPanel& panel, const NetworkFigure& figure,
                  const std::vector<Vec3>& places, std::string_view colour) {
  const double thick = line_width(figure);
  canvas.segments(panel.segments(figure.springs, places), {std::string(colour), 0.6 * thick, 1.0, "3 4"});
  canvas.segments(panel.segments(figure.rods, places), {std::string(colour), thick});
}

void draw_panel(SvgCanvas& canvas, const NetworkFigure& figure, View view, const Rectangle& outer) {
  const std::vector<Vec3> places = deformed(figure);
  const std::vector<Arrow> arrows = arrows_of(figure, places);
  std::vector<Point> points;
  for (const auto* group : {&figure.rest, &places})
    for (const Vec3& r : *group) points.push_back(view.of(r));
  for (const Arrow& arrow : arrows) points.push_back(view.of(arrow.to));
  const NetworkPanel panel{{view, draw_equal_frame(canvas, points, outer, view, figure.length_unit)}};
  canvas.text({panel.frame.area().right(), panel.frame.area().y - 10.0}, view.caption,
              {.size = tick_size, .anchor = "end", .colour = "#666666"});
  canvas.begin_clip(panel.frame.area());
  draw_network(canvas, panel, figure, figure.rest, rest_colour);
  draw_network(canvas, panel, figure, places, colour(deformed_colour));
  for (const int i : figure.fixed)
    draw_anchor(canvas, panel.place(figure.rest[static_cast<std::size_t>(i)]), 2.5 * line_width(figure));
  for (const Arrow& arrow : arrows)
    draw_arrow(canvas, panel.place(arrow.from), panel.place(arrow.to), colour(force_colour));
  canvas.end_clip();
}

std::string magnified(const NetworkFigure& figure) {
  const double factor = magnification(figure);
  return factor == 1.0 ? "deformed, true to scale" : fmt::format("deformed, displacements × {:g}", factor);
}

std::vector<LegendEntry> legend_of(const NetworkFigure& figure) {
  std::vector<LegendEntry> entries = {{"at rest", std::string(rest_colour)},
                                      {magnified(figure), std::string(colour(deformed_colour))}};
  if (!figure.fixed.empty()) entries.push_back({"fixed", std::string(ink), Mark::anchor});
  if (largest(figure.force) > 0.0) entries.push_back({"force", std::string(colour(force_colour)), Mark::arrow});
  return entries;
}

std::string description_of(const NetworkFigure& figure) {
  return fmt::format("{}{}A network of {} particles, {} rods and {} springs: at rest, and {}.", figure.description,
                     figure.description.empty() ? "" : " ", figure.rest.size(), figure.rods.size(),
                     figure.springs.size(), magnified(figure));
}

}  // namespace

double magnification(const NetworkFigure& figure) {
  const double moved = largest(figure.displacement), size = extent(figure.rest);
  return moved > 0.0 && size > 0.0 ? nice_step(least_shift * size / moved) : 1.0;
}

std::string render(const NetworkFigure& figure) {
  return render_panels(
      {figure.title, description_of(figure), legend_of(figure), figure.dimension},
      [&](SvgCanvas& canvas, View view, const Rectangle& outer) { draw_panel(canvas, figure, view, outer); });
}

}  // namespace taut::io
