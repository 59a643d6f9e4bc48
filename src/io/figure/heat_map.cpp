#include "io/figure/heat_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/whole.hpp"
#include "io/drawing/colour_scale.hpp"
#include "io/drawing/palette.hpp"
#include "io/drawing/plot_frame.hpp"
#include "io/drawing/raster.hpp"
#include "io/drawing/svg.hpp"

namespace taut::io {
namespace {

constexpr double width = 980.0;
constexpr double edge = 44.0, top = 110.0, left = 130.0, bottom = 100.0;
constexpr double largest_side = 640.0;
constexpr double bar_gap = 36.0, bar_width = 26.0;
constexpr double tick_length = 7.0;
constexpr std::size_t most_cells = 200;  // along a side
constexpr int shades = 96;               // on each side of zero
constexpr std::string_view quiet = "#666666";

// How many entries a cell stands for along each side.
std::size_t block_size(const HeatMap& map) { return (std::max(map.rows, map.columns) + most_cells - 1) / most_cells; }

double strongest(const HeatMap& map, std::size_t row, std::size_t column, std::size_t block) {
  double found = 0.0;
  for (std::size_t i = row; i < std::min(row + block, map.rows); ++i)
    for (std::size_t j = column; j < std::min(column + block, map.columns); ++j) {
      const double value = map.values[i * map.columns + j];
      if (std::abs(value) > std::abs(found)) found = value;
    }
  return found;
}

// Shade s of -shades ... shades has index s + shades; zero is left to the background.
std::vector<std::string> all_shades() {
  std::vector<std::string> colours;
  for (int s = -shades; s <= shades; ++s) colours.push_back(colour_at(static_cast<double>(s) / shades));
  return colours;
}

int shade_index(double position) {
  const int shade = whole_within(std::round(position * shades), -shades, shades);
  return shade == 0 ? -1 : shade + shades;
}

Raster cells_of(const HeatMap& map, const ColourScale& scale) {
  const std::size_t block = block_size(map);
  Raster raster{(map.rows + block - 1) / block, (map.columns + block - 1) / block, {}, all_shades()};
  for (std::size_t i = 0; i < map.rows; i += block)
    for (std::size_t j = 0; j < map.columns; j += block)
      raster.colour_of.push_back(shade_index(scale.position(strongest(map, i, j, block))));
  return raster;
}

Rectangle area_of(const HeatMap& map) {
  const double rows = static_cast<double>(map.rows), columns = static_cast<double>(map.columns);
  const double cell = largest_side / std::max(rows, columns);
  return {left, top, cell * columns, cell * rows};
}

// Whole numbers, the first entry being 0.
std::vector<std::size_t> index_ticks(std::size_t count) {
  const auto step = static_cast<std::size_t>(nice_step(std::max(1.0, static_cast<double>(count) / 8.0)));
  std::vector<std::size_t> ticks;
  for (std::size_t k = 0; k < count; k += step) ticks.push_back(k);
  return ticks;
}

void draw_index_ticks(SvgCanvas& canvas, const HeatMap& map, const Rectangle& area) {
  const Stroke stroke{std::string(frame_colour), 1.5};
  for (const std::size_t k : index_ticks(map.columns)) {
    const double x = area.x + area.width * (static_cast<double>(k) + 0.5) / static_cast<double>(map.columns);
    canvas.line({x, area.bottom()}, {x, area.bottom() + tick_length}, stroke);
    canvas.text({x, area.bottom() + tick_length + tick_size}, std::to_string(k),
                {.size = tick_size, .anchor = "middle"});
  }
  for (const std::size_t k : index_ticks(map.rows)) {
    const double y = area.y + area.height * (static_cast<double>(k) + 0.5) / static_cast<double>(map.rows);
    canvas.line({area.x, y}, {area.x - tick_length, y}, stroke);
    canvas.text({area.x - tick_length - 6.0, y + 0.35 * tick_size}, std::to_string(k),
                {.size = tick_size, .anchor = "end"});
  }
}

void draw_labels(SvgCanvas& canvas, const HeatMap& map, const Rectangle& area) {
  canvas.text({area.x + area.width / 2, area.bottom() + 68.0}, map.x_label, {.size = label_size, .anchor = "middle"});
  canvas.text({edge + 0.5 * label_size, area.y + area.height / 2}, map.y_label,
              {.size = label_size, .anchor = "middle", .rotation = -90.0});
}

Raster bar_cells(bool both_signs) {
  Raster raster{0, 1, {}, all_shades()};
  for (int s = shades; s >= (both_signs ? -shades : 0); --s, ++raster.rows)
    raster.colour_of.push_back(s == 0 ? -1 : s + shades);
  return raster;
}

void draw_colour_bar(SvgCanvas& canvas, const HeatMap& map, const ColourScale& scale, const Rectangle& area) {
  const Rectangle bar{area.right() + bar_gap, area.y, bar_width, area.height};
  const double low = scale.has_negative() ? -1.0 : 0.0;
  canvas.raster(bar_cells(scale.has_negative()), bar);
  canvas.rectangle(bar, {std::string(frame_colour), 1.5});
  for (const Tick& tick : scale.ticks()) {
    const double y = bar.bottom() - bar.height * (scale.position(tick.value) - low) / (1.0 - low);
    canvas.line({bar.right(), y}, {bar.right() + tick_length, y}, {std::string(frame_colour), 1.5});
    canvas.text({bar.right() + tick_length + 6.0, y + 0.35 * tick_size}, tick.label, {.size = tick_size});
  }
  canvas.text({bar.x, bar.y - 12.0}, map.value_label + " " + scale.multiplier(), {.size = tick_size});
}

std::string block_note(const HeatMap& map) {
  const std::size_t block = block_size(map);
  return block == 1 ? "" : fmt::format("Each cell shows the strongest of {0} × {0} entries.", block);
}

std::string description_of(const HeatMap& map, const ColourScale& scale) {
  const auto [low, high] = std::minmax_element(map.values.begin(), map.values.end());
  std::string text = fmt::format(
      "A matrix of {} rows and {} columns, entries from {:.3g} to {:.3g}; orange is above "
      "zero, blue below.",
      map.rows, map.columns, *low, *high);
  if (map.scale == Scale::logarithmic)
    text += fmt::format(" The colour tells the decade; magnitudes up to {:.0e} are white.", scale.smallest());
  const std::string note = block_note(map);
  return note.empty() ? text : text + " " + note;
}

}  // namespace

std::string render(const HeatMap& map) {
  const ColourScale scale(map.values, map.scale);
  const Rectangle area = area_of(map);
  SvgCanvas canvas(width, area.bottom() + bottom, map.title, description_of(map, scale));
  draw_title(canvas, {edge, 48.0}, map.title, width - 2 * edge);
  canvas.text({edge, 80.0}, block_note(map), {.size = tick_size, .colour = quiet});
  canvas.raster(cells_of(map, scale), area);
  canvas.rectangle(area, {std::string(frame_colour), 1.5});
  draw_index_ticks(canvas, map, area);
  draw_labels(canvas, map, area);
  draw_colour_bar(canvas, map, scale, area);
  return std::move(canvas).finish();
}

}  // namespace taut::io
