#include "io/drawing/curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace taut::io {
namespace {

// A point that cannot be drawn is alone, so that the gap which it leaves stays.
bool same_column(const Point& a, const Point& b) {
  return is_drawable(a) && is_drawable(b) && std::floor(a.x) == std::floor(b.x);
}

// The points of one column that are seen, in their order along the line.
void append_column(const std::vector<Point>& points, std::size_t first, std::size_t end, std::vector<Point>& out) {
  const auto [low, high] = std::minmax_element(points.begin() + static_cast<std::ptrdiff_t>(first),
                                               points.begin() + static_cast<std::ptrdiff_t>(end),
                                               [](const Point& a, const Point& b) { return a.y < b.y; });
  std::array<std::size_t, 4> kept = {first, static_cast<std::size_t>(low - points.begin()),
                                     static_cast<std::size_t>(high - points.begin()), end - 1};
  std::sort(kept.begin(), kept.end());
  const auto last = std::unique(kept.begin(), kept.end());
  for (auto i = kept.begin(); i != last; ++i) out.push_back(points[*i]);
}

}  // namespace

std::vector<Point> thin_columns(const std::vector<Point>& points) {
  std::vector<Point> out;
  for (std::size_t first = 0, end = 0; first < points.size(); first = end) {
    end = first + 1;
    while (end < points.size() && same_column(points[first], points[end])) ++end;
    append_column(points, first, end, out);
  }
  return out;
}

std::vector<Point> thin_path(const std::vector<Point>& points, double distance) {
  std::vector<Point> out;
  const auto far_enough = [&](const Point& p) {
    return out.empty() || std::hypot(p.x - out.back().x, p.y - out.back().y) >= distance;
  };
  for (const Point& p : points)
    if (is_drawable(p) && far_enough(p)) out.push_back(p);
  if (out.size() > 1 && is_drawable(points.back())) out.push_back(points.back());
  return out;
}

}  // namespace taut::io
