// What a scenario becomes: model, forces and plan, valid together.
#pragma once

#include "taut/forces.hpp"
#include "taut/model.hpp"
#include "taut/run.hpp"
#include "taut/solve.hpp"

namespace taut {

// The value, or the error with the scenario's file and line before it.
template <class T>
T located(const Scenario& scenario, Expected<T> expected) {
  if (!expected) throw scenario.located(expected.error());
  return std::move(*expected);
}

struct System {
  explicit System(const Scenario& scenario);
  System(const System&) = delete;  // an integrator refers to the parts
  System& operator=(const System&) = delete;

  std::vector<std::string> replaced;  // by regularise = true, in sentences
  Model model;
  ForceField forces;
  Plan plan;
};

std::vector<ComponentGroup> component_groups(const Plan& plan);
// Why no run can start: constraints that contradict one another, or are singular at the start. Empty: none do.
std::string dependence_refusal(const Scenario& scenario, const System& system);
// The redundant constraints in a sentence, for notes; empty when there are none.
std::string redundancy_note(const System& system);
// What may change the energy of a motion.
enum class EnergyLaw {
  conserved,  // nothing: it has inertia and forces with a potential, and nothing is driven or depends on time
  bath,       // a thermostat and perhaps a barostat, whose heat and work are counted
  exchanged,  // damping, and what drives it, whose heat and work are summed
  falling,    // drag, without inertia
  open        // it is random, or what drives it is not summed
};
bool is_driven(const System& system);  // by forces, points or constraints that can give energy
EnergyLaw energy_law(const Scenario& scenario, const System& system);
bool conserves_energy(const Scenario& scenario, const System& system);

// Whether temperature, pressure and parts of the energy are worth a file: in a box, with pair forces or a thermostat.
bool has_thermodynamics(const Scenario& scenario);

double moving_mass(const Model& model);  // of all particles that are not fixed

IntegratorOptions with_threads(IntegratorOptions options, int threads);
Integrator make_integrator(const Scenario& scenario, const System& system, const IntegratorOptions& options);
// Projects the state onto the constraints. Throws InputError when it starts too far from them, naming the worst.
StartReport start_on_constraints(const Scenario& scenario, const System& system, Integrator& integrator, State& state);

}  // namespace taut
