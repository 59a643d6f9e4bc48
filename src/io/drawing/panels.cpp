#include "io/drawing/panels.hpp"

#include "io/drawing/plot_frame.hpp"

namespace taut::io {
namespace {

constexpr double height = 820.0, edge = 40.0, title_height = 76.0;

}  // namespace

std::string render_panels(const PanelPage& page, const DrawPanel& draw) {
  const std::vector<View> panels = views(page.dimension);
  const double width = panels.size() == 1 ? 860.0 : 1440.0, inner = width - 2 * edge;
  SvgCanvas canvas(width, height, page.title, page.description);
  const double top = title_height + legend_height(page.legend, inner) + 30.0;
  draw_title(canvas, {edge, 48.0}, page.title, inner);
  draw_legend(canvas, page.legend, {edge, title_height - 10.0}, inner);
  const double step = (width - edge) / static_cast<double>(panels.size());
  for (std::size_t i = 0; i < panels.size(); ++i)
    draw(canvas, panels[i], {static_cast<double>(i) * step, top, step, height - top});
  return std::move(canvas).finish();
}

}  // namespace taut::io
