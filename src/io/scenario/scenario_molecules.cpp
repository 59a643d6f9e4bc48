// [[molecules]]: a template of atoms and constraints, placed many times.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/direction.hpp"
#include "base/philox.hpp"
#include "base/whole.hpp"
#include "io/scenario/generator.hpp"

namespace taut::io {
namespace {

struct Template {
  std::vector<ParticleSpec> atoms;
  std::vector<ConstraintSpec> constraints;  // these and the following with the atoms' indices in the template
  std::vector<SpringSpec> springs;
  std::vector<AngleForceSpec> angles;
  std::vector<DihedralSpec> dihedrals;
};

Template read_template(const Section& section) {
  Template molecule;
  ModelBuilder alone(section.dimension());
  for (const Section& atom : section.tables("atoms")) {
    molecule.atoms.push_back(read_particle(atom));
    alone.add(molecule.atoms.back());
  }
  if (molecule.atoms.empty()) section.fail("atoms", "missing; expected [[molecules.atoms]], one for each atom");
  const ParticleNames names(alone);
  for (const Section& constraint : section.tables("constraints")) {
    molecule.constraints.push_back(read_constraint(constraint, names));
  }
  for (const Section& s : section.tables("springs")) molecule.springs.push_back(read_spring(s, names, alone));
  for (const Section& s : section.tables("angles")) molecule.angles.push_back(read_angle_force(s, names));
  for (const Section& s : section.tables("dihedrals")) molecule.dihedrals.push_back(read_dihedral(s, names));
  return molecule;
}

struct Shift {
  int by;
  void operator()(DistanceSpec& spec) const { move(spec.i), move(spec.j); }
  void operator()(AngleSpec& spec) const { move(spec.a), move(spec.b), move(spec.c); }
  void operator()(ShapeSpec& spec) const { move(spec.on); }
  void operator()(ImplicitSpec& spec) const {
    for (int& particle : spec.on) move(particle);
  }
  void operator()(LinearSpec& spec) const {
    for (int& particle : spec.on) move(particle);
  }
  void operator()(SpringSpec& spec) const { move(spec.i), move(spec.j); }
  void operator()(AngleForceSpec& spec) const { move(spec.a), move(spec.b), move(spec.c); }
  void operator()(DihedralSpec& spec) const { move(spec.a), move(spec.b), move(spec.c), move(spec.d); }
  void move(int& particle) const { particle += by; }
};

std::vector<Vec3> grid(std::size_t count, double spacing, const Vec3& origin, int dimension) {
  const auto edge = static_cast<std::size_t>(std::ceil(std::pow(static_cast<double>(count), 1.0 / dimension) - 1e-9));
  std::vector<Vec3> points;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t x = k % edge, y = k / edge % (dimension == 2 ? count : edge),
                      z = dimension == 2 ? 0 : k / edge / edge;
    points.push_back(origin + spacing * Vec3{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)});
  }
  return points;
}

// The same with the grid stretched to fill the box evenly: cells as nearly cubic as whole numbers of them allow.
std::vector<Vec3> filling(const Section& section, std::size_t count, const Vec3& box, const Vec3& origin) {
  const int dimension = section.dimension();
  const double volume = box.x * box.y * (dimension == 2 ? 1.0 : box.z);
  std::size_t cells[3] = {1, 1, 1};
  const auto product = [&cells] {  // as a double, which does not wrap around
    return static_cast<double>(cells[0]) * static_cast<double>(cells[1]) * static_cast<double>(cells[2]);
  };
  const double wanted = static_cast<double>(count);
  const double edge = std::pow(volume / static_cast<double>(count), 1.0 / dimension);
  for (int a = 0; a < dimension; ++a) cells[a] = whole_within<std::size_t>(box[a] / edge + 1e-9, 1, count);
  if (section.has("cells")) {
    const auto given = section.integers("cells", static_cast<std::size_t>(dimension), {1, most_particles});
    for (std::size_t a = 0; a < given.size(); ++a) cells[a] = static_cast<std::size_t>(given[a]);
    if (product() < wanted)
      section.fail("cells", fmt::format("there are {} cells for {} molecules; expected one for each at least",
                                        product(), count));
  }
  while (product() < wanted) {  // the axis with the longest cells gets one more
    int longest = 0;
    for (int a = 1; a < dimension; ++a)
      if (box[a] / static_cast<double>(cells[a]) > box[longest] / static_cast<double>(cells[longest])) longest = a;
    ++cells[longest];
  }
  std::vector<Vec3> points;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t at[3] = {k % cells[0], k / cells[0] % cells[1], k / cells[0] / cells[1]};
    Vec3 point = origin;
    for (int a = 0; a < dimension; ++a)
      point[a] += box[a] * (static_cast<double>(at[a]) + 0.5) / static_cast<double>(cells[a]);
    points.push_back(point);
  }
  return points;
}

