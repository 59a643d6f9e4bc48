#include "io/drawing/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

#include "io/drawing/raster.hpp"

namespace taut::io {
namespace {

// A tenth of a pixel is finer than the eye; without the zeros a file is a third shorter.
void append_coordinate(std::string& out, double value) {
  const double tenths = std::round(10.0 * value);
  if (std::fmod(tenths, 10.0) == 0.0)
    fmt::format_to(std::back_inserter(out), "{:.0f}", tenths / 10.0 + 0.0);
  else
    fmt::format_to(std::back_inserter(out), "{:.1f}", tenths / 10.0);
}

void append_point(std::string& out, const Point& p) {
  append_coordinate(out, p.x);
  out += ',';
  append_coordinate(out, p.y);
}

std::string points_attribute(std::span<const Point> points) {
  std::string out;
  for (const Point& p : points) {
    if (!out.empty()) out += ' ';
    append_point(out, p);
  }
  return out;
}

std::string stroke_attributes(const Stroke& stroke) {
  std::string out = fmt::format("stroke=\"{}\" stroke-width=\"{:.4g}\"", stroke.colour, stroke.width);
  if (stroke.opacity < 1.0) out += fmt::format(" stroke-opacity=\"{:.3g}\"", stroke.opacity);
  if (!stroke.dashes.empty()) out += fmt::format(" stroke-dasharray=\"{}\"", stroke.dashes);
  return out;
}

constexpr double rest_at_end = 0.15;  // of the time

// One attribute through these values, which one function of the index gives.
template <class Value>
std::string animation(const char* attribute, std::size_t count, double seconds, const Value& value) {
  std::string values, times;
  for (std::size_t k = 0; k < count; ++k) {
    append_coordinate(values, value(k));
    values += ';';
    fmt::format_to(std::back_inserter(times), "{:.4g};",
                   (1.0 - rest_at_end) * static_cast<double>(k) / static_cast<double>(count > 1 ? count - 1 : 1));
  }
  append_coordinate(values, value(count - 1));
  return fmt::format(
      "<animate attributeName=\"{}\" dur=\"{:.4g}s\" repeatCount=\"indefinite\" keyTimes=\"{}1\" values=\"{}\"/>",
      attribute, seconds, times, values);
}

struct Piece {
  enum class Level { base, raised, lowered } level;
  std::string_view text;
};

// "10^{-3}" is 10 at the base and -3 raised.
std::vector<Piece> pieces_of(std::string_view markup) {
  std::vector<Piece> pieces;
  std::size_t start = 0;
  for (std::size_t i = 0; i + 1 < markup.size(); ++i) {
    if (markup[i + 1] != '{' || (markup[i] != '^' && markup[i] != '_')) continue;
    const auto end = markup.find('}', i);
    if (end == std::string_view::npos) break;
    pieces.push_back({Piece::Level::base, markup.substr(start, i - start)});
    const auto level = markup[i] == '^' ? Piece::Level::raised : Piece::Level::lowered;
    pieces.push_back({level, markup.substr(i + 2, end - i - 2)});
    start = end + 1;
    i = end;
  }
  pieces.push_back({Piece::Level::base, markup.substr(start)});
  return pieces;
}

constexpr double script_size = 0.72;
constexpr double raise = 0.38, lower = 0.22;  // of the size of the text around

double shift_of(Piece::Level level) {
  return level == Piece::Level::raised ? -raise : level == Piece::Level::lowered ? lower : 0.0;
}

std::string spans(std::string_view markup, double size) {
  std::string out;
  double shift = 0.0;
  for (const Piece& piece : pieces_of(markup)) {
    if (piece.text.empty()) continue;
    const double target = shift_of(piece.level) * size;
    if (piece.level == Piece::Level::base && target == shift)
      out += escape_xml(piece.text);
    else
      out += fmt::format("<tspan dy=\"{:.1f}\" font-size=\"{:.1f}\">{}</tspan>", target - shift,
                         piece.level == Piece::Level::base ? size : script_size * size, escape_xml(piece.text));
    shift = target;
  }
  return out;
}

// UTF-8 continuation bytes are no letters of their own.
double letters(std::string_view text) {
  double count = 0.0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) == 0x80) continue;
    count += c == ' ' || c == '.' || c == ',' || c == 'i' || c == 'l' ? 0.33 : c >= 'A' && c <= 'Z' ? 0.72 : 0.59;
  }
  return count;
}

}  // namespace

std::string escape_xml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20) out += c;  // control characters are not XML
    }
  }
  return out;
}

bool is_drawable(const Point& point) {
  constexpr double far = 1e9;  // pixels
  return std::abs(point.x) < far && std::abs(point.y) < far;
}

double text_width(std::string_view markup, double size) {
  double width = 0.0;
  for (const Piece& piece : pieces_of(markup))
    width += letters(piece.text) * size * (piece.level == Piece::Level::base ? 1.0 : script_size);
  return width;
}

SvgCanvas::SvgCanvas(double width, double height, std::string_view title, std::string_view description) {
  out_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" xml:space=\"preserve\" role=\"img\" "
      "aria-labelledby=\"title desc\" "
      "font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\">\n"
      "<title id=\"title\">{2}</title>\n<desc id=\"desc\">{3}</desc>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
      width, height, escape_xml(title), escape_xml(description));
}

void SvgCanvas::line(Point from, Point to, const Stroke& stroke) { polyline({from, to}, stroke); }

