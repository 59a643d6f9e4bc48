// Typed forces and potentials. Scratch holds the variables (coordinates and t), then the gradient, then what
// the formula itself needs.
#include "taut/forces.hpp"

namespace taut {
namespace {

void gather(const Vec3& position, double* x) {
  x[0] = position.x;
  x[1] = position.y;
  x[2] = position.z;
}

// Writes the variables of a formula on these particles; returns the scratch behind them.
double* gather(const Vec3* position, const std::vector<std::int32_t>& particles, double time, double* scratch) {
  for (const std::int32_t particle : particles) {
    gather(position[particle], scratch);
    scratch += 3;
  }
  *scratch = time;
  return scratch + 1;
}

}  // namespace

void ForceField::add_formulas(const Vec3* position, double time, Vec3* force, double* scratch) const noexcept {
  for (const FormulaForce& formula : formulas_) {
    gather(position[formula.particle], scratch);
    scratch[3] = time;
    for (int axis = 0; axis < 3; ++axis) {
      const Formula& component = formula.component[static_cast<std::size_t>(axis)];
      force[formula.particle][axis] += component.value(scratch, scratch + 4);
    }
  }
}

void ForceField::add_potentials(const Vec3* position, double time, Vec3* force, double* scratch) const noexcept {
  for (const Potential& potential : potentials_) {
    double* const gradient = gather(position, potential.particles, time, scratch);
    potential.energy.gradient(scratch, gradient, gradient + potential.energy.variables());
    const double* slope = gradient;
    for (const std::int32_t particle : potential.particles) {
      force[particle] -= {slope[0], slope[1], slope[2]};
      slope += 3;
    }
  }
}

void ForceField::add_formula_power(const Vec3* position, const Vec3* velocity, double time, double* scratch,
                                   Power& power) const noexcept {
  for (const FormulaForce& formula : formulas_) {
    if (!moves(formula.particle)) continue;
    gather(position[formula.particle], scratch);
    scratch[3] = time;
    for (int axis = 0; axis < 3; ++axis)
      power.sources += velocity[formula.particle][axis] *
                       formula.component[static_cast<std::size_t>(axis)].value(scratch, scratch + 4);
  }
  for (const Potential& potential : potentials_) {
    const int of_time = potential.energy.variables() - 1;
    if (!potential.energy.depends_on(of_time)) continue;
    double* const gradient = gather(position, potential.particles, time, scratch);
    potential.energy.gradient(scratch, gradient, gradient + potential.energy.variables());
    power.sources += gradient[of_time];
  }
}

double ForceField::formula_energy(const Vec3* position, double time, double* scratch) const noexcept {
  double energy = 0.0;
  for (const Potential& potential : potentials_) energy += energy_of(potential, position, time, scratch);
  return energy;
}

double ForceField::energy_of(const Potential& potential, const Vec3* position, double time, double* scratch) noexcept {
  double* const rest = gather(position, potential.particles, time, scratch);
  return potential.energy.value(scratch, rest);
}

}  // namespace taut
