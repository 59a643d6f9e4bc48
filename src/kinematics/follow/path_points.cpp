// Points at equal distances along curves.
//
// A curve is laid out on a table of chords much shorter than the step, and points are placed at equal lengths along the
// table; where a chord between them still exceeds the step, one more point is used.
//
// Splines are centripetal Catmull-Rom curves [barry1988]: through every knot, without loops or cusps between them. With
// t_{i+1} = t_i + |p_{i+1} - p_i|^(1/2), a point between p_1 and p_2 comes from three rounds of linear interpolation.
#include <algorithm>
#include <cmath>

#include "base/whole.hpp"
#include "taut/follow.hpp"

namespace taut {
namespace {

constexpr int first_pieces = 64;  // so that no turn of a curve is missed
constexpr int most_halvings = 12;
constexpr std::size_t most_pieces = 1'000'000'000;
constexpr double fineness = 0.125;  // of the step, the longest chord of a table

// Parameters along a curve, and the length of the chords up to each.
struct LengthTable {
  std::vector<double> at, length;
};

void refine(const std::function<Vec3(double)>& curve, double from, const Vec3& start, double to, const Vec3& end,
            double longest, int halvings, LengthTable& table) {
  const double chord = norm(end - start);
  if (chord > longest && halvings > 0) {
    const double middle = 0.5 * (from + to);
    const Vec3 place = curve(middle);
    refine(curve, from, start, middle, place, longest, halvings - 1, table);
    refine(curve, middle, place, to, end, longest, halvings - 1, table);
    return;
  }
  table.at.push_back(to);
  table.length.push_back(table.length.back() + chord);
}

LengthTable length_table(const std::function<Vec3(double)>& curve, double step) {
  LengthTable table{{0.0}, {0.0}};
  Vec3 start = curve(0.0);
  for (int k = 0; k < first_pieces; ++k) {
    const double from = static_cast<double>(k) / first_pieces, to = static_cast<double>(k + 1) / first_pieces;
    const Vec3 end = curve(to);
    refine(curve, from, start, to, end, fineness * step, most_halvings, table);
    start = end;
  }
  return table;
}

double parameter_at(const LengthTable& table, double length) {
  const auto beyond = std::upper_bound(table.length.begin(), table.length.end() - 1, length);
  const auto k = static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, beyond - table.length.begin()));
  const double piece = table.length[k] - table.length[k - 1];
  const double part = piece > 0.0 ? (length - table.length[k - 1]) / piece : 0.0;
  return table.at[k - 1] + part * (table.at[k] - table.at[k - 1]);
}

std::vector<Vec3> spread(const std::function<Vec3(double)>& curve, const LengthTable& table, std::size_t pieces) {
  std::vector<Vec3> points = {curve(0.0)};
  for (std::size_t k = 1; k < pieces; ++k)
    points.push_back(
        curve(parameter_at(table, table.length.back() * static_cast<double>(k) / static_cast<double>(pieces))));
  points.push_back(curve(1.0));
  return points;
}

bool has_gap(const std::vector<Vec3>& points, double step) {
  for (std::size_t k = 1; k < points.size(); ++k)
    if (norm(points[k] - points[k - 1]) > (1.0 + 1e-9) * step) return true;
  return false;
}

std::size_t pieces_of(double length, double step) {
  return whole_within<std::size_t>(std::ceil(length / step * (1.0 - 1e-12)), 1, most_pieces);
}

// What follows `points` without its first, which they end with.
void append(std::vector<Vec3>& points, const std::vector<Vec3>& more) {
  points.insert(points.end(), more.begin() + (points.empty() ? 0 : 1), more.end());
}

struct SplinePiece {
  Vec3 p0, p1, p2, p3;

