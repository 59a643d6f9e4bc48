#include <algorithm>

#include "taut/forces.hpp"

namespace taut {

bool ForceField::depends_on_state() const { return !springs_.empty() || !formulas_.empty() || !potentials_.empty(); }

bool ForceField::conserves_energy() const {
  const auto is_moving = [](const Potential& potential) {
    return potential.energy.depends_on(potential.energy.variables() - 1);
  };
  return !has_damping() && formulas_.empty() && std::none_of(potentials_.begin(), potentials_.end(), is_moving);
}

void ForceField::evaluate(const Vec3* position, double time, Vec3* force, double* scratch) const noexcept {
  for (std::size_t i = 0; i < masses_.size(); ++i) force[i] = masses_[i] * gravity_;
  for (const Constant& constant : constants_) force[constant.particle] += constant.force;
  add_springs(position, force);
  add_formulas(position, time, force, scratch);
  add_potentials(position, time, force, scratch);
  for (const std::int32_t i : fixed_) force[i] = {};
}

ForceField::Energies ForceField::energies(const Vec3* position, double time, double* scratch) const noexcept {
  Energies energies;
  for (std::size_t i = 0; i < masses_.size(); ++i) energies.gravity -= masses_[i] * dot(gravity_, position[i]);
  for (const Constant& constant : constants_) energies.constants -= dot(constant.force, position[constant.particle]);
  energies.springs = spring_energy(position);
  energies.potentials = formula_energy(position, time, scratch);
  return energies;
}

double ForceField::potential_energy(const Vec3* position, double time, double* scratch) const noexcept {
  const Energies all = energies(position, time, scratch);
  return all.gravity + all.springs + all.constants + all.potentials;
}

}  // namespace taut
