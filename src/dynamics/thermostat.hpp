// Heat baths that act on the velocities between the steps of a motion, and keep them in the tangent space of the
// constraints.
//   rescale      all velocities are scaled by a random factor, such that the kinetic energy does exactly what it would
//   in
//                contact with a bath [bussi2007, eqs. A7 and A8]:
//                  a^2 = c + (1 - c) (R_1^2 + ... + R_f^2) k/K + 2 R_1 sqrt(c (1 - c) k/K),  c = exp(-h/tau), k = kT/2
//   andersen     now and then all particles of a component get new velocities, Maxwell's projected to the tangent space
//                [andersen1980]; of single particles in a component the projection would not leave Maxwell's
//                distribution
//   nose-hoover  a chain of three thermostats, half a step before and half after the motion [martyna1996]
// f counts the true degrees of freedom: those of the coordinates less the rank of the constraints, and less the motion
// of the centre of mass where it is conserved; velocities are then scaled relative to it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dynamics/stepper.hpp"
#include "taut/integrate.hpp"

namespace taut {

// Whether forces and constraints act between particles only.
bool conserves_momentum(const Model& model, const ForceField& forces);
// Those that share the kinetic energy.
int thermal_degrees(const Model& model, const ForceField& forces, const Plan& plan, const ThermostatOptions& options);

// Kinetic energy, of the motion relative to the centre of mass if asked.
double thermal_energy(const Model& model, const State& state, bool relative);

class Thermostat {
 public:
  Thermostat(const Model& model, const ForceField& forces, const Plan& plan, const ThermostatOptions& options);
  virtual ~Thermostat() = default;
  Thermostat(const Thermostat&) = delete;
  Thermostat& operator=(const Thermostat&) = delete;

  // Maxwell's velocities, before projection, for a state at rest.
  void warm(State& state) const;
  virtual void before(State& /*state*/, double /*h*/) {}
  // The state has reached the end of a step, and the stepper is prepared for it.
  virtual SolveReport after(State& state, Stepper& stepper, double h) = 0;

  double heat() const { return heat_; }  // given to the system so far
  // What it carries from step to step.
  using Memory = std::array<double, 4>;
  virtual Memory memory() const { return {heat_}; }
  virtual void restore(const Memory& memory) { heat_ = memory[0]; }

 protected:
  double kinetic(const State& state) const { return thermal_energy(model_, state, relative_); }
  void scale(State& state, double factor);  // velocities relative to it

  const Model& model_;
  ThermostatOptions options_;
  bool relative_;  // to the centre of mass
  int degrees_;
  double heat_ = 0.0;
};

// Nothing for ThermostatMethod::none.
std::unique_ptr<Thermostat> make_thermostat(const Model& model, const ForceField& forces, const Plan& plan,
                                            const ThermostatOptions& options);

}  // namespace taut
