// [[constraints]], at the top and in [[molecules]].
#include <fmt/format.h>

#include "io/scenario/scenario_reader.hpp"

namespace taut::io {
namespace {

ConstraintSpec read_distance(Section& section, const ParticleNames& names) {
  section.allow({"type", "name", "between", "length"});
  const std::vector<int> pair = names.exactly(section, "between", 2);
  return DistanceSpec{pair[0], pair[1], section.optional_number("length"), section.optional_text("name"),
                      section.path()};
}

ConstraintSpec read_angle(Section& section, const ParticleNames& names) {
  section.allow({"type", "name", "between", "degrees"});
  const std::vector<int> triple = names.exactly(section, "between", 3);
  return AngleSpec{triple[0],     triple[1], triple[2], section.number("degrees"), section.optional_text("name"),
                   section.path()};
}

const ShapeInfo& read_shape_name(const Section& section, ShapeFamily family) {
  const std::string name = section.text("shape");
  std::vector<std::string> known;
  for (const ShapeInfo& info : built_in_shapes()) {
    if (info.family != family) continue;
    if (info.name == name) return info;
    known.push_back(info.name);
  }
  const char* word = family == ShapeFamily::curve ? "curve" : "surface";
  section.fail("shape", fmt::format("no {} is called \"{}\" (there are {})", word, name, list_some(known, 20)));
}

ConstraintSpec read_shape(Section& section, const ParticleNames& names, ShapeFamily family) {
  const ShapeInfo& info = read_shape_name(section, family);
  std::vector<std::string> keys = {"type", "name", "on", "shape", "center"};
  keys.insert(keys.end(), info.parameters.begin(), info.parameters.end());
  section.allow(keys);
  ShapeSpec spec{family, names.one(section, "on"), info.name};
  for (const std::string parameter : info.parameters) {
    if (parameter == "normal")
      spec.normal = section.vector("normal", spec.normal);
    else
      spec.parameters.emplace_back(parameter, section.number(parameter));
  }
  spec.center = section.vector("center", {});
  spec.name = section.optional_text("name");
  spec.origin = section.path();
  return spec;
}

ConstraintSpec read_implicit(Section& section, const ParticleNames& names) {
  section.allow({"type", "name", "on", "equation", "parameters"});
  return ImplicitSpec{names.several(section, "on"), section.text("equation"), section.parameters("parameters"),
                      section.optional_text("name"), section.path()};
}

ConstraintSpec read_linear(Section& section, const ParticleNames& names) {
  section.allow({"type", "name", "on", "weights", "offset"});
  return LinearSpec{names.several(section, "on"), section.numbers("weights"), section.vector("offset", {}),
                    section.optional_text("name"), section.path()};
}

}  // namespace

ConstraintSpec read_constraint(Section section, const ParticleNames& names) {
  const std::vector<std::string> types = {"distance", "angle", "curve", "surface", "implicit", "linear"};
  section.required("type", "one of " + list_some(types));
  const std::string type = section.choice("type", types);
  if (type == "distance") return read_distance(section, names);
  if (type == "angle") return read_angle(section, names);
  if (type == "curve") return read_shape(section, names, ShapeFamily::curve);
  if (type == "surface") return read_shape(section, names, ShapeFamily::surface);
  if (type == "implicit") return read_implicit(section, names);
  return read_linear(section, names);
}

void read_constraints(ScenarioReader& reader) {
  const auto add = [&](ConstraintSpec& spec) {
    std::visit([&](auto& constraint) { reader.scenario.model.add(std::move(constraint)); }, spec);
  };
  for (const Section& section : reader.root.tables("constraints")) {
    ConstraintSpec spec = read_constraint(section, reader.names);
    add(spec);
  }
  for (ConstraintSpec& spec : reader.generated) add(spec);
  reader.generated = {};
}

}  // namespace taut::io
