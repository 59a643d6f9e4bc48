// [[chains]], [[rings]] and [[stars]]: beads joined by bonds of one length.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "io/generator.hpp"

namespace taut::io {
namespace {

constexpr std::int64_t most_particles = 100'000'000;
constexpr double tetrahedral_degrees = 109.47122063449069;

std::size_t read_count(Section& section, std::string_view name, std::int64_t minimum) {
  const std::int64_t count = section.integer(name, minimum);
  if (count > most_particles) section.fail(name, fmt::format("expected at most {}, found {}", most_particles, count));
  return static_cast<std::size_t>(count);
}

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

struct ChainEnds {
  Vec3 start, along;
  double bond;
};

// Either from a start in some direction with bonds of a given length, or evenly from one point to another.
ChainEnds read_ends(Section& section, const Vec3* anchor, std::size_t bonds) {
  const auto origin = [&](std::string_view name) {
    if (anchor && section.has(name)) section.fail(name, "an attached chain begins at its anchor; expected no start");
    return anchor ? *anchor : section.vector(name, {});
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

void read_chain(ScenarioReader& reader, const Section& given, std::size_t number) {
  given.allow(generator_keys(
      {"beads", "start", "direction", "from", "to", "bond", "shape", "angle", "attach", "fix_first", "fix_last"}));
  Generator chain(reader, given, "chain", number);
  Section& section = chain.section();
  if (section.has("from") && !section.has("to")) section.fail("to", "missing; expected with from");
  const bool attached = section.has("attach");
  const int anchor = attached ? reader.names.one(section, "attach") : -1;
  const Vec3 anchor_position = attached ? chain.model().particle(anchor).position : Vec3{};
  const std::size_t beads = read_count(section, "beads", attached ? 1 : 2);
  const ChainEnds ends = read_ends(section, attached ? &anchor_position : nullptr, attached ? beads : beads - 1);
  const ChainShape shape = read_chain_shape(chain, ends.along, number);

  std::vector<Vec3> positions;
  positions.reserve(beads);
  Vec3 at = ends.start;
  for (std::size_t k = 0; positions.size() < beads; ++k) {
    if (k > 0 || !attached) positions.push_back(at);
    at = shape.kind == "straight" ? ends.start + static_cast<double>(k + 1) * ends.bond * ends.along
                                  : at + ends.bond * shape.bond(k);
  }
  if (section.flag("fix_first", false)) chain.fix(0);
  if (section.flag("fix_last", false)) chain.fix(static_cast<int>(beads) - 1);
  const int first = chain.place(positions);
  if (attached) chain.bond(anchor, first, ends.bond);
  for (int i = first + 1; i < chain.model().size(); ++i) chain.bond(i - 1, i, ends.bond);
}

// Radius of a regular polygon from `radius`, or from its side `bond`.
double read_radius(Section& section, std::size_t beads) {
  const double side = 2.0 * std::sin(std::numbers::pi / static_cast<double>(beads));
  if (section.has("radius") && section.has("bond")) section.fail("bond", "expected radius or bond, found both");
  return section.has("radius") ? section.positive("radius") : section.positive("bond", 1.0) / side;
}

void read_ring(ScenarioReader& reader, const Section& given, std::size_t number) {
  given.allow(generator_keys({"beads", "radius", "bond", "center", "normal"}));
  Generator ring(reader, given, "ring", number);
  Section& section = ring.section();
  const std::size_t beads = read_count(section, "beads", 3);
  const double radius = read_radius(section, beads);
  const Vec3 center = section.vector("center", {});
  Vec3 u = {1.0, 0.0, 0.0}, v = {0.0, 1.0, 0.0};
  if (section.dimension() == 2 && section.has("normal")) section.fail("normal", "a ring in the plane has none");
  if (section.dimension() == 3) {
    const Vec3 normal = read_direction(section, "normal", {0.0, 0.0, 1.0});
    u = perpendicular(normal, 3);
    v = cross(normal, u);
  }
  std::vector<Vec3> positions;
  for (std::size_t k = 0; k < beads; ++k) {
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(beads);
    positions.push_back(center + radius * (std::cos(angle) * u + std::sin(angle) * v));
  }
  const int first = ring.place(positions), count = static_cast<int>(beads);
  const double bond = 2.0 * radius * std::sin(std::numbers::pi / static_cast<double>(beads));
  for (int k = 0; k < count; ++k) ring.bond(first + k, first + (k + 1) % count, bond);
}

// Evenly spread: around the circle, or on the golden spiral of the sphere.
Vec3 arm_direction(std::size_t k, std::size_t arms, int dimension) {
  const double n = static_cast<double>(arms), i = static_cast<double>(k);
  const double z = dimension == 2 ? 0.0 : 1.0 - (2.0 * i + 1.0) / n;
  const double turn = dimension == 2 ? 2.0 * std::numbers::pi / n : std::numbers::pi * (3.0 - std::sqrt(5.0));
  const double radius = std::sqrt(1.0 - z * z);
  return {radius * std::cos(i * turn), radius * std::sin(i * turn), z};
}

void read_star(ScenarioReader& reader, const Section& given, std::size_t number) {
  given.allow(generator_keys({"arms", "arm_length", "bond", "center", "fix_center"}));
  Generator star(reader, given, "star", number);
  Section& section = star.section();
  const std::size_t arms = read_count(section, "arms", 1), length = read_count(section, "arm_length", 1);
  if (arms * length > static_cast<std::size_t>(most_particles))
    section.fail("arms", "arms times arm_length is too large");
  const double bond = section.positive("bond", 1.0);
  const Vec3 center = section.vector("center", {});
  std::vector<Vec3> positions = {center};
  for (std::size_t a = 0; a < arms; ++a) {
    const Vec3 direction = arm_direction(a, arms, section.dimension());
    for (std::size_t k = 1; k <= length; ++k) positions.push_back(center + static_cast<double>(k) * bond * direction);
  }
  if (section.flag("fix_center", false)) star.fix(0);
  const int first = star.place(positions), per_arm = static_cast<int>(length);
  for (int b = 0; b < static_cast<int>(arms) * per_arm; ++b) {
    star.bond(b % per_arm == 0 ? first : first + b, first + b + 1, bond);
  }
}

template <class Read>
void read_all(ScenarioReader& reader, std::string_view name, Read read) {
  for (std::size_t number = 0; const Section& section : reader.root.tables(name)) read(reader, section, number++);
}

}  // namespace

void read_chains(ScenarioReader& reader) { read_all(reader, "chains", read_chain); }
void read_rings(ScenarioReader& reader) { read_all(reader, "rings", read_ring); }
void read_stars(ScenarioReader& reader) { read_all(reader, "stars", read_star); }

}  // namespace taut::io
