// Tangent vectors for tests: random ones, the symplectic form, and the derivative of a step by differences.
#pragma once

#include <random>

#include "support/simulation.hpp"
#include "taut/flow.hpp"

namespace taut::test {

inline TangentVector random_tangent(const Model& model, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> gaussian;
  const auto vector = [&] {
    const double x = gaussian(random), y = gaussian(random), z = gaussian(random);
    return Vec3{x, y, model.dimension() == 3 ? z : 0.0};
  };
  TangentVector t;
  for (int i = 0; i < model.size(); ++i) {
    t.position.push_back(vector());
    t.velocity.push_back(vector());
  }
  return t;
}

// sum m (dr1.dv2 - dr2.dv1): d(p) ^ d(q) on the constraint manifold.
inline double symplectic_form(const Model& model, const TangentVector& a, const TangentVector& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.position.size(); ++i)
    if (model.inverse_masses()[i] > 0.0)
      sum += model.masses()[i] * (dot(a.position[i], b.velocity[i]) - dot(b.position[i], a.velocity[i]));
  return sum;
}

inline double largest_entry(const TangentVector& t) {
  const std::vector<Vec3> zeros(t.position.size());
  return std::max(largest_difference(t.position, zeros), largest_difference(t.velocity, zeros));
}

inline double largest_difference(const TangentVector& a, const TangentVector& b) {
  return std::max(largest_difference(a.position, b.position), largest_difference(a.velocity, b.velocity));
}

// One step from a start that is moved by e along the vector and brought back onto the constraints.
inline State stepped_nearby(const Simulation& s, const TangentVector& along, double e) {
  Integrator integrator = s.another_integrator();
  State state = s.state;
  for (std::size_t i = 0; i < state.position.size(); ++i) {
    state.position[i] += e * along.position[i];
    state.velocity[i] += e * along.velocity[i];
  }
  if (!integrator.start(state).ok()) throw InputError("the start nearby could not be started");
  if (const StepReport report = integrator.step(state); !report.ok()) throw InputError(integrator.explain(report));
  return state;
}

// Central differences: what the projection of the start adds at second order cancels.
inline TangentVector difference_quotient(const Simulation& s, const TangentVector& along, double e) {
  const State plus = stepped_nearby(s, along, e), minus = stepped_nearby(s, along, -e);
  TangentVector t;
  for (std::size_t i = 0; i < plus.position.size(); ++i) {
    t.position.push_back((0.5 / e) * (plus.position[i] - minus.position[i]));
    t.velocity.push_back((0.5 / e) * (plus.velocity[i] - minus.velocity[i]));
  }
  return t;
}

}  // namespace taut::test
