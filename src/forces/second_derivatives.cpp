// How forces change with positions and velocities.
//   stiffness   K = -df/dr. A spring with r = r_j - r_i, u = r/|r|: the block k (u u^T + (1 - L/|r|)(1 - u u^T)) on its
//               ends, minus that between them. Potentials by their exact second derivatives, formula forces by their
//               exact first ones; those need not be symmetric.
//   resistance  D = -df/dv: drag on the diagonal; a dashpot c u u^T on its ends, minus that between them; torques, too.
#include <array>
#include <span>

#include "forces/matrix_blocks.hpp"
#include "forces/pair_forces.hpp"
#include "taut/forces.hpp"

namespace taut {
namespace {

// along u u^T + across (1 - u u^T) with u = r / |r|; without a direction, across in all of them.
Block3 axial(const Vec3& r, double along, double across) {
  const double square = dot(r, r), rest = square > 0.0 ? (along - across) / square : 0.0;
  Block3 block;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      block[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = rest * (r[a] * r[b]) + (a == b ? across : 0.0);
  return block;
}

std::vector<double> variables_of(const Vec3* position, std::span<const std::int32_t> particles, double time) {
  std::vector<double> variables;
  for (const std::int32_t particle : particles)
    for (int axis = 0; axis < 3; ++axis) variables.push_back(position[particle][axis]);
  variables.push_back(time);
  return variables;
}

}  // namespace

std::vector<MatrixEntry> ForceField::stiffness(const Vec3* position, double time) const {
  ForceWorkspace work(*this);
  return stiffness(position, time, work);
}

std::vector<MatrixEntry> ForceField::stiffness(const Vec3* position, double time, ForceWorkspace& work) const {
  std::vector<MatrixEntry> entries;
  add_spring_stiffness(position, entries);
  add_formula_stiffness(position, time, entries);
  add_potential_stiffness(position, time, entries);
  add_bonded_stiffness(position, entries);
  add_torque_stiffness(position, time, entries);
  if (pairs_) pairs_->add_stiffness(position, entries, *work.pairs_);
  return entries;
}

void ForceField::add_spring_stiffness(const Vec3* position, std::vector<MatrixEntry>& to) const {
  for (const Spring& spring : springs_) {
    const Vec3 r = position[spring.j] - position[spring.i];
    const double distance = norm(r), rest = spring.rest_length;
    const double across = rest == 0.0 ? 1.0 : distance > 0.0 ? 1.0 - rest / distance : 0.0;
    add_between(spring.i, spring.j, axial(r, spring.stiffness, spring.stiffness * across), to);
  }
}

void ForceField::add_formula_stiffness(const Vec3* position, double time, std::vector<MatrixEntry>& to) const {
  for (const FormulaForce& force : formulas_) {
    const std::vector<double> x = variables_of(position, {&force.particle, 1}, time);
    Block3 block;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      std::vector<double> scratch(force.component[axis].scratch_size());
      std::array<double, 4> slope;
      force.component[axis].gradient(x.data(), slope.data(), scratch.data());
      block[axis] = {slope[0], slope[1], slope[2]};
    }
    add_block(force.particle, force.particle, -1.0, block, to);
  }
}

void ForceField::add_potential_stiffness(const Vec3* position, double time, std::vector<MatrixEntry>& to) const {
  for (const Potential& potential : potentials_) {
    const std::vector<double> x = variables_of(position, potential.particles, time);
    std::vector<double> hessian(x.size() * x.size()), scratch(potential.energy.scratch_size());
    potential.energy.hessian(x.data(), hessian.data(), scratch.data());
    for (std::size_t i = 0; i + 1 < x.size(); ++i)
      for (std::size_t j = 0; j + 1 < x.size(); ++j)
        if (const double value = hessian[i * x.size() + j]; value != 0.0)
          to.push_back(
              {coordinate(potential.particles[i / 3], i % 3), coordinate(potential.particles[j / 3], j % 3), value});
  }
}

std::vector<MatrixEntry> ForceField::resistance(const Vec3* position, double time) const {
  std::vector<MatrixEntry> entries;
  for (const Drag& drag : drag_)
    for (std::size_t axis = 0; axis < 3; ++axis)
      entries.push_back({coordinate(drag.particle, axis), coordinate(drag.particle, axis), drag.coefficient});
  for (const Dashpot& dashpot : dashpots_)
    add_between(dashpot.i, dashpot.j, axial(position[dashpot.j] - position[dashpot.i], dashpot.damping, 0.0), entries);
  add_torque_resistance(position, time, entries);
  return entries;
}

std::vector<double> ForceField::drags() const {
  std::vector<double> drags(masses_.size(), 0.0);
  for (const Drag& drag : drag_) drags[static_cast<std::size_t>(drag.particle)] += drag.coefficient;
  return drags;
}

}  // namespace taut