void SvgCanvas::polyline(const std::vector<Point>& points, const Stroke& stroke) {
  for (auto from = points.begin(); from != points.end();) {
    const auto end = std::find_if_not(from, points.end(), is_drawable);
    if (end - from > 1)
      out_ +=
          fmt::format("<polyline fill=\"none\" {} stroke-linejoin=\"round\" stroke-linecap=\"round\" points=\"{}\"/>\n",
                      stroke_attributes(stroke), points_attribute({from, end}));
    from = std::find_if(end, points.end(), is_drawable);
  }
}

void SvgCanvas::segments(const std::vector<std::pair<Point, Point>>& lines, const Stroke& stroke) {
  if (lines.empty()) return;
  out_ += fmt::format("<path fill=\"none\" {} stroke-linecap=\"round\" d=\"", stroke_attributes(stroke));
  for (const auto& [from, to] : lines) {
    if (!is_drawable(from) || !is_drawable(to)) continue;
    append_point(out_ += 'M', from);
    append_point(out_ += 'L', to);
  }
  out_ += "\"/>\n";
}

void SvgCanvas::rectangle(const Rectangle& area, const Stroke& stroke) {
  out_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" {}/>\n", area.x,
                      area.y, area.width, area.height, stroke_attributes(stroke));
}

void SvgCanvas::circle(Point centre, double radius, std::string_view fill, const Stroke& outline) {
  if (!is_drawable(centre)) return;
  out_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.4g}\" fill=\"{}\" {}/>\n", centre.x, centre.y, radius,
                      fill, stroke_attributes(outline));
}

void SvgCanvas::polygon(const std::vector<Point>& points, std::string_view fill, const Stroke& outline) {
  if (!std::all_of(points.begin(), points.end(), is_drawable)) return;
  out_ += fmt::format("<polygon fill=\"{}\" {} points=\"{}\"/>\n", fill, stroke_attributes(outline),
                      points_attribute(points));
}

void SvgCanvas::moving_line(const std::vector<std::pair<Point, Point>>& places, const Stroke& stroke, double seconds) {
  const auto drawable = [](const auto& line) { return is_drawable(line.first) && is_drawable(line.second); };
  if (!std::all_of(places.begin(), places.end(), drawable)) return;
  const auto& [from, to] = places.back();
  const std::size_t n = places.size();
  out_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {} stroke-linecap=\"round\">",
                      from.x, from.y, to.x, to.y, stroke_attributes(stroke));
  out_ += animation("x1", n, seconds, [&](std::size_t k) { return places[k].first.x; });
  out_ += animation("y1", n, seconds, [&](std::size_t k) { return places[k].first.y; });
  out_ += animation("x2", n, seconds, [&](std::size_t k) { return places[k].second.x; });
  out_ += animation("y2", n, seconds, [&](std::size_t k) { return places[k].second.y; });
  out_ += "</line>\n";
}

void SvgCanvas::moving_circle(const std::vector<Point>& centres, double radius, std::string_view fill,
                              const Stroke& outline, double seconds) {
  if (!std::all_of(centres.begin(), centres.end(), is_drawable)) return;
  out_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.4g}\" fill=\"{}\" {}>", centres.back().x,
                      centres.back().y, radius, fill, stroke_attributes(outline));
  out_ += animation("cx", centres.size(), seconds, [&](std::size_t k) { return centres[k].x; });
  out_ += animation("cy", centres.size(), seconds, [&](std::size_t k) { return centres[k].y; });
  out_ += "</circle>\n";
}

void SvgCanvas::raster(const Raster& raster, const Rectangle& area) { out_ += raster_element(raster, area); }

void SvgCanvas::image(std::string_view png_in_base64, const Rectangle& area) {
  out_ += fmt::format(
      "<image x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" preserveAspectRatio=\"none\" "
      "style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{}\"/>\n",
      area.x, area.y, area.width, area.height, png_in_base64);
}

void SvgCanvas::text(Point position, std::string_view markup, const TextStyle& style) {
  if (!is_drawable(position)) return;
  std::string extra;
  if (style.rotation != 0.0)
    extra += fmt::format(" transform=\"rotate({:.4g} {:.1f} {:.1f})\"", style.rotation, position.x, position.y);
  if (style.weight != "normal") extra += fmt::format(" font-weight=\"{}\"", style.weight);
  out_ +=
      fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.4g}\" text-anchor=\"{}\" fill=\"{}\"{}>{}</text>\n",
                  position.x, position.y, style.size, style.anchor, style.colour, extra, spans(markup, style.size));
}

void SvgCanvas::begin_clip(const Rectangle& area) {
  ++clips_;
  out_ += fmt::format(
      "<clipPath id=\"clip{0}\"><rect x=\"{1:.1f}\" y=\"{2:.1f}\" width=\"{3:.1f}\" height=\"{4:.1f}\"/></clipPath>\n"
      "<g clip-path=\"url(#clip{0})\">\n",
      clips_, area.x, area.y, area.width, area.height);
}

void SvgCanvas::end_clip() { out_ += "</g>\n"; }

void SvgCanvas::begin_motion(Motion motion) {
  if (out_.find("<style>") == std::string::npos)
    out_ +=
        "<style>.still{display:none}"
        "@media (prefers-reduced-motion:reduce){.still{display:inline}.moving{display:none}}</style>\n";
  out_ += motion == Motion::allowed ? "<g class=\"moving\">\n" : "<g class=\"still\">\n";
}

void SvgCanvas::end_motion() { out_ += "</g>\n"; }

std::string SvgCanvas::finish() && { return std::move(out_) + "</svg>\n"; }

}  // namespace taut::io
