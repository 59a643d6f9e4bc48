// What changes the energy E = K + U(r, t) at a state, apart from constraints. With forces -grad U + g, where g has no
// potential, and with particles that are driven at velocities of their own,
//
//   dE/dt = sum of g.v over moving particles + dU/dt at fixed positions - sum of (-grad U).v over driven particles
//
// The last term is the work of what leads driven particles against the forces on them. Where one end of a damper is
// driven, the damper takes its share of the relative motion, and what leads the end works against its pull.
#include "forces/direction.hpp"
#include "taut/forces.hpp"

namespace taut {

ForceField::Power ForceField::power(const Vec3* position, const Vec3* velocity, double time, Vec3* force,
                                    ForceWorkspace& work) const noexcept {
  double* const scratch = work.scratch_.data();
  Power power;
  add_damping_power(position, velocity, power);
  add_formula_power(position, velocity, time, scratch, power);
  for (const Torque& torque : torques_) add_power(torque, position, velocity, time, scratch, power);
  if (leads_against_forces(velocity)) power.sources += leading_power(position, velocity, time, force, scratch);
  return power;
}

std::vector<std::int32_t> ForceField::disturbed() const {
  std::vector<std::int32_t> particles;
  for (const Drag& drag : drag_) particles.push_back(drag.particle);
  for (const Dashpot& dashpot : dashpots_) particles.insert(particles.end(), {dashpot.i, dashpot.j});
  for (const FormulaForce& formula : formulas_) particles.push_back(formula.particle);
  for (const Potential& potential : potentials_)
    if (potential.energy.depends_on(potential.energy.variables() - 1))
      particles.insert(particles.end(), potential.particles.begin(), potential.particles.end());
  for (const Torque& torque : torques_)
    if (torque.damping > 0.0 || torque.torque || (torque.energy && torque.energy->depends_on(1)))
      particles.insert(particles.end(), torque.particles().begin(), torque.particles().end());
  return particles;
}

void ForceField::add_damping_power(const Vec3* position, const Vec3* velocity, Power& power) const noexcept {
  for (const Drag& drag : drag_)
    if (moves(drag.particle)) power.damping -= drag.coefficient * dot(velocity[drag.particle], velocity[drag.particle]);
  for (const auto& [i, j, damping, reduced_mass] : dashpots_) {
    const Vec3 u = direction(position[j] - position[i]);
    const double rate = dot(u, velocity[j] - velocity[i]);
    power.damping -= damping * rate * rate;
    if (!moves(i)) power.sources -= damping * rate * dot(u, velocity[i]);
    if (!moves(j)) power.sources += damping * rate * dot(u, velocity[j]);
  }
}

// A torque -dU/dq + g(q, w, t) - c w on a joint of rate w; what leads driven particles turns it by a part of w.
void ForceField::add_power(const Torque& torque, const Vec3* position, const Vec3* velocity, double time,
                           double* scratch, Power& power) const noexcept {
  constexpr std::size_t variables = 3;
  const JointAt at = joint_of(torque, position);
  double w = 0.0, led = 0.0;
  for (std::size_t k = 0; k < torque.count; ++k) {
    const double part = dot(at.slope[k], velocity[torque.particle[k]]);
    w += part;
    if (!moves(torque.particle[k])) led += part;
  }
  double potential = -torque.stiffness * (at.q - torque.rest), typed = 0.0;
  if (torque.energy) {
    scratch[0] = at.q, scratch[1] = time;
    torque.energy->gradient(scratch, scratch + variables, scratch + 2 * variables);
    potential -= scratch[variables];
    power.sources += scratch[variables + 1];
  }
  if (torque.torque) {
    scratch[0] = at.q, scratch[1] = w, scratch[2] = time;
    typed = torque.torque->value(scratch, scratch + variables);
  }
  power.damping -= torque.damping * w * w;
  power.sources += typed * w - (potential + typed - torque.damping * w) * led;
}

bool ForceField::leads_against_forces(const Vec3* velocity) const noexcept {
  if (springs_.empty() && potentials_.empty() && angles_.empty() && dihedrals_.empty() && constants_.empty())
    return false;
  for (const std::int32_t i : fixed_)
    if (!(velocity[i] == Vec3{})) return true;
  return false;
}

// Of forces that have a potential; pair forces are left out, and torques have theirs above.
double ForceField::leading_power(const Vec3* position, const Vec3* velocity, double time, Vec3* force,
                                 double* scratch) const noexcept {
  for (std::size_t i = 0; i < masses_.size(); ++i) force[i] = {};
  for (const Constant& constant : constants_) force[constant.particle] += constant.force;
  add_springs(position, force);
  add_potentials(position, time, force, scratch);
  add_angles(position, force);
  add_dihedrals(position, force);
  double power = 0.0;
  for (const std::int32_t i : fixed_) power -= dot(force[i], velocity[i]);
  return power;
}

}  // namespace taut
