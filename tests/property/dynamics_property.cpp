// What holds for every system, whatever its graph, constraints and masses.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/random_systems.hpp"

namespace taut::test {
namespace {

constexpr double h = 1e-3;
constexpr int steps = 50;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

double largest_coordinate(const State& state) {
  double largest = 0.0;
  for (const Vec3& r : state.position)
    for (int axis = 0; axis < 3; ++axis) largest = std::max(largest, std::abs(r[axis]));
  return largest;
}

// A light particle between heavy ones may be snapped through a straight line faster than any fixed step resolves, or
// so fast that the step is subdivided, which is each solver's own decision; such cases are not asked about energy,
// time reversal and equal trajectories.
bool is_resolved(const Simulation& s) {
  constexpr double fastest = 5.0;  // h v is then a hundredth of the shortest rods
  return !s.subdivided &&
         std::all_of(s.state.velocity.begin(), s.state.velocity.end(), [](const Vec3& v) { return norm(v) < fastest; });
}

void step_resolved(Simulation& s, int count) {
  for (int k = 0; k < count; ++k) {
    s.step();
    RC_PRE(is_resolved(s));
  }
}

// A step leaves the tolerance, and the reading rounds coordinates: sigma = (|r|^2 - l^2)/2 with l > 0.3 and a dozen
// roundings of coordinates below X.
RC_GTEST_PROP(DynamicsProperty, ConstraintsStayAtRoundOff, ()) {
  Simulation s = Simulation::started(regular_system(Extras::all_kinds).build(), {.step = h});
  for (int k = 0; k < steps; ++k) {
    s.step();
    const Integrator::Violations violations = s.integrator->violations(s.state);
    const double rounding = 12.0 * epsilon * largest_coordinate(s.state) / 0.3;
    RC_ASSERT(violations.position < s.plan->tolerance() + rounding);
    RC_ASSERT(violations.velocity < s.plan->tolerance() + 1e4 * rounding * h);  // times the condition and |v| ~ 1
  }
}

// The energy that the method conserves differs by h^2 times sums of m a^2 [hairer2006, section IX].
RC_GTEST_PROP(DynamicsProperty, EnergyOscillatesWithTheSquareOfTheStep, ()) {
  Simulation s = Simulation::started(regular_system(Extras::all_kinds).build(), {.step = h});
  const double start = s.energy();
  double scale = s.integrator->kinetic_energy(s.state);  // of the terms that the energy sums, however they cancel
  for (std::size_t i = 0; i < s.state.position.size(); ++i)
    if (s.model->inverse_masses()[i] > 0.0) scale += s.model->masses()[i] * g * norm(s.position(i));
  double largest_force_square = 0.0, deviation = 0.0;
  for (int k = 0; k < steps; ++k) {
    const std::vector<Vec3> before = s.state.velocity;
    step_resolved(s, 1);
    double sum = 0.0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const Vec3 acceleration = (1.0 / h) * (s.velocity(i) - before[i]);
      if (s.model->inverse_masses()[i] > 0.0) sum += s.model->masses()[i] * dot(acceleration, acceleration);
    }
    largest_force_square = std::max(largest_force_square, sum);
    deviation = std::max(deviation, std::abs(s.energy() - start));
  }
  RC_ASSERT(deviation < h * h * largest_force_square + 1e-13 * scale);
}

RC_GTEST_PROP(DynamicsProperty, FreeRodsConserveMomentum, ()) {
  Simulation s = Simulation::started(regular_system(Extras::rods_only).build(), {.step = h});
  const auto momenta = [&] {
    Vec3 linear, angular;
    double scale = 0.0;
    for (std::size_t i = 0; i < s.state.position.size(); ++i) {
      const Vec3 p = s.model->masses()[i] * s.velocity(i);
      linear += p;
      angular += cross(s.position(i), p);
      scale += norm(p) * (1.0 + norm(s.position(i)));
    }
    return std::tuple(linear, angular, scale);
  };
  const auto [linear, angular, scale] = momenta();
  s.step(steps);
  const auto [linear_after, angular_after, scale_after] = momenta();
  const double rounding = steps * 12.0 * epsilon * (scale + scale_after);  // a dozen roundings a step
  RC_ASSERT(norm(linear_after - linear) < rounding);
  RC_ASSERT(norm(angular_after - angular) < rounding);
}

// Every solver converges to the same step up to the tolerance, 1e-15, times the condition, 1e4, some steps long; as
// velocities over h. Without lincs, which need not converge at that condition.
constexpr double agreement = 1e-10;
constexpr double velocity_agreement = 0.1 * agreement / h;

RC_GTEST_PROP(DynamicsProperty, SolversGiveTheSameTrajectory, ()) {
  const System system = regular_system(Extras::all_kinds).build();
  Simulation automatic = Simulation::started(system, {.step = h});
  step_resolved(automatic, 5);
  for (const SolverMethod method : methods_for(*automatic.model)) {
    if (method == SolverMethod::lincs) continue;
    Simulation other = Simulation::started(system, {.step = h}, tight(method));
    step_resolved(other, 5);
    RC_ASSERT(largest_difference(automatic.state.position, other.state.position) < agreement);
    RC_ASSERT(largest_difference(automatic.state.velocity, other.state.velocity) < velocity_agreement);
  }
}

RC_GTEST_PROP(DynamicsProperty, TheOrderOfConstraintsDoesNotMatter, ()) {
  RandomSystem system = regular_system(Extras::all_kinds);
  Simulation in_order = Simulation::started(system.build(), {.step = h});
  std::shuffle(system.constraints.begin(), system.constraints.end(), std::mt19937(*rc::gen::arbitrary<unsigned>()));
  Simulation shuffled = Simulation::started(system.build(), {.step = h});
  step_resolved(in_order, steps);
  step_resolved(shuffled, steps);
  RC_ASSERT(largest_difference(in_order.state.position, shuffled.state.position) < agreement);
}

// There and back again.
RC_GTEST_PROP(DynamicsProperty, TimeCanBeReversed, ()) {
  Simulation s = Simulation::started(regular_system(Extras::all_kinds).build(), {.step = h});
  const std::vector<Vec3> before = s.state.position;
  step_resolved(s, steps);
  s.reverse();
  step_resolved(s, steps);
  RC_ASSERT(largest_difference(before, s.state.position) < agreement);
}

}  // namespace
}  // namespace taut::test
