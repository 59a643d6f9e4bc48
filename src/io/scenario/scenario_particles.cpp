// [[particles]] and the atoms of [[molecules]].
#include <fmt/format.h>

#include <algorithm>

#include "io/scenario/scenario_reader.hpp"

namespace taut::io {
namespace {

constexpr std::array<const char*, 3> axes = {"x", "y", "z"};

std::array<std::string, 3> read_path(const Section& section) {
  std::array<std::string, 3> path;
  std::optional<Section> table = section.table("path");
  if (!table) return path;
  table->allow(section.dimension() == 2 ? std::vector<std::string>{"x", "y"} : std::vector<std::string>{"x", "y", "z"});
  for (int axis = 0; axis < section.dimension(); ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    if (table->has(axes[a])) path[a] = table->formula(axes[a]);
  }
  return path;
}

// Where a driven particle starts. A formula that does not parse is reported by the model.
void move_to_start(ParticleSpec& particle, int dimension) {
  const Variable time[] = {{"t", 0}};
  for (int axis = 0; axis < dimension; ++axis) {
    const std::string& text = particle.path[static_cast<std::size_t>(axis)];
    const auto formula = text.empty() ? Error{} : Formula::parse(text, time);
    if (!formula) continue;
    std::vector<double> scratch(formula->scratch_size());
    const double start = 0.0;
    particle.position[axis] = formula->value(&start, scratch.data());
  }
}

}  // namespace

ParticleSpec read_particle(Section section) {
  section.allow({"name", "position", "velocity", "mass", "fixed", "path", "type", "charge"});
  ParticleSpec particle;
  particle.name = section.optional_text("name");
  particle.path = read_path(section);
  const auto driven = [](const std::string& path) { return !path.empty(); };
  const bool driven_throughout =
      std::all_of(particle.path.begin(), particle.path.begin() + section.dimension(), driven);
  particle.position = driven_throughout ? section.vector("position", {}) : section.vector("position");
  move_to_start(particle, section.dimension());
  particle.velocity = section.vector("velocity", {});
  particle.fixed = section.flag("fixed", false);
  if (!particle.fixed || section.has("mass")) particle.mass = section.number("mass", 1.0);
  particle.type = section.optional_text("type");
  if (section.has("charge")) particle.charge = section.number("charge");
  particle.origin = section.path();
  return particle;
}

void read_particles(ScenarioReader& reader) {
  ModelBuilder& model = reader.scenario.model;
  for (const Section& section : reader.root.tables("particles")) {
    ParticleSpec particle = read_particle(section);
    // Here rather than in the model, or the sentence would be about whoever refers to the name.
    if (const auto first = particle.name.empty() ? std::nullopt : model.find(particle.name)) {
      section.fail("name",
                   fmt::format("\"{}\" is already the name of particle {}; names must differ", particle.name, *first));
    }
    model.add(std::move(particle));
  }
}

}  // namespace taut::io