// Where the copies stand: at each of `positions`, or `count` of them on a square or cubic grid, or evenly in the box.
std::vector<Vec3> read_places(Section& section, const Vec3& box) {
  if (const Node* given = section.node("positions")) {
    if (section.has("count")) section.fail("count", "expected positions or count, found both");
    const auto* list = given->as<Node::Array>();
    if (!list) section.fail("positions", fmt::format("expected a list of vectors, found {}", describe(*given)));
    std::vector<Vec3> places;
    for (std::size_t k = 0; k < list->size(); ++k) {
      places.push_back(section.vector_of((*list)[k], fmt::format("{}[{}]", section.key("positions"), k)));
    }
    return places;
  }
  const std::int64_t count = section.integer("count", {1, most_particles}, 1);
  const Vec3 origin = section.vector("origin", {});
  if (count > 1 && !section.has("spacing") && !(box == Vec3{}))
    return filling(section, static_cast<std::size_t>(count), box, origin);
  if (section.has("cells")) section.fail("cells", "fills a box; expected [box], count above 1 and no spacing");
  const double spacing = count > 1 ? section.positive("spacing") : 0.0;
  return grid(static_cast<std::size_t>(count), spacing, origin, section.dimension());
}

// A rotation as the images of the three axes.
struct Rotation {
  Vec3 x = {1.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0}, z = {0.0, 0.0, 1.0};
  Vec3 operator()(const Vec3& v) const { return v.x * x + v.y * y + v.z * z; }
};

// Uniform over all rotations: a random axis for z, then a random turn about it.
Rotation random_rotation(std::uint64_t seed, std::uint64_t stream, std::uint64_t index, int dimension) {
  const double turn = 2.0 * std::numbers::pi * uniform_pair(seed, stream, 2 * index)[0];
  const Vec3 z = dimension == 2 ? Vec3{0.0, 0.0, 1.0} : random_direction(seed, stream, 2 * index + 1, 3);
  const Vec3 u = perpendicular(z, 3), v = cross(z, u);
  const Vec3 x = std::cos(turn) * u + std::sin(turn) * v;
  return {x, cross(z, x), z};
}

constexpr std::uint64_t first_molecule_stream = 1ull << 32;  // the streams below are the chains'

struct Placement {
  Vec3 position, velocity;
  Rotation rotation;
};

template <class Spec>
void add_shifted(const std::vector<Spec>& from, int first, std::vector<Spec>& to) {
  for (Spec spec : from) {
    Shift{first}(spec);
    to.push_back(std::move(spec));
  }
}

void add_copy(ScenarioReader& reader, const Template& molecule, const Placement& placement) {
  ModelBuilder& model = reader.scenario.model;
  const int first = model.size();
  for (ParticleSpec atom : molecule.atoms) {
    atom.name.clear();  // found by the group's arithmetic
    atom.position = placement.position + placement.rotation(atom.position);
    if (!atom.fixed) atom.velocity = placement.velocity + placement.rotation(atom.velocity);
    model.add(std::move(atom));
  }
  for (ConstraintSpec spec : molecule.constraints) {
    std::visit(Shift{first}, spec);
    reader.generated.push_back(std::move(spec));
  }
  ForceSpecs& forces = reader.scenario.forces;
  add_shifted(molecule.springs, first, forces.springs);
  add_shifted(molecule.angles, first, forces.angles);
  add_shifted(molecule.dihedrals, first, forces.dihedrals);
}

void read_molecule(ScenarioReader& reader, Section section, std::size_t number) {
  section.allow({"name", "atoms", "constraints", "springs", "angles", "dihedrals", "positions", "count", "spacing",
                 "cells", "origin", "orientation", "velocity"});
  const std::string name = section.text("name", number == 0 ? "molecule" : fmt::format("molecule{}", number + 1));
  const Template molecule = read_template(section);
  const std::vector<Vec3> places = read_places(section, reader.scenario.model.box());
  const Vec3 velocity = section.vector("velocity", {});
  const bool turned = section.choice("orientation", {"same", "random"}) == "random";
  ParticleGroup group{name, reader.scenario.model.size(), static_cast<int>(places.size())};
  for (const ParticleSpec& atom : molecule.atoms) group.atoms.push_back(atom.name);
  reader.names.add(group, section);
  for (std::size_t copy = 0; copy < places.size(); ++copy) {
    const auto rotation = [&] {
      return random_rotation(reader.scenario.seed, first_molecule_stream + number, copy, section.dimension());
    };
    add_copy(reader, molecule, {places[copy], velocity, turned ? rotation() : Rotation{}});
  }
}

}  // namespace

void read_molecules(ScenarioReader& reader) { read_each(reader, "molecules", read_molecule); }

}  // namespace taut::io
