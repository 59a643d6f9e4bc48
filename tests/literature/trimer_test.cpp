// The trimer's linearised equations [vesely2013, eqs. (8)-(13), corrected in science, section 1]. With trial positions
// r', bonds r12 = r2 - r1 at the start of the step, sigma = |r|^2 - l^2 and 1/mu12 = 1/m1 + 1/m2:
//   sigma'12 - 2 (g12/mu12) r12.r'12 + 2 (g23/m2) r23.r'12 = 0
//   sigma'23 + 2 (g12/m2) r12.r'23 - 2 (g23/mu23) r23.r'23 = 0
// The multipliers of a converged step solve them up to terms of order g^2 = O(h^4).
#include "support/convergence.hpp"
#include "support/systems.hpp"

namespace taut::test {
namespace {

constexpr double m1 = 1.0, m2 = 2.0, m3 = 3.0;

System make_trimer() {
  System system{ModelBuilder(3), {.gravity = {0.3, -0.2, -g}}};
  system.model.add(ParticleSpec{.position = {0.0, 0.0, 0.0}, .velocity = {0.5, -0.3, 1.0}, .mass = m1});
  system.model.add(ParticleSpec{.position = {1.0, 0.0, 0.0}, .velocity = {0.5, 0.7, -0.4}, .mass = m2});
  system.model.add(ParticleSpec{.position = {1.3, 0.8, 0.2}, .velocity = {0.1, 0.3, 0.2}, .mass = m3});
  system.model.add(DistanceSpec{.i = 0, .j = 1});
  system.model.add(DistanceSpec{.i = 1, .j = 2});
  return system;
}

struct Residuals {
  double bond12, bond23;
};

Residuals linearised(double h) {
  const System system = make_trimer();
  Simulation s = Simulation::started(system, {.method = IntegratorMethod::shake, .step = h});
  const std::vector<Vec3> r = s.state.position;
  std::vector<Vec3> trial = r;
  for (std::size_t i = 0; i < 3; ++i) trial[i] += h * s.velocity(i) + (0.5 * h * h) * system.forces.gravity;
  s.step();
  const Vec3 r12 = r[1] - r[0], r23 = r[2] - r[1], t12 = trial[1] - trial[0], t23 = trial[2] - trial[1];
  const double g12 = m1 * dot(s.position(0) - trial[0], r12) / dot(r12, r12);
  const double g23 = -m3 * dot(s.position(2) - trial[2], r23) / dot(r23, r23);
  const double sigma12 = dot(t12, t12) - dot(r12, r12), sigma23 = dot(t23, t23) - dot(r23, r23);
  return {sigma12 - 2.0 * g12 * (1.0 / m1 + 1.0 / m2) * dot(r12, t12) + 2.0 * (g23 / m2) * dot(r23, t12),
          sigma23 + 2.0 * (g12 / m2) * dot(r12, t23) - 2.0 * g23 * (1.0 / m2 + 1.0 / m3) * dot(r23, t23)};
}

TEST(Trimer, SolvesTheLinearisedEquationsToFourthOrder) {
  std::vector<double> steps, bond12, bond23;
  for (const double h : {0.04, 0.02, 0.01, 0.005}) {
    const Residuals residuals = linearised(h);
    steps.push_back(h);
    bond12.push_back(std::abs(residuals.bond12));
    bond23.push_back(std::abs(residuals.bond23));
  }
  constexpr double tolerance = 0.1;  // the next term is a factor h^1 = 0.04 off at the largest step
  EXPECT_NEAR(order_of(steps, bond12), 4.0, tolerance);
  EXPECT_NEAR(order_of(steps, bond23), 4.0, tolerance);
}

}  // namespace
}  // namespace taut::test
