#include "taut/forces.hpp"

namespace taut {
namespace {

void shift(std::vector<int>& on, int by) {
  for (int& particle : on) particle += by;
}

void shift(SpringSpec& spring, int by) {
  spring.i += by;
  spring.j += by;
}
void shift(ConstantForceSpec& force, int by) { force.on += by; }
void shift(FormulaForceSpec& force, int by) { force.on += by; }
void shift(PotentialSpec& potential, int by) { shift(potential.on, by); }
void shift(AngleForceSpec& angle, int by) {
  for (int* particle : {&angle.a, &angle.b, &angle.c}) *particle += by;
}
void shift(DihedralSpec& dihedral, int by) {
  for (int* particle : {&dihedral.a, &dihedral.b, &dihedral.c, &dihedral.d}) *particle += by;
}
void shift(TorqueSpec& torque, int by) { shift(torque.between, by); }
void shift(DragSpec& drag, int by) { shift(drag.on, by); }

template <class Spec>
std::vector<Spec> copied(const std::vector<Spec>& specs, int particles, int copies) {
  std::vector<Spec> all;
  for (int copy = 0; copy < copies; ++copy)
    for (Spec spec : specs) {
      shift(spec, copy * particles);
      all.push_back(std::move(spec));
    }
  return all;
}

}  // namespace

ForceSpecs repeated(const ForceSpecs& specs, int particles, int copies) {
  ForceSpecs all = specs;
  all.springs = copied(specs.springs, particles, copies);
  all.constants = copied(specs.constants, particles, copies);
  all.formulas = copied(specs.formulas, particles, copies);
  all.potentials = copied(specs.potentials, particles, copies);
  all.angles = copied(specs.angles, particles, copies);
  all.dihedrals = copied(specs.dihedrals, particles, copies);
  all.torques = copied(specs.torques, particles, copies);
  std::vector<DragSpec> some, everywhere;
  for (const DragSpec& drag : specs.drags) (drag.on.empty() ? everywhere : some).push_back(drag);
  all.drags = copied(some, particles, copies);
  all.drags.insert(all.drags.end(), everywhere.begin(), everywhere.end());
  return all;
}

}  // namespace taut
