// [box] and [forces.pairs].
#include <fmt/format.h>

#include <algorithm>

#include "io/scenario/scenario_reader.hpp"

namespace taut::io {
namespace {

constexpr double skin_by_default = 0.15;  // of the cut-off

LennardJones read_parameters(const Section& section) { return {section.positive("sigma"), section.number("epsilon")}; }

void read_types(const Section& section, PairForcesSpec& pairs) {
  for (const Section& type : section.tables("types")) {
    type.allow({"type", "sigma", "epsilon"});
    pairs.types.push_back({type.text("type"), read_parameters(type), type.path()});
  }
  for (const Section& pair : section.tables("between")) {
    pair.allow({"types", "sigma", "epsilon"});
    const Node& given = pair.required("types", "two types");
    const auto* list = given.as<Node::Array>();
    const auto name = [&](std::size_t k) { return (*list)[k].as<std::string>(); };
    if (!list || list->size() != 2 || !name(0) || !name(1))
      pair.fail("types", fmt::format("expected two types such as [\"O\", \"C\"], found {}", describe(given)));
    pairs.between.push_back({*name(0), *name(1), read_parameters(pair), pair.path()});
  }
}

void read_dispersion(Section& section, PairForcesSpec& pairs) {
  const std::string word = section.choice("dispersion", {"lennard-jones", "wca", "none"});
  pairs.dispersion = word == "none" ? Dispersion::none : word == "wca" ? Dispersion::wca : Dispersion::lennard_jones;
  if (pairs.dispersion != Dispersion::lennard_jones && section.has("truncation"))
    section.fail("truncation", "belongs to dispersion = \"lennard-jones\" only");
  if (pairs.dispersion == Dispersion::lennard_jones)
    pairs.truncation =
        section.choice("truncation", {"shifted", "plain"}) == "plain" ? Truncation::plain : Truncation::shifted;
  if (pairs.dispersion != Dispersion::none)
    pairs.mixing = section.choice("mixing", {"lorentz-berthelot", "geometric"}) == "geometric"
                       ? Mixing::geometric
                       : Mixing::lorentz_berthelot;
}

void read_coulomb(Section& section, PairForcesSpec& pairs) {
  const std::string word = section.choice("coulomb", {"none", "reaction-field", "damped-shifted"});
  const auto belongs = [&](const char* key, const char* to, bool right) {
    if (section.has(key) && !right) section.fail(key, fmt::format("belongs to coulomb = \"{}\" only", to));
    return right;
  };
  if (belongs("damping", "damped-shifted", word == "damped-shifted")) {
    pairs.electrostatics = Electrostatics::damped_shifted;
    pairs.damping = section.positive("damping");
  }
  if (belongs("dielectric", "reaction-field", word == "reaction-field")) {
    pairs.electrostatics = Electrostatics::reaction_field;
    pairs.dielectric = section.non_negative("dielectric", 0.0);
  }
  if (word != "none")
    pairs.coulomb_constant = section.positive("coulomb_constant", 1.0);
  else if (section.has("coulomb_constant"))
    section.fail("coulomb_constant", "found it without coulomb");
}

Exclusion read_exclusion(Section& section) {
  const std::string word = section.choice("exclude", {"1-3", "none", "1-2", "1-4", "molecules"});
  return word == "none"  ? Exclusion::none
         : word == "1-2" ? Exclusion::bonds
         : word == "1-3" ? Exclusion::angles
         : word == "1-4" ? Exclusion::dihedrals
                         : Exclusion::molecules;
}

// Of wca, whose pairs have cut-offs of their own: of the largest.
double reach_of(const PairForcesSpec& pairs) {
  double reach = pairs.cutoff;
  for (const PairTypeSpec& type : pairs.types) reach = std::max(reach, type.parameters.sigma);
  return reach;
}

}  // namespace

void read_pairs(const Section& forces, ScenarioReader& reader) {
  std::optional<Section> section = forces.table("pairs");
  if (!section) return;
  section->allow({"dispersion", "truncation", "mixing", "cutoff", "skin", "types", "between", "coulomb",
                  "coulomb_constant", "damping", "dielectric", "exclude", "scale_14"});
  PairForcesSpec pairs;
  pairs.origin = section->path();
  read_dispersion(*section, pairs);
  read_coulomb(*section, pairs);
  if (section->has("cutoff") || pairs.dispersion == Dispersion::lennard_jones ||
      pairs.electrostatics != Electrostatics::none)
    pairs.cutoff = section->positive("cutoff");
  read_types(*section, pairs);
  pairs.exclusion = read_exclusion(*section);
  if (section->has("scale_14") && pairs.exclusion != Exclusion::angles)
    section->fail("scale_14", "belongs to exclude = \"1-3\" only");
  if (pairs.exclusion == Exclusion::angles) pairs.scale_14 = section->non_negative("scale_14", 1.0);
  pairs.skin = section->non_negative("skin", skin_by_default * reach_of(pairs));
  reader.scenario.forces.pairs = std::move(pairs);
}

void read_box(ScenarioReader& reader) {
  const std::optional<Section> section = reader.root.table("box");
  if (!section) return;
  section->allow({"lengths"});
  const Vec3 lengths = section->vector("lengths");
  for (int axis = 0; axis < section->dimension(); ++axis)
    if (!(lengths[axis] > 0.0))
      section->fail("lengths", fmt::format("expected positive numbers, found {}", lengths[axis]));
  reader.scenario.model.set_box(lengths);
}

}  // namespace taut::io
