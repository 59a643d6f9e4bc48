// [forces] and its lists.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "io/scenario/scenario_reader.hpp"

namespace taut::io {
namespace {

// The particles of `on` that can move; all of them when none can, for the message that a force on them deserves.
std::vector<int> acted_on(const Section& section, const ScenarioReader& reader) {
  const std::vector<int> all = reader.names.several(section, "on");
  std::vector<int> moving;
  std::copy_if(all.begin(), all.end(), std::back_inserter(moving),
               [&](int particle) { return !reader.scenario.model.particle(particle).fixed; });
  return moving.empty() ? all : moving;
}

void read_constant(const Section& section, ScenarioReader& reader) {
  section.allow({"on", "force"});
  const Vec3 force = section.vector("force");
  for (const int particle : acted_on(section, reader)) {
    reader.scenario.forces.constants.push_back({particle, force, section.path()});
  }
}

void read_formula(const Section& section, ScenarioReader& reader) {
  const bool plane = section.dimension() == 2;
  section.allow(plane ? std::vector<std::string>{"on", "x", "y", "parameters"}
                      : std::vector<std::string>{"on", "x", "y", "z", "parameters"});
  std::array<std::string, 3> force;  // empty: none
  for (const char* axis : {"x", "y", "z"}) {
    if (section.has(axis)) force[static_cast<std::size_t>(*axis - 'x')] = section.formula(axis);
  }
  for (const int particle : acted_on(section, reader)) {
    reader.scenario.forces.formulas.push_back({particle, force, section.parameters("parameters"), section.path()});
  }
}

PotentialSpec read_potential(const Section& section, const ScenarioReader& reader) {
  section.allow({"on", "energy", "parameters"});
  return {reader.names.several(section, "on"), section.text("energy"), section.parameters("parameters"),
          section.path()};
}

DragSpec read_drag(const Section& section, const ScenarioReader& reader) {
  section.allow({"on", "coefficient"});
  const std::vector<int> on = section.has("on") ? acted_on(section, reader) : std::vector<int>();
  return {on, section.number("coefficient"), section.path()};
}

// drag = 0.1 for everything that moves, or [[forces.drag]].
void read_drags(const Section& section, ScenarioReader& reader) {
  const Node* given = section.node("drag");
  if (!given) return;
  if (given->as<double>() || given->as<std::int64_t>()) {
    reader.scenario.forces.drags.push_back({{}, section.non_negative("drag"), "forces"});
    return;
  }
  for (const Section& drag : section.tables("drag")) reader.scenario.forces.drags.push_back(read_drag(drag, reader));
}

}  // namespace

SpringSpec read_spring(Section section, const ParticleNames& names, const ModelBuilder& model) {
  section.allow({"name", "between", "stiffness", "length", "damping"});
  const std::vector<int> pair = names.exactly(section, "between", 2);
  const double now = norm(model.particle(pair[1]).position - model.particle(pair[0]).position);
  const double stiffness = section.number("stiffness");
  const double rest = section.non_negative("length", now);
  return {pair[0],       pair[1], stiffness, rest, section.non_negative("damping", 0.0), section.optional_text("name"),
          section.path()};
}

AngleForceSpec read_angle_force(const Section& section, const ParticleNames& names) {
  section.allow({"between", "stiffness", "degrees"});
  const std::vector<int> at = names.exactly(section, "between", 3);
  return {at[0], at[1], at[2], section.number("stiffness"), section.number("degrees"), section.path()};
}

DihedralSpec read_dihedral(Section section, const ParticleNames& names) {
  section.allow({"between", "form", "coefficients"});
  const std::vector<int> at = names.exactly(section, "between", 4);
  const bool opls = section.choice("form", {"ryckaert-bellemans", "opls"}) == "opls";
  return {at[0],
          at[1],
          at[2],
          at[3],
          opls ? DihedralForm::opls : DihedralForm::ryckaert_bellemans,
          section.numbers("coefficients"),
          section.path()};
}

const std::vector<std::string> torque_keys = {"energy", "torque", "stiffness", "rest", "damping", "parameters"};

void read_torque_terms(Section& section, TorqueSpec& torque) {
  if (section.has("energy")) torque.energy = section.formula("energy");
  if (section.has("torque")) torque.torque = section.formula("torque");
  torque.stiffness = section.non_negative("stiffness", 0.0);
  torque.rest = section.number("rest", 0.0);
  torque.damping = section.non_negative("damping", 0.0);
  torque.parameters = section.parameters("parameters");
  torque.origin = section.path();
}

TorqueSpec read_torque(Section section, const ParticleNames& names) {
  std::vector<std::string> keys = torque_keys;
  keys.insert(keys.end(), {"between", "kind", "zero"});
  section.allow(keys);
  TorqueSpec torque{.between = names.several(section, "between")};
  if (section.choice("kind", {"turn", "shift"}) == "shift") torque.kind = JointMotion::shift;
  torque.zero = section.number("zero", 0.0);
  read_torque_terms(section, torque);
  return torque;
}

void read_forces(ScenarioReader& reader) {
  std::optional<Section> section = reader.root.table("forces");
  if (!section) return;
  section->allow(
      {"gravity", "springs", "constant", "formula", "potential", "drag", "angles", "dihedrals", "torques", "pairs"});
  ForceSpecs& forces = reader.scenario.forces;
  forces.gravity = section->vector("gravity", {});
  for (const Section& s : section->tables("springs"))
    forces.springs.push_back(read_spring(s, reader.names, reader.scenario.model));
  for (const Section& s : section->tables("angles")) forces.angles.push_back(read_angle_force(s, reader.names));
  for (const Section& s : section->tables("dihedrals")) forces.dihedrals.push_back(read_dihedral(s, reader.names));
  for (const Section& s : section->tables("torques")) forces.torques.push_back(read_torque(s, reader.names));
  for (const Section& s : section->tables("constant")) read_constant(s, reader);
  for (const Section& s : section->tables("formula")) read_formula(s, reader);
  for (const Section& s : section->tables("potential")) forces.potentials.push_back(read_potential(s, reader));
  read_drags(*section, reader);
  read_pairs(*section, reader);
}

}  // namespace taut::io
