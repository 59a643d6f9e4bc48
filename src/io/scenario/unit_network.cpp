#include "io/scenario/unit_network.hpp"

#include <cmath>
#include <numbers>
#include <optional>

#include "io/scenario/place_index.hpp"

namespace taut::io {
namespace {

constexpr double resolution = 1e-6;  // of a side

Vec3 turn(const Vec3& r, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * r.x - s * r.y, s * r.x + c * r.y, 0.0};
}

// Corners at the same place become one node.
class Patch {
 public:
  explicit Patch(double side) : places_(resolution * side) {}

  void add_unit(const std::vector<Vec3>& corners) {
    std::vector<int> unit;
    for (const Vec3& corner : corners) unit.push_back(node(corner));
    network_.units.push_back(std::move(unit));
  }
  UnitNetwork finish(const Vec3& along_x, const Vec3& along_y) && {
    network_.period = {along_x, along_y};
    return std::move(network_);
  }

 private:
  int node(const Vec3& place) {
    if (const std::optional<int> known = places_.find(place)) return *known;
    const int number = static_cast<int>(network_.nodes.size());
    network_.nodes.push_back(place);
    places_.add(place, number);
    return number;
  }

  UnitNetwork network_;
  PlaceIndex places_;
};

template <class Visit>
void for_each_cell(const PatchSize& size, Visit visit) {
  for (int j = 0; j < size[1]; ++j)
    for (int i = 0; i < size[0]; ++i) visit(i, j);
}

}  // namespace

UnitNetwork make_honeycomb(const HoneycombShape& shape, const PatchSize& cells) {
  const double half = shape.rib * std::cos(shape.angle), rise = shape.rib * std::sin(shape.angle);
  const Vec3 across{2.0 * half, 0.0, 0.0}, up{0.0, 2.0 * (shape.wall + rise), 0.0}, wall{0.0, shape.wall, 0.0};
  Patch patch(std::min(shape.wall, shape.rib));
  for_each_cell(cells, [&](int i, int j) {
    const Vec3 a = static_cast<double>(i) * across + static_cast<double>(j) * up, b = a + wall;
    const Vec3 c = b + Vec3{half, rise, 0.0}, d = c + wall;
    for (const auto& [from, to] : {std::pair{a, b}, {b, c}, {c, b + across}, {c, d}, {d, a + up}, {d, a + across + up}})
      patch.add_unit({from, to});
  });
  return std::move(patch).finish(static_cast<double>(cells[0]) * across, static_cast<double>(cells[1]) * up);
}

UnitNetwork make_rotating_squares(double side, double turned, const PatchSize& squares) {
  const double spacing = side * (std::cos(turned) + std::sin(turned)), h = 0.5 * side;
  Patch patch(side);
  for_each_cell(squares, [&](int i, int j) {
    const Vec3 centre{spacing * i, spacing * j, 0.0};
    const double angle = (i + j) % 2 == 0 ? turned : -turned;
    std::vector<Vec3> corners;
    for (const Vec3& corner : {Vec3{-h, -h, 0.0}, Vec3{h, -h, 0.0}, Vec3{h, h, 0.0}, Vec3{-h, h, 0.0}})
      corners.push_back(centre + turn(corner, angle));
    patch.add_unit(corners);
  });
  const auto whole = [&](int count) { return spacing * (count - count % 2); };  // neighbours are turned oppositely
  return std::move(patch).finish({whole(squares[0]), 0.0, 0.0}, {0.0, whole(squares[1]), 0.0});
}

UnitNetwork make_rotating_triangles(double side, double turned, const PatchSize& cells) {
  const double twist = std::numbers::pi / 3.0 - turned, radius = side / std::sqrt(3.0);
  const double spacing = 2.0 * side * std::cos(twist), row = std::sqrt(0.75) * spacing;
  const auto triangle = [&](const Vec3& centre, double angle) {
    std::vector<Vec3> corners;
    for (int k = 0; k < 3; ++k)
      corners.push_back(centre + turn({0.0, radius, 0.0}, angle + 2.0 * std::numbers::pi / 3.0 * k));
    return corners;
  };
  Patch patch(side);
  for_each_cell(cells, [&](int i, int j) {
    const Vec3 centre{spacing * (i + 0.5 * (j % 2)), row * j, 0.0};
    patch.add_unit(triangle(centre, twist));
    patch.add_unit(triangle(centre + Vec3{0.0, spacing / std::sqrt(3.0), 0.0}, std::numbers::pi - twist));
  });
  const double height = row * (cells[1] - cells[1] % 2);  // rows are shifted in turn
  return std::move(patch).finish({spacing * cells[0], 0.0, 0.0}, {0.0, height, 0.0});
}

}  // namespace taut::io
