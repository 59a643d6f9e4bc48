// [[rings]]: regular polygons of beads.
#include <cmath>
#include <numbers>
#include <utility>

#include "io/scenario/generator.hpp"

namespace taut::io {
namespace {

double side_of_unit_polygon(std::size_t beads) { return 2.0 * std::sin(std::numbers::pi / static_cast<double>(beads)); }

// From `radius`, or from the side `bond`.
double read_radius(Section& section, std::size_t beads) {
  if (section.has("radius") && section.has("bond")) section.fail("bond", "expected radius or bond, found both");
  return section.has("radius") ? section.positive("radius")
                               : section.positive("bond", 1.0) / side_of_unit_polygon(beads);
}

// Two unit vectors that span the ring's plane.
std::pair<Vec3, Vec3> read_plane(Section& section) {
  if (section.dimension() == 3) {
    const Vec3 normal = read_direction(section, "normal", {0.0, 0.0, 1.0});
    const Vec3 u = perpendicular(normal, 3);
    return {u, cross(normal, u)};
  }
  if (section.has("normal")) section.fail("normal", "a ring in the plane has none");
  return {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
}

void read_ring(ScenarioReader& reader, const Section& given, std::size_t number) {
  given.allow(generator_keys({"beads", "radius", "bond", "center", "normal"}));
  Generator ring(reader, given, "ring", number);
  Section& section = ring.section();
  const std::size_t beads = ring.count("beads", 3);
  const double radius = read_radius(section, beads);
  const Vec3 center = section.vector("center", {});
  const auto [u, v] = read_plane(section);
  std::vector<Vec3> positions;
  for (std::size_t k = 0; k < beads; ++k) {
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(beads);
    positions.push_back(center + radius * (std::cos(angle) * u + std::sin(angle) * v));
  }
  const int first = ring.place(positions), count = static_cast<int>(beads);
  for (int k = 0; k < count; ++k) ring.bond(first + k, first + (k + 1) % count, radius * side_of_unit_polygon(beads));
}

}  // namespace

void read_rings(ScenarioReader& reader) { read_each(reader, "rings", read_ring); }

}  // namespace taut::io
