// [[chains]]: beads in a row, joined by bonds of one length.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/direction.hpp"
#include "io/scenario/generator.hpp"

namespace taut::io {
namespace {

constexpr double tetrahedral_degrees = 109.47122063449069;

// The unit vectors of the bonds, one after the other.
struct ChainShape {
  std::string kind;
  Vec3 along, across;
  double half_turn = 0.0;  // of a zigzag: the angle between a bond and the chain's direction
  std::uint64_t seed = 0, stream = 0;
  int dimension = 3;

  Vec3 bond(std::size_t k) const {
    if (kind == "straight") return along;
    if (kind == "random") return random_direction(seed, stream, k, dimension);
    const double side = k % 2 == 0 ? 1.0 : -1.0;
    return std::cos(half_turn) * along + side * std::sin(half_turn) * across;
  }
};

ChainShape read_chain_shape(Generator& chain, const Vec3& along, std::size_t number) {
  Section& section = chain.section();
  ChainShape shape{section.choice("shape", {"straight", "zigzag", "random"}), along, {}};
  shape.dimension = section.dimension();
  shape.across = perpendicular(along, shape.dimension);
  shape.seed = chain.seed();
  shape.stream = number;
  if (shape.kind == "zigzag") {
    const double degrees = section.positive("angle", tetrahedral_degrees);
    if (degrees > 180.0) section.fail("angle", fmt::format("expected at most 180 degrees, found {}", degrees));
    shape.half_turn = 0.5 * (180.0 - degrees) * std::numbers::pi / 180.0;
  } else if (section.has("angle")) {
    section.fail("angle", "belongs to shape = \"zigzag\" only");
  }
  return shape;
}

struct Anchor {  // the particle that a chain is attached to
  bool given = false;
  int particle = -1;
  Vec3 position = {};
};

struct ChainEnds {
  Vec3 start, along;
  double bond;
};

// Either from a start in some direction with bonds of a given length, or evenly from one point to another.
ChainEnds read_ends(Section& section, const Anchor& anchor, std::size_t bonds) {
  if (section.has("from") && !section.has("to")) section.fail("to", "missing; expected with from");
  const auto origin = [&](std::string_view name) {
    if (anchor.given && section.has(name))
      section.fail(name, "an attached chain begins at its anchor; expected no start");
    return anchor.given ? anchor.position : section.vector(name, {});
  };
  if (!section.has("to"))
    return {origin("start"), read_direction(section, "direction", {1.0, 0.0, 0.0}), section.positive("bond", 1.0)};
  for (const char* other : {"start", "direction", "bond", "shape"}) {
    if (section.has(other)) section.fail(other, "expected from and to, or start, direction and bond, found a mixture");
  }
  const Vec3 from = origin("from"), span = section.vector("to") - from;
  const double length = norm(span);
  if (!(length > 0.0)) section.fail("to", "expected a point away from the chain's first one, found the same point");
  return {from, (1.0 / length) * span, length / static_cast<double>(bonds)};
}

// The beads; an attached chain leaves out its first place, where the anchor is.
std::vector<Vec3> bead_positions(const ChainEnds& ends, const ChainShape& shape, std::size_t beads, bool attached) {
  std::vector<Vec3> positions;
  positions.reserve(beads);
  Vec3 at = ends.start;
  for (std::size_t k = 0; positions.size() < beads; ++k) {
    if (k > 0 || !attached) positions.push_back(at);
    // Not bead by bead when straight: rounding would add up.
    at = shape.kind == "straight" ? ends.start + static_cast<double>(k + 1) * ends.bond * ends.along
                                  : at + ends.bond * shape.bond(k);
  }
  return positions;
}

Anchor read_anchor(const ScenarioReader& reader, const Section& section) {
  if (!section.has("attach")) return {};
  const int particle = reader.names.one(section, "attach");
  return {true, particle, reader.scenario.model.particle(particle).position};
}

void read_chain(ScenarioReader& reader, const Section& given, std::size_t number) {
  given.allow(generator_keys(
      {"beads", "start", "direction", "from", "to", "bond", "shape", "angle", "attach", "fix_first", "fix_last"}));
  Generator chain(reader, given, "chain", number);
  Section& section = chain.section();
  const Anchor anchor = read_anchor(reader, section);
  const std::size_t beads = chain.count("beads", anchor.given ? 1 : 2);
  const ChainEnds ends = read_ends(section, anchor, anchor.given ? beads : beads - 1);
  const ChainShape shape = read_chain_shape(chain, ends.along, number);
  if (section.flag("fix_first", false)) chain.fix(0);
  if (section.flag("fix_last", false)) chain.fix(static_cast<int>(beads) - 1);
  const int first = chain.place(bead_positions(ends, shape, beads, anchor.given));
  if (anchor.given) chain.bond(anchor.particle, first, ends.bond);
  for (int i = first + 1; i < chain.model().size(); ++i) chain.bond(i - 1, i, ends.bond);
}

}  // namespace

void read_chains(ScenarioReader& reader) { read_each(reader, "chains", read_chain); }

}  // namespace taut::io
