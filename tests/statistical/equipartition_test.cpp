// The kinetic energy of d degrees of freedom at temperature kT is a sum of d squares of normal numbers: its mean is
// d kT / 2, its variance d (kT)^2 / 2. d counts with the rank of the constraints, so redundant ones test it.
#include <gtest/gtest.h>

#include "support/heat.hpp"
#include "taut/temperature.hpp"

namespace taut::test {
namespace {

constexpr double enough = 4.0;  // standard errors
constexpr double temperature = 1.5;

// Corners with a rod between every two, many times; masses and friction differ from corner to corner.
System make_bodies(const std::vector<Vec3>& corners, int copies) {
  System system{ModelBuilder(3)};
  const int n = static_cast<int>(corners.size());
  for (int copy = 0; copy < copies; ++copy) {
    for (int k = 0; k < n; ++k) {
      const int i =
          system.model.add(ParticleSpec{.position = corners[static_cast<std::size_t>(k)], .mass = 1.0 + 0.5 * (k % 3)});
      system.forces.drags.push_back({.on = {i}, .coefficient = k % 2 == 0 ? 0.2 : 10.0});
    }
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) system.model.add(DistanceSpec{.i = copy * n + i, .j = copy * n + j});
  }
  return system;
}

const std::vector<Vec3> five = {{0.0, 0.0, 0.0}, {1.0, 0.1, 0.0}, {0.2, 1.1, 0.1}, {0.1, 0.3, 0.9}, {1.2, 0.9, 1.1}};
const std::vector<Vec3> octahedron = {{1.0, 0.0, 0.0},  {-1.0, 0.0, 0.0}, {0.0, 1.0, 0.0},
                                      {0.0, -1.0, 0.0}, {0.0, 0.0, 1.0},  {0.0, 0.0, -1.0}};

struct Case {
  const char* name;
  std::vector<Vec3> corners;
  int rods, rank;
  IntegratorMethod method;
};

class Equipartition : public testing::TestWithParam<Case> {};

TEST_P(Equipartition, CountsTrueDegreesOfFreedom) {
  constexpr int copies = 40, samples = 120;
  const auto& [name, corners, rods, rank, method] = GetParam();
  const int degrees = 3 * static_cast<int>(corners.size()) - rank;
  System system = make_bodies(corners, copies);
  if (method == IntegratorMethod::hmc) system.forces = {};
  Simulation s = Simulation::started(system,
                                     {.method = method,
                                      .step = 0.3,
                                      .temperature = temperature,
                                      .substeps = method == IntegratorMethod::hmc ? 4 : 3,
                                      .velocities = StartVelocities::thermal},
                                     {.tolerance = 1e-10});
  ASSERT_EQ(s.model->row_count(), rods * copies);
  ASSERT_EQ(s.plan->degrees_of_freedom(*s.model), degrees * copies);
  std::vector<double> kinetic, deviation;
  for (int sample = 0; sample < samples; ++sample) {
    s.step(method == IntegratorMethod::hmc ? 1 : 8);
    double sum = 0.0, square = 0.0;
    for (std::size_t copy = 0; copy < copies; ++copy) {
      double energy = 0.0;
      for (std::size_t i = copy * corners.size(); i < (copy + 1) * corners.size(); ++i)
        energy += 0.5 * s.model->masses()[i] * dot(s.velocity(i), s.velocity(i));
      sum += energy;
      square += std::pow(energy - 0.5 * degrees * temperature, 2);
    }
    EXPECT_NEAR(kinetic_temperature(*s.model, *s.plan, s.state), 2.0 * sum / (degrees * copies), 1e-12);
    kinetic.push_back(2.0 * sum / (degrees * copies));
    deviation.push_back(square / copies);
  }
  EXPECT_LT(std::abs(estimate(kinetic).deviations(temperature)), enough);
  EXPECT_LT(std::abs(estimate(deviation).deviations(0.5 * degrees * temperature * temperature)), enough);
}

INSTANTIATE_TEST_SUITE_P(, Equipartition,
                         testing::Values(Case{"five_langevin", five, 10, 9, IntegratorMethod::langevin},
                                         Case{"octahedron_langevin", octahedron, 15, 12, IntegratorMethod::langevin},
                                         Case{"five_hmc", five, 10, 9, IntegratorMethod::hmc},
                                         Case{"octahedron_hmc", octahedron, 15, 12, IntegratorMethod::hmc}),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace taut::test
