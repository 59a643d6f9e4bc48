// [[lattices]]: nets and cloths in a plane, blocks in space; nearest neighbours are joined.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <functional>

#include "io/scenario/generator.hpp"
#include "io/scenario/network_edges.hpp"
#include "io/scenario/scenario_networks.hpp"

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
  bool triangular() const { return kind == "triangular"; }
  double rise() const { return triangular() ? std::sqrt(0.75) : 1.0; }
  // Every other row of a triangular lattice is shifted by half a spacing.
  Vec3 position(const Cell& c) const {
    const double shift = triangular() && c[1] % 2 == 1 ? 0.5 : 0.0;
    return origin + spacing * Vec3{c[0] + shift, rise() * c[1], static_cast<double>(c[2])};
  }
  // How many cells after its first column and row a plane lattice repeats for the last time; 0: it does not.
  std::array<int, 2> period() const { return {size[0] - 1, triangular() ? (size[1] - 1) / 2 * 2 : size[1] - 1}; }
  // The neighbours that come later, so that each bond is made once.
  std::vector<Cell> neighbours(const Cell& c) const {
    std::vector<Cell> result = {{c[0] + 1, c[1], c[2]}, {c[0], c[1] + 1, c[2]}};
    if (kind == "cubic") result.push_back({c[0], c[1], c[2] + 1});
    if (triangular()) result.push_back({c[0] + (c[1] % 2 == 1 ? 1 : -1), c[1] + 1, c[2]});
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

std::vector<std::string> kinds(int dimension) {
  std::vector<std::string> names = {"square", "triangular"};
  if (dimension == 3) names.emplace_back("cubic");
  for (const std::string& network : network_kind_names()) names.push_back(network);
  return names;
}

Lattice read_lattice_shape(Section& section) {
  Lattice lattice;
  lattice.kind = section.choice("kind", kinds(section.dimension()));
  const std::size_t axes = lattice.kind == "cubic" ? 3 : 2;
  const std::vector<std::int64_t> size = section.integers("size", axes, {1, most_particles});
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

bool read_tied_lattice(Section& section, const Lattice& lattice) {
  if (!read_tied(section)) return false;
  if (lattice.kind == "cubic")
    section.fail("edges", "only those of plane lattices can be tied, found kind = \"cubic\"");
  const std::array<int, 2> period = lattice.period();
  for (std::size_t axis = 0; axis < 2; ++axis)
    if (period[axis] == 0 || period[axis] != lattice.size[axis] - 1)
      section.fail("size", fmt::format("tied edges need {} along {}, found {}",
                                       lattice.triangular() && axis == 1 ? "an odd number from 3" : "at least 2",
                                       "xy"[axis], lattice.size[axis]));
  return true;
}

// Where a node comes again, by columns and rows.
PeriodicImages images_of(const Lattice& lattice) {
  PeriodicImages images;
  const std::array<int, 2> period = lattice.period();
  lattice.for_each([&](const Cell& c) {
    Cell home = c;
    std::array<int, 2> shift = {};
    for (std::size_t axis = 0; axis < 2; ++axis) {
      if (period[axis] == 0) continue;
      shift[axis] = c[axis] / period[axis];
      home[axis] = c[axis] % period[axis];
    }
    images.original.push_back(lattice.index(home));
    images.shift.push_back(shift);
  });
  return images;
}

std::array<Vec3, 2> period_vectors(const Lattice& lattice) {
  const std::array<int, 2> period = lattice.period();
  return {Vec3{lattice.spacing * period[0], 0.0, 0.0}, Vec3{0.0, lattice.spacing * lattice.rise() * period[1], 0.0}};
}

// With tied edges a bond along a far edge is the one along the near edge once more.
bool is_repeated(const PeriodicImages& images, int i, int j) {
  const auto& a = images.shift[static_cast<std::size_t>(i)];
  const auto& b = images.shift[static_cast<std::size_t>(j)];
  return (a[0] > 0 && b[0] > 0) || (a[1] > 0 && b[1] > 0);
}

int place_lattice(Generator& net, const Lattice& lattice, const std::string& held) {
  std::vector<Vec3> positions;
  lattice.for_each([&](const Cell& c) {
    if (is_fixed(held, c, lattice.size)) net.fix(lattice.index(c));
    positions.push_back(lattice.position(c));
  });
  return net.place(positions);
}

// Calls visit(i, j) for the bonds of all nodes, but those between two that are held.
void for_each_bond(const Lattice& lattice, const std::string& held, const std::function<void(int, int)>& visit) {
  const auto is_held = [&](const Cell& cell) { return is_fixed(held, cell, lattice.size); };
  lattice.for_each([&](const Cell& c) {
    for (const Cell& next : lattice.neighbours(c)) {
      if (!lattice.holds(next) || (is_held(c) && is_held(next))) continue;
      visit(lattice.index(c), lattice.index(next));
    }
  });
}

void read_lattice(ScenarioReader& reader, const Section& given, std::size_t number) {
  if (is_network(given)) return read_network(reader, given, number);
  given.allow(generator_keys({"kind", "size", "spacing", "origin", "fix", "edges"}));
  Generator net(reader, given, "lattice", number);
  const Lattice lattice = read_lattice_shape(net.section());
  const std::string held =
      net.section().choice("fix", {"none", "top", "bottom", "left", "right", "border", "corners", "top-corners"});
  const bool tied = read_tied_lattice(net.section(), lattice);
  const int first = place_lattice(net, lattice, held);
  const PeriodicImages images = images_of(lattice);
  for_each_bond(lattice, held, [&](int i, int j) {
    if (!tied || !is_repeated(images, i, j)) net.bond(first + i, first + j, lattice.spacing);
  });
  if (lattice.kind == "cubic") return;
  reader.scenario.networks.push_back(edges_of(images, period_vectors(lattice), first));
  if (tied) add_ties(reader, net.section(), tie_edges(images, reader.scenario.networks.back(), first));
}

}  // namespace

void read_lattices(ScenarioReader& reader) { read_each(reader, "lattices", read_lattice); }

}  // namespace taut::io
