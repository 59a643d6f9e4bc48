// [[lattices]]: nets and cloths in a plane, blocks in space; nearest neighbours are joined.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <functional>

#include "io/generator.hpp"

namespace taut::io {
namespace {

using Cell = std::array<int, 3>;

struct Lattice {
  std::string kind;
  Cell size = {1, 1, 1};
  double spacing = 1.0;
  Vec3 origin = {};

  int index(const Cell& c) const { return (c[2] * size[1] + c[1]) * size[0] + c[0]; }
  bool holds(const Cell& c) const {
    for (std::size_t a = 0; a < 3; ++a) {
      if (c[a] < 0 || c[a] >= size[a]) return false;
    }
    return true;
  }
  // Every other row of a triangular lattice is shifted by half a spacing.
  Vec3 position(const Cell& c) const {
    const bool triangular = kind == "triangular";
    const double shift = triangular && c[1] % 2 == 1 ? 0.5 : 0.0;
    const double rise = triangular ? std::sqrt(0.75) : 1.0;
    return origin + spacing * Vec3{c[0] + shift, rise * c[1], static_cast<double>(c[2])};
  }
  // The neighbours that come later, so that each bond is made once.
  std::vector<Cell> neighbours(const Cell& c) const {
    std::vector<Cell> result = {{c[0] + 1, c[1], c[2]}, {c[0], c[1] + 1, c[2]}};
    if (kind == "cubic") result.push_back({c[0], c[1], c[2] + 1});
    if (kind == "triangular") result.push_back({c[0] + (c[1] % 2 == 1 ? 1 : -1), c[1] + 1, c[2]});
    return result;
  }
  void for_each(const std::function<void(const Cell&)>& visit) const {
    for (int z = 0; z < size[2]; ++z) {
      for (int y = 0; y < size[1]; ++y) {
        for (int x = 0; x < size[0]; ++x) visit({x, y, z});
      }
    }
  }
};

Lattice read_lattice_shape(Section& section) {
  Lattice lattice;
  const bool plane = section.dimension() == 2;
  lattice.kind = section.choice("kind", plane ? std::vector<std::string>{"square", "triangular"}
                                              : std::vector<std::string>{"square", "triangular", "cubic"});
  const std::size_t axes = lattice.kind == "cubic" ? 3 : 2;
  const std::vector<std::int64_t> size = section.integers("size", axes, 1);
  double total = 1.0;
  for (std::size_t a = 0; a < axes; ++a) total *= static_cast<double>(size[a]);
  if (total > static_cast<double>(most_particles)) {
    section.fail("size", fmt::format("expected at most {} particles, found {}", most_particles, total));
  }
  for (std::size_t a = 0; a < axes; ++a) lattice.size[a] = static_cast<int>(size[a]);
  lattice.spacing = section.positive("spacing", 1.0);
  lattice.origin = section.vector("origin", {});
  return lattice;
}

// Whether the fixed part, by its name, holds this cell.
bool is_fixed(const std::string& part, const Cell& c, const Cell& size) {
  const bool left = c[0] == 0, right = c[0] == size[0] - 1, bottom = c[1] == 0, top = c[1] == size[1] - 1;
  if (part == "top") return top;
  if (part == "bottom") return bottom;
  if (part == "left") return left;
  if (part == "right") return right;
  if (part == "border") return left || right || bottom || top;
  if (part == "top-corners") return top && (left || right);
  return part == "corners" && (top || bottom) && (left || right);
}

void read_lattice(ScenarioReader& reader, const Section& given, std::size_t number) {
  given.allow(generator_keys({"kind", "size", "spacing", "origin", "fix"}));
  Generator net(reader, given, "lattice", number);
  const Lattice lattice = read_lattice_shape(net.section());
  const std::string part =
      net.section().choice("fix", {"none", "top", "bottom", "left", "right", "border", "corners", "top-corners"});
  std::vector<Vec3> positions;
  lattice.for_each([&](const Cell& c) {
    if (is_fixed(part, c, lattice.size)) net.fix(lattice.index(c));
    positions.push_back(lattice.position(c));
  });
  const int first = net.place(positions);
  lattice.for_each([&](const Cell& c) {
    const auto held = [&](const Cell& cell) { return is_fixed(part, cell, lattice.size); };
    for (const Cell& next : lattice.neighbours(c)) {
      if (!lattice.holds(next) || (held(c) && held(next))) continue;
      net.bond(first + lattice.index(c), first + lattice.index(next), lattice.spacing);
    }
  });
}

}  // namespace

void read_lattices(ScenarioReader& reader) { read_each(reader, "lattices", read_lattice); }

}  // namespace taut::io