  Vec3 operator()(double u) const {
    const double t1 = std::sqrt(norm(p1 - p0)), t2 = t1 + std::sqrt(norm(p2 - p1)), t3 = t2 + std::sqrt(norm(p3 - p2));
    const double t = t1 + u * (t2 - t1);
    const auto mix = [&](const Vec3& a, const Vec3& b, double from, double to) {
      return (1.0 / (to - from)) * ((to - t) * a + (t - from) * b);
    };
    const Vec3 a1 = mix(p0, p1, 0.0, t1), a2 = mix(p1, p2, t1, t2), a3 = mix(p2, p3, t2, t3);
    return mix(mix(a1, a2, 0.0, t2), mix(a2, a3, t1, t3), t1, t2);
  }
};

std::vector<Vec3> without_repeats(std::span<const Vec3> places) {
  std::vector<Vec3> kept;
  for (const Vec3& place : places)
    if (kept.empty() || norm(place - kept.back()) > 0.0) kept.push_back(place);
  return kept;
}

}  // namespace

std::vector<Vec3> curve_points(const std::function<Vec3(double)>& curve, double step) {
  const LengthTable table = length_table(curve, step);
  if (!(table.length.back() > 0.0)) return {curve(0.0)};
  std::size_t pieces = pieces_of(table.length.back(), step);
  const std::size_t most = 2 * pieces + 16;  // a curve that jumps has a gap with any number of points
  std::vector<Vec3> points = spread(curve, table, pieces);
  while (has_gap(points, step) && pieces < most) points = spread(curve, table, ++pieces);
  return points;
}

std::vector<Vec3> line_points(const Vec3& from, const Vec3& to, double step) {
  const double length = norm(to - from);
  if (!(length > 0.0)) return {from};
  const std::size_t pieces = pieces_of(length, step);
  std::vector<Vec3> points;
  for (std::size_t k = 0; k < pieces; ++k)
    points.push_back(from + (static_cast<double>(k) / static_cast<double>(pieces)) * (to - from));
  points.push_back(to);
  return points;
}

std::vector<Vec3> polyline_points(std::span<const Vec3> corners, double step) {
  std::vector<Vec3> points;
  for (std::size_t k = 0; k + 1 < corners.size(); ++k) append(points, line_points(corners[k], corners[k + 1], step));
  if (points.empty() && !corners.empty()) points.push_back(corners.front());
  return points;
}

std::vector<Vec3> circle_points(const Vec3& center, const Vec3& start, const Vec3& normal, double turn, double step) {
  const Vec3 axis = (1.0 / norm(normal)) * normal, along = dot(start - center, axis) * axis;
  const Vec3 out = start - center - along, across = cross(axis, out);
  const std::size_t pieces = pieces_of(norm(out) * std::abs(turn), step);
  std::vector<Vec3> points;
  for (std::size_t k = 0; k <= pieces; ++k) {
    const double angle = turn * static_cast<double>(k) / static_cast<double>(pieces);
    points.push_back(center + along + std::cos(angle) * out + std::sin(angle) * across);
  }
  return points;
}

std::vector<Vec3> spline_points(std::span<const Vec3> knots, double step) {
  std::vector<Vec3> p = without_repeats(knots);
  if (p.size() < 3) return polyline_points(p, step);
  // The ends go on as they began: a reflected neighbour, or round where the curve is closed.
  const bool closed = p.front() == p.back();
  const Vec3 before = closed ? p[p.size() - 2] : 2.0 * p[0] - p[1];
  const Vec3 after = closed ? p[1] : 2.0 * p[p.size() - 1] - p[p.size() - 2];
  p.insert(p.begin(), before);
  p.push_back(after);
  std::vector<Vec3> points;
  for (std::size_t k = 1; k + 2 < p.size(); ++k) {
    std::vector<Vec3> piece = curve_points(SplinePiece{p[k - 1], p[k], p[k + 1], p[k + 2]}, step);
    piece.front() = p[k];  // the knots themselves, to the last digit
    piece.back() = p[k + 1];
    append(points, piece);
  }
  return points;
}

}  // namespace taut
