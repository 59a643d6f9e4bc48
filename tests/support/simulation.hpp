// A system with all that a step needs, so that a test reads: make it, step it, look at it.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "taut/integrate.hpp"

namespace taut::test {

struct System {
  ModelBuilder model{2};
  ForceSpecs forces = {};
};

// As tight as a typed formula, which rounds at every operation, can be held.
inline SolverOptions tight(SolverMethod method = SolverMethod::automatic) {
  return {.method = method, .tolerance = 1e-15};
}

// Every solver that treats a model, auto first.
inline std::vector<SolverMethod> methods_for(const Model& model) {
  std::vector<SolverMethod> methods;
  for (const SolverInfo& info : built_in_solvers())
    if (Plan::make(model, {.method = info.method})) methods.push_back(info.method);
  return methods;
}

struct Simulation {
  std::unique_ptr<Model> model;
  std::unique_ptr<ForceField> forces;
  std::unique_ptr<Plan> plan;
  IntegratorOptions options;
  std::unique_ptr<Integrator> integrator;
  State state;
  bool subdivided = false;  // whether any step was

  // Made, but not started.
  static Simulation at_rest(const System& system, const IntegratorOptions& options,
                            const SolverOptions& solver = tight()) {
    Simulation s{.model = std::make_unique<Model>(system.model.build().value()),
                 .forces = nullptr,
                 .plan = nullptr,
                 .options = options,
                 .integrator = nullptr,
                 .state = {},
                 .subdivided = false};
    s.forces = std::make_unique<ForceField>(ForceField::make(*s.model, system.forces).value());
    s.plan = std::make_unique<Plan>(Plan::make(*s.model, solver).value());
    s.integrator = std::make_unique<Integrator>(s.another_integrator());
    s.state = initial_state(*s.model);
    return s;
  }

  static Simulation started(const System& system, const IntegratorOptions& options,
                            const SolverOptions& solver = tight()) {
    Simulation s = at_rest(system, options, solver);
    if (!s.integrator->start(s.state).ok()) throw InputError("the system could not be started");
    return s;
  }

  Integrator another_integrator() const { return Integrator::make(*model, *forces, *plan, options).value(); }

  void step(int steps = 1) {
    for (int k = 0; k < steps; ++k) {
      const StepReport report = integrator->step(state);
      if (!report.ok()) throw InputError(integrator->explain(report));
      subdivided |= report.subdivided;
    }
  }

  // Turns the velocities round and starts again from there.
  void reverse() {
    for (std::vector<Vec3>* velocities : {&state.velocity, &state.velocity_low})
      for (Vec3& v : *velocities) v *= -1.0;
    if (!integrator->start(state).ok()) throw InputError("the reversed state could not be started");
  }

  double energy() { return integrator->kinetic_energy(state) + integrator->potential_energy(state); }

  std::vector<double> constraint_forces() {
    std::vector<double> all(static_cast<std::size_t>(model->row_count()));
    if (!integrator->constraint_forces(state, all).converged) throw InputError("no constraint forces");
    return all;
  }

  const Vec3& position(std::size_t particle) const { return state.position[particle]; }
  const Vec3& velocity(std::size_t particle) const { return state.velocity[particle]; }
  const Vec3& last_position() const { return state.position.back(); }
};

inline double largest_difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double largest = a.size() == b.size() ? 0.0 : std::nan("");
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    const double difference = norm(a[i] - b[i]);
    if (!(difference <= largest)) largest = difference;  // NaN counts as largest
  }
  return largest;
}

inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = a.size() == b.size() ? 0.0 : std::nan("");
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
    if (const double difference = std::abs(a[i] - b[i]); !(difference <= largest)) largest = difference;
  return largest;
}

// Names as test parameters show them: kahan-li8 becomes kahan_li8.
inline std::string test_name(std::string name) {
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

struct Momenta {
  Vec3 linear, angular;
};

inline Momenta momenta(const Simulation& s) {
  Momenta sum;
  for (std::size_t i = 0; i < s.state.position.size(); ++i) {
    const Vec3 p = s.model->masses()[i] * s.velocity(i);
    sum.linear += p;
    sum.angular += cross(s.position(i), p);
  }
  return sum;
}

}  // namespace taut::test
