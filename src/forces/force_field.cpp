#include <algorithm>
#include <tuple>

#include "forces/pair_forces.hpp"
#include "taut/forces.hpp"

namespace taut {

ForceWorkspace::ForceWorkspace(const ForceField& forces)
    : scratch_(forces.scratch_size_),
      pairs_(forces.pairs_ ? std::make_unique<PairWorkspace>(*forces.pairs_) : nullptr) {}
ForceWorkspace::ForceWorkspace(ForceWorkspace&&) noexcept = default;
ForceWorkspace& ForceWorkspace::operator=(ForceWorkspace&&) noexcept = default;
ForceWorkspace::~ForceWorkspace() = default;

void ForceWorkspace::use_box(const Vec3& box) noexcept {
  if (pairs_) pairs_->use_box(box);
}

bool ForceField::depends_on_state() const {
  return !springs_.empty() || !formulas_.empty() || !potentials_.empty() || !angles_.empty() || !dihedrals_.empty() ||
         !torques_.empty() || pairs_;
}

int ForceField::useful_threads() const { return pairs_ ? pairs_->useful_threads() : 1; }

bool ForceField::conserves_momentum() const {
  return fixed_.empty() && gravity_ == Vec3{} && constants_.empty() && formulas_.empty() && potentials_.empty() &&
         drag_.empty();
}

bool ForceField::has_any() const { return depends_on_state() || !constants_.empty() || dot(gravity_, gravity_) > 0.0; }

bool ForceField::conserves_energy() const { return !has_damping() && !has_sources(); }

bool ForceField::has_sources() const {
  const auto is_moving = [](const Potential& potential) {
    return potential.energy.depends_on(potential.energy.variables() - 1);
  };
  const auto is_driven = [](const Torque& torque) {
    return torque.torque || (torque.energy && torque.energy->depends_on(1));
  };
  return !formulas_.empty() || std::any_of(potentials_.begin(), potentials_.end(), is_moving) ||
         std::any_of(torques_.begin(), torques_.end(), is_driven);
}

bool ForceField::has_formula_forces() const {
  return !formulas_.empty() ||
         std::any_of(torques_.begin(), torques_.end(), [](const Torque& t) { return t.torque.has_value(); });
}

void ForceField::evaluate(const Vec3* position, double time, Vec3* force, ForceWorkspace& work,
                          ThreadTeam* team) const noexcept {
  double* const scratch = work.scratch_.data();
  for (std::size_t i = 0; i < masses_.size(); ++i) force[i] = masses_[i] * gravity_;
  for (const Constant& constant : constants_) force[constant.particle] += constant.force;
  add_springs(position, force);
  add_formulas(position, time, force, scratch);
  add_potentials(position, time, force, scratch);
  add_angles(position, force);
  add_dihedrals(position, force);
  add_torques(position, time, force, scratch);
  if (pairs_) pairs_->add(position, force, *work.pairs_, team);
  for (const std::int32_t i : fixed_) force[i] = {};
}

ForceField::Energies ForceField::energies(const Vec3* position, double time, ForceWorkspace& work) const noexcept {
  double* const scratch = work.scratch_.data();
  Energies energies;
  for (std::size_t i = 0; i < masses_.size(); ++i) energies.gravity -= masses_[i] * dot(gravity_, position[i]);
  for (const Constant& constant : constants_) energies.constants -= dot(constant.force, position[constant.particle]);
  energies.springs = spring_energy(position);
  energies.potentials = formula_energy(position, time, scratch);
  energies.angles = angle_energy(position);
  energies.dihedrals = dihedral_energy(position);
  energies.torques = torque_energy(position, time, scratch);
  if (pairs_) std::tie(energies.dispersion, energies.coulomb) = pairs_->energies(position, *work.pairs_);
  return energies;
}

double ForceField::potential_energy(const Vec3* position, double time, ForceWorkspace& work) const noexcept {
  return energies(position, time, work).total();
}

double ForceField::shortest_edge() const { return pairs_ ? 2.0 * pairs_->cutoff() : 0.0; }

std::optional<ForceField::StrongPair> ForceField::strongest_pair(const Vec3* position) const {
  if (!pairs_) return std::nullopt;
  ForceWorkspace work(*this);
  return pairs_->strongest(position, *work.pairs_);
}

// Angles and dihedrals have none: they do not depend on size.
ForceField::Sums ForceField::sums(const Vec3* position, ForceWorkspace& work, ThreadTeam* team) const noexcept {
  Sums sums;
  if (pairs_) {
    const PairSums pairs = pairs_->sums(position, *work.pairs_, team);
    sums = {pairs.energy, pairs.virial};
  }
  for (const Spring& spring : springs_) {
    const double length = norm(position[spring.j] - position[spring.i]);
    sums.virial -= spring.stiffness * (length - spring.rest_length) * length;
  }
  return sums;
}

Tensor ForceField::virial(const Vec3* position, ForceWorkspace& work) const {
  std::vector<Vec3> force(masses_.size());
  add_springs(position, force.data());
  add_angles(position, force.data());
  add_dihedrals(position, force.data());
  Tensor virial;
  for (std::size_t i = 0; i < force.size(); ++i)
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) virial(a, b) += force[i][a] * position[i][b];
  if (pairs_) pairs_->add_virial(position, virial, *work.pairs_);
  return virial;
}

}  // namespace taut
