// [[lattices]] of units that turn about their joints: honeycombs, rotating squares and triangles, kagome.
#include "io/scenario/scenario_networks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "io/scenario/generator.hpp"
#include "io/scenario/hinges.hpp"
#include "io/scenario/network_edges.hpp"
#include "io/scenario/unit_network.hpp"

namespace taut::io {
namespace {

constexpr double degree = std::numbers::pi / 180.0;

double read_angle(Section& section, double fallback, double low, double high) {
  const double angle = section.number("angle", fallback);
  if (!(angle > low && angle < high))
    section.fail("angle", fmt::format("expected degrees between {} and {}, found {}", low, high, angle));
  return angle * degree;
}

PatchSize read_size(Section& section) {
  const std::vector<std::int64_t> size = section.integers("size", 2, {1, most_particles});
  constexpr double particles_a_cell = 4.0;
  const double particles = particles_a_cell * static_cast<double>(size[0]) * static_cast<double>(size[1]);
  if (particles > static_cast<double>(most_particles))
    section.fail("size", fmt::format("expected at most {} particles, found about {}", most_particles, particles));
  return {static_cast<int>(size[0]), static_cast<int>(size[1])};
}

UnitNetwork read_honeycomb(Section& section, const PatchSize& size) {
  const HoneycombShape shape{section.positive("wall", 1.0), section.positive("rib", 1.0),
                             read_angle(section, 30.0, -90.0, 90.0)};
  if (!(shape.wall + 2.0 * shape.rib * std::min(0.0, std::sin(shape.angle)) > 1e-9 * shape.wall))
    section.fail("wall", "ribs that point inwards so far cross; expected wall > 2 rib sin(-angle)");
  return make_honeycomb(shape, size);
}

UnitNetwork read_squares(Section& section, const PatchSize& size) {
  return make_rotating_squares(section.positive("side", 1.0), read_angle(section, 30.0, 0.0, 90.0), size);
}

UnitNetwork read_triangles(Section& section, const PatchSize& size) {
  return make_rotating_triangles(section.positive("side", 1.0), read_angle(section, 30.0, 0.0, 120.0), size);
}

UnitNetwork read_kagome(Section& section, const PatchSize& size) {
  return make_rotating_triangles(section.positive("spacing", 1.0), 60.0 * degree, size);
}

// One kind: its own keys, and how many of what `size` counts are a period along each axis.
struct NetworkKind {
  const char* name;
  std::vector<std::string> keys;
  UnitNetwork (*read)(Section&, const PatchSize&);
  PatchSize period;
};

const std::vector<NetworkKind>& network_kinds() {
  static const std::vector<NetworkKind> kinds = {{"honeycomb", {"wall", "rib", "angle"}, read_honeycomb, {1, 1}},
                                                 {"rotating-squares", {"side", "angle"}, read_squares, {2, 2}},
                                                 {"rotating-triangles", {"side", "angle"}, read_triangles, {1, 2}},
                                                 {"kagome", {"spacing"}, read_kagome, {1, 2}}};
  return kinds;
}

const NetworkKind* find_kind(const std::string& name) {
  const auto& kinds = network_kinds();
  const auto at = std::find_if(kinds.begin(), kinds.end(), [&](const NetworkKind& kind) { return kind.name == name; });
  return at == kinds.end() ? nullptr : &*at;
}

std::vector<std::string> keys_of(const NetworkKind& kind) {
  std::vector<std::string> keys = {"kind", "size", "origin", "fix", "edges", "hinges"};
  keys.insert(keys.end(), kind.keys.begin(), kind.keys.end());
  return generator_keys(keys);
}

// The outermost nodes on one side.
std::vector<int> nodes_at(const std::vector<Vec3>& nodes, const std::string& side) {
  std::vector<int> found;
  const int axis = side == "left" || side == "right" ? 0 : 1;
  const double sign = side == "right" || side == "top" ? 1.0 : -1.0;
  const auto outward = [&](const Vec3& r) { return sign * r[axis]; };
  const auto [inner, outer] = std::minmax_element(
      nodes.begin(), nodes.end(), [&](const Vec3& a, const Vec3& b) { return outward(a) < outward(b); });
  const double edge = outward(*outer) - 1e-6 * (outward(*outer) - outward(*inner));  // up to rounding
  for (std::size_t i = 0; side != "none" && i < nodes.size(); ++i)
    if (outward(nodes[i]) >= edge) found.push_back(static_cast<int>(i));
  return found;
}

// Sides, and the diagonal that makes a square stiff.
std::vector<std::pair<int, int>> bonds_of(const UnitNetwork& network) {
  std::vector<std::pair<int, int>> bonds;
  for (const std::vector<int>& unit : network.units) {
    const std::size_t sides = unit.size() == 2 ? 1 : unit.size();
    for (std::size_t k = 0; k < sides; ++k) bonds.emplace_back(unit[k], unit[(k + 1) % unit.size()]);
    if (unit.size() == 4) bonds.emplace_back(unit[0], unit[2]);
  }
  return bonds;
}

void add_bonds(Generator& generator, const UnitNetwork& network, int first) {
  const ModelBuilder& model = generator.model();
  for (const auto& [i, j] : bonds_of(network)) {
    if (model.particle(first + i).fixed && model.particle(first + j).fixed) continue;
    const Vec3 bond = network.nodes[static_cast<std::size_t>(j)] - network.nodes[static_cast<std::size_t>(i)];
    generator.bond(first + i, first + j, norm(bond));
  }
}

std::vector<int> every_node(const UnitNetwork& network) {
  std::vector<int> nodes(network.nodes.size());
  std::iota(nodes.begin(), nodes.end(), 0);
  return nodes;
}

void add_hinges(ScenarioReader& reader, Section& section, const UnitNetwork& network, const std::vector<int>& joint_of,
                int first) {
  const double stiffness = section.non_negative("hinges", 0.0);
  if (!(stiffness > 0.0)) return;
  if (section.dimension() == 3) section.fail("hinges", "act in the plane; expected dimension = 2");
  for (PotentialSpec& hinge : make_hinges(network, joint_of, stiffness, first)) {
    hinge.origin = section.path();
    reader.scenario.forces.potentials.push_back(std::move(hinge));
  }
}

int place_nodes(Generator& generator, const std::vector<Vec3>& nodes) {
  const Vec3 origin = generator.section().vector("origin", {});
  for (const int node : nodes_at(nodes, generator.section().choice("fix", {"none", "top", "bottom", "left", "right"})))
    generator.fix(node);
  std::vector<Vec3> places;
  for (const Vec3& node : nodes) places.push_back(origin + node);
  return generator.place(places);
}

}  // namespace

bool is_network(const Section& lattice) { return find_kind(lattice.optional_text("kind")) != nullptr; }

std::vector<std::string> network_kind_names() {
  std::vector<std::string> names;
  for (const NetworkKind& kind : network_kinds()) names.emplace_back(kind.name);
  return names;
}

bool read_tied(Section& section) {
  if (section.choice("edges", {"free", "tied"}) == "free") return false;
  if (section.text("fix", "none") != "none") section.fail("fix", "a patch with tied edges has no edge to hold");
  return true;
}

void add_ties(ScenarioReader& reader, const Section& section, std::vector<LinearSpec> ties) {
  for (LinearSpec& tie : ties) {
    tie.origin = section.path();
    reader.generated.emplace_back(std::move(tie));
  }
}

void read_network(ScenarioReader& reader, const Section& given, std::size_t number) {
  const NetworkKind& kind = *find_kind(given.text("kind"));
  given.allow(keys_of(kind));
  Generator generator(reader, given, "lattice", number);
  Section& section = generator.section();
  const PatchSize size = read_size(section);
  const UnitNetwork network = kind.read(section, size);
  const bool tied = read_tied(section);
  for (std::size_t axis = 0; tied && axis < 2; ++axis)
    if (size[axis] % kind.period[axis] != 0)
      section.fail("size", fmt::format("tied edges need an even number along {}, found {}", "xy"[axis], size[axis]));
  const int first = place_nodes(generator, network.nodes);
  add_bonds(generator, network, first);
  const PeriodicImages images = find_images(network.nodes, network.period);
  const NetworkCell cell = edges_of(images, network.period, first);
  if (tied) add_ties(reader, section, tie_edges(images, cell, first));
  add_hinges(reader, section, network, tied ? images.original : every_node(network), first);
  reader.scenario.networks.push_back(cell);
}

}  // namespace taut::io
