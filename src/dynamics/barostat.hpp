// A box whose volume V fluctuates such that the mean pressure is the one asked for: stochastic cell rescaling
// [bernetti2020], in the variable x = sqrt(V) whose noise does not depend on it,
//   dx = (b x / 2 tau) (P - P0 + kT / 2V) dt + sqrt(kT b / 2 tau) dW
// b the compressibility, tau the time constant, P the pressure that the box feels. Molecules are carried along as
// wholes, by their centres of mass R with momenta Q: at fixed R / V^(1/d) and Q V^(1/d) the density of V is
//   V^c exp(-(K + U + P0 V) / kT)
// with c = 0, or c = 1 where the momentum of all is conserved and its d coordinates carry no heat; so
//   P V = (2 K_centres + sum R F) / d + c kT,   sum R F = sum over pairs of f r - sum over particles of f (r - R).
// One step of Euler, every so many of the motion, proposes a volume; it is accepted with the probability that
// corrects the error of the step, [rossky1978]. So V has its exact distribution, V^N exp(-P0 V / kT) for a gas of N
// molecules, however long the steps are. A drift too long for one step is cut off, which the same probability corrects.
// U is the energy that the forces are the slope of. A box too small for the cut-off has no energy here: its density is
// taken to be zero, and proposing it is rejected. Where the pressure holds the box there, that is not what was asked
// for.
#pragma once

#include "dynamics/molecules.hpp"
#include "dynamics/stepper.hpp"
#include "taut/integrate.hpp"

namespace taut {

class Barostat {
 public:
  // momentum: whether that of all is conserved.
  enum class Momentum { conserved, thermal };
  Barostat(const Model& model, const ForceField& forces, const IntegratorOptions& options, Momentum momentum);

  // After a step; every so often it changes box, positions and velocities, and prepares the stepper for them. False
  // when it cannot, or when the box stays too small: then the report says why, and nothing is what it was.
  bool after(State& state, Stepper& stepper, StepReport& report);

  double work() const { return work_; }  // done on the system so far: what changing the volume added to its energy
  void restore(double work) { work_ = work; }

 private:
  struct Place {
    double root = 0.0;     // of the volume
    double kinetic = 0.0;  // of the centres
    double potential = 0.0;
    double drift = 0.0;  // of the root in the time between two proposals
  };
  Place look(const State& state, Stepper& stepper);
  double log_density(const Place& at) const;
  double log_step(const Place& from, const Place& to) const;
  bool try_box(State& state, const Place& here, double factor, double log_chance, Stepper& stepper, StepReport& report);
  bool move(State& state, const Vec3& box, Stepper& stepper, StepReport& report);
  double shortest_edge(const Vec3& box) const;
  bool reject_small(const State& state, StepReport& report);

  const ForceField& forces_;
  BarostatOptions options_;
  int dimension_;
  Momentum momentum_;
  double thermal_energy_;  // kT
  double variance_;        // of the noise of a proposal
  Molecules molecules_;
  State before_;
  double work_ = 0.0;
  int small_in_a_row_ = 0;  // proposals too small for the cut-off, of a box about as small
};

}  // namespace taut
