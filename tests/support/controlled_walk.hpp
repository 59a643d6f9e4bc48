// <cos 2 phi> of planar trimers that walk at random, with nearly all of its noise taken off by a control variate.
//
// A step moves a trimer by x' - x = xi - W B^T(x) lambda, where xi is the kick. The motion along the constraints before
// the step, P(x) (x' - x) = P(x) xi, does not depend on lambda: it is linear in the kick, and its mean is zero whatever
// x is. So is that of g'(phi) dphi, the change of the angle phi that it makes, for any function g', and
//   <cos 2 phi> = < cos 2 phi - g'(phi) dphi >      exactly, at any kick.
// Along a walk of many steps the sum of cos 2 phi is that of g'(phi) dphi but for terms of second order in the kick s,
// where g solves (s^2/2) G (p g')' / p = -(cos 2 phi - mean), with G = 3 / (1 - cos phi / 2) the mobility of the angle
// and p its density [henderson2002]. With p taken as even: g' = -sin 2 phi / (s^2 G). What is left has the
// noise of independent samples, one a step, however small the kick; the mean does not depend on the choice of g'.
#pragma once

#include <chrono>
#include <limits>

#include "support/heat.hpp"

namespace taut::test {

// Bonds of unit length, beads of unit mass.
struct TrimerBonds {
  Vec3 first, second;
  TrimerBonds(const std::vector<Vec3>& r, std::size_t copy)
      : first(r[3 * copy + 1] - r[3 * copy]), second(r[3 * copy + 2] - r[3 * copy + 1]) {}
  double cosine() const { return first.x * second.x + first.y * second.y; }
  double sine() const { return first.x * second.y - first.y * second.x; }
};

// The change of the angle between the bonds by the part of a displacement that keeps their lengths: the angles of both
// bonds change by K^-1 q, K = (1/3) [2 c; c 2] their inertia, q the displacement along their normals.
inline double angle_along(const TrimerBonds& before, const TrimerBonds& after) {
  const Vec3 a = after.first - before.first, b = after.second - before.second;
  const Vec3 at_first = 2.0 * a + b, at_second = a + 2.0 * b;
  const double q1 = before.first.x * at_first.y - before.first.y * at_first.x;
  const double q2 = before.second.x * at_second.y - before.second.y * at_second.x;
  return (q2 - q1) / (2.0 - before.cosine());
}

// A mean over so many seconds, and its error from the spread of independent copies.
struct ControlledWalk {
  Estimate plain, controlled;
  std::int64_t steps = 0, rejected = 0;  // of all copies
};

inline ControlledWalk controlled_walk(double kick, std::uint64_t seed, int copies, std::int64_t most_steps,
                                      double seconds = std::numeric_limits<double>::infinity()) {
  using Clock = std::chrono::steady_clock;
  Simulation s = Simulation::started(make_chains(copies, {.beads = 3, .dimension = 2}),
                                     {.method = IntegratorMethod::random_walk, .step = 1.0, .seed = seed, .kick = kick},
                                     {.tolerance = 1e-8});
  const auto count = static_cast<std::size_t>(copies);
  std::vector<double> plain(count, 0.0), control(count, 0.0);
  std::vector<Vec3> before;
  ControlledWalk result;
  s.step(static_cast<int>(2.0 / (kick * kick)));  // an angle turns by sqrt(3) radians and more
  std::int64_t steps = 0;
  for (const auto begin = Clock::now();
       steps < most_steps && std::chrono::duration<double>(Clock::now() - begin).count() < seconds; ++steps) {
    before = s.state.position;
    const StepReport report = s.integrator->step(s.state);
    if (!report.ok()) throw InputError(s.integrator->explain(report));
    result.rejected += report.rejected;
    for (std::size_t copy = 0; copy < count; ++copy) {
      const TrimerBonds here(before, copy);
      const double c = here.cosine(), sine = 2.0 * here.sine() * c;
      plain[copy] += 2.0 * c * c - 1.0;
      control[copy] += sine * (1.0 - 0.5 * c) * angle_along(here, TrimerBonds(s.state.position, copy));
    }
  }
  const auto n = static_cast<double>(steps);
  for (std::size_t copy = 0; copy < count; ++copy) {
    plain[copy] /= n;
    control[copy] = plain[copy] + control[copy] / (3.0 * kick * kick * n);
  }
  result.plain = estimate(plain);
  result.controlled = estimate(control);
  result.steps = steps * copies;
  return result;
}

}  // namespace taut::test
