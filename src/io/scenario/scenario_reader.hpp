// What the parts of the scenario reader share. Each part reads some tables into the scenario.
#pragma once

#include <variant>
#include <vector>

#include "io/document/section.hpp"
#include "io/scenario/particle_names.hpp"
#include "taut/scenario.hpp"

namespace taut::io {

using ConstraintSpec = std::variant<DistanceSpec, AngleSpec, ShapeSpec, ImplicitSpec, LinearSpec>;

struct ScenarioReader {
  Section root;
  Scenario& scenario;
  ParticleNames names{scenario.model};
  std::vector<ConstraintSpec> generated = {};  // added after those that were typed, so that typed indices stay
};

void read_particles(ScenarioReader& reader);
void read_chains(ScenarioReader& reader);
void read_rings(ScenarioReader& reader);
void read_stars(ScenarioReader& reader);
void read_lattices(ScenarioReader& reader);
void read_molecules(ScenarioReader& reader);
void read_arms(ScenarioReader& reader);
// Makes the files of [[arms]] absolute, so that the scenario can be run from where it is written to; whether there are
// any.
bool locate_arm_files(Document& document);
void read_constraints(ScenarioReader& reader);
void read_forces(ScenarioReader& reader);
void read_pairs(const Section& forces, ScenarioReader& reader);
void read_box(ScenarioReader& reader);
void read_integrator(ScenarioReader& reader);
void read_thermostat(ScenarioReader& reader);
void read_barostat(ScenarioReader& reader);
void read_solver(ScenarioReader& reader);
void read_output(ScenarioReader& reader);
void read_measures(ScenarioReader& reader);
void read_units(ScenarioReader& reader);
void read_chaos(ScenarioReader& reader);

// One table of `particles` or `atoms`; one of `constraints`.
ParticleSpec read_particle(Section section);
ConstraintSpec read_constraint(Section section, const ParticleNames& names);

// One table of `forces.springs`, `forces.angles` or `forces.dihedrals`, or of the same lists of a molecule.
SpringSpec read_spring(Section section, const ParticleNames& names, const ModelBuilder& model);
AngleForceSpec read_angle_force(const Section& section, const ParticleNames& names);
DihedralSpec read_dihedral(Section section, const ParticleNames& names);
// What acts on the coordinate of a joint, but for whose it is; those keys.
extern const std::vector<std::string> torque_keys;
void read_torque_terms(Section& section, TorqueSpec& torque);
TorqueSpec read_torque(Section section, const ParticleNames& names);

}  // namespace taut::io
