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
  explicit System(const Scenario& scenario)
      : model(located(scenario, scenario.model.build())),
        forces(located(scenario, ForceField::make(model, scenario.forces))),
        plan(located(scenario, Plan::make(model, scenario.solver))) {}
  System(const System&) = delete;  // an integrator refers to the parts
  System& operator=(const System&) = delete;

  Model model;
  ForceField forces;
  Plan plan;
};

std::vector<ComponentGroup> component_groups(const Plan& plan);
// Whether the motion conserves energy: forces with a potential, and nothing that is driven or depends on time.
bool conserves_energy(const System& system);

// Projects the state onto the constraints. Throws InputError when it starts too far from them, naming the worst.
StartReport start_on_constraints(const Scenario& scenario, const System& system, Integrator& integrator, State& state);

}  // namespace taut
