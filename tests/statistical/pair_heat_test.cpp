// Random motion with pair forces, against quadrature: a rod of two Lennard-Jones particles and a third one in a
// periodic square. Where the cut-off and half the rod fit into half the square, the third one feels the rod within a
// disc around its middle, whatever its direction, and nothing outside: all averages are integrals over that disc and
// the rest of the area.
#include <gtest/gtest.h>

#include <cmath>

#include "support/series.hpp"
#include "support/simulation.hpp"

namespace taut::test {
namespace {

constexpr double edge = 4.6, cutoff = 1.85, length = 0.8, temperature = 0.6;
static_assert(cutoff + 0.5 * length <= 0.5 * edge);

double lennard_jones(double square) {
  if (square >= cutoff * cutoff) return 0.0;
  const auto at = [](double s) { return 4.0 * (1.0 / (s * s * s) - 1.0) / (s * s * s); };
  return at(square) - at(cutoff * cutoff);
}

struct Averages {
  double energy, bound;  // mean energy; probability that it is below -1
};

Averages expected() {
  constexpr int n = 2000;
  constexpr double size = cutoff + 0.5 * length, h = 2.0 * size / n;
  double sum = edge * edge, energy = 0.0, bound = 0.0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const double x = -size + (i + 0.5) * h, y = -size + (j + 0.5) * h;
      const double right = x - 0.5 * length, left = x + 0.5 * length;
      const double u = lennard_jones(right * right + y * y) + lennard_jones(left * left + y * y);
      const double weight = std::exp(-u / temperature) * h * h;
      sum += weight - h * h;
      energy += u * weight;
      bound += u < -1.0 ? weight : 0.0;
    }
  return {energy / sum, bound / sum};
}

System rod_and_neighbour() {
  System system{ModelBuilder(2)};
  system.model.set_box({edge, edge, 0.0});
  system.model.add(ParticleSpec{.position = {0.0, 0.0, 0.0}, .type = "A"});
  system.model.add(ParticleSpec{.position = {length, 0.0, 0.0}, .type = "A"});
  system.model.add(ParticleSpec{.position = {0.4, 1.2, 0.0}, .mass = 2.0, .type = "A"});
  system.model.add(DistanceSpec{.i = 0, .j = 1});
  PairForcesSpec pairs;
  pairs.cutoff = cutoff;
  pairs.skin = 0.2;
  pairs.dispersion = Dispersion::lennard_jones;
  pairs.truncation = Truncation::shifted;
  pairs.types = {{"A", {1.0, 1.0}}};
  system.forces.pairs = pairs;
  return system;
}

void expect_averages(const System& system, const IntegratorOptions& options, int between) {
  Simulation s = Simulation::started(system, options, {});
  s.step(200);
  Series energy, bound;
  for (int sample = 0; sample < 20000; ++sample) {
    s.step(between);
    const double u = s.integrator->potential_energy(s.state);
    energy.add(u);
    bound.add(u < -1.0);
  }
  const Averages exact = expected();
  EXPECT_NEAR(energy.mean(), exact.energy, far_off * energy.error());
  EXPECT_NEAR(bound.mean(), exact.bound, far_off * bound.error());
  EXPECT_LT(energy.error(), 0.03 * std::abs(exact.energy));
}

TEST(PairHeat, OfHybridMonteCarloIsThatOfQuadrature) {
  expect_averages(rod_and_neighbour(),
                  {.method = IntegratorMethod::hmc,
                   .step = 0.8,
                   .seed = 3,
                   .temperature = temperature,
                   .substeps = 12,
                   .velocities = StartVelocities::thermal},
                  1);
}

TEST(PairHeat, OfLangevinIsThatOfQuadrature) {
  System system = rod_and_neighbour();
  system.forces.drags = {{.on = {}, .coefficient = 1.0}};
  expect_averages(system,
                  {.method = IntegratorMethod::langevin,
                   .step = 0.02,
                   .seed = 3,
                   .temperature = temperature,
                   .velocities = StartVelocities::thermal},
                  20);
}

}  // namespace
}  // namespace taut::test
