// Brownian motion, Langevin dynamics and hybrid Monte Carlo sample what theory says, and so the same [science, section
// 4]; a mean is held to four standard errors.
#include "support/heat.hpp"

#include <gtest/gtest.h>

#include "taut/temperature.hpp"

namespace taut::test {
namespace {

constexpr double enough = 4.0;  // standard errors
constexpr double planar_trimer = -0.0358291;
const ChainSpec trimer = {.beads = 3, .dimension = 2};

System with_drag(System system, double coefficient = 1.0) {
  system.forces.drags = {{.on = {}, .coefficient = coefficient}};
  return system;
}

Estimate sample(const System& system, const IntegratorOptions& options, const Sampling& sampling,
                const ChainSpec& chain = trimer) {
  Simulation s = Simulation::started(system, options, {.tolerance = 1e-9});
  return average(s, chain, sampling, cosine_of_double);
}

Estimate brownian(const System& system, Measure measure, const ChainSpec& chain = trimer) {
  const auto at = [&](double h) {
    const int between = static_cast<int>(0.2 / h);
    return sample(system, {.method = IntegratorMethod::brownian, .step = h, .temperature = 1.0, .measure = measure},
                  {5 * between, 150, between}, chain);
  };
  return extrapolated(at(0.0125), at(0.00625), 1);
}

TEST(Brownian, SamplesTheRigidDensity) {
  const Estimate found = brownian(with_drag(make_chains(256, trimer)), Measure::rigid);
  EXPECT_LT(std::abs(found.deviations(planar_trimer)), enough);
}

TEST(Brownian, SamplesEvenlyWithFixmansPotential) {
  const Estimate found = brownian(with_drag(make_chains(256, trimer)), Measure::uniform);
  EXPECT_LT(std::abs(found.deviations(0.0)), enough);
  EXPECT_GT(std::abs(found.deviations(planar_trimer)), enough);
}

// Drags that are not as the masses: the correction must make up for it. Unit masses as above, a heavy drag in the
// middle.
TEST(Brownian, SamplesTheDensityOfTheMassesWhateverTheDrag) {
  System system = make_chains(256, trimer);
  for (int i = 0; i < system.model.size(); ++i)
    system.forces.drags.push_back({.on = {i}, .coefficient = i % 3 == 1 ? 4.0 : 1.0});
  const Estimate found = brownian(system, Measure::rigid);
  EXPECT_LT(std::abs(found.deviations(planar_trimer)), enough);
}

// The size of the step error: in a well that relaxes within tau the variance is kT/k over 1 - h / (2 tau).
TEST(Brownian, SpreadsTooFarByHalfTheStepOverTheTimeToRelax) {
  constexpr double stiffness = 4.0, drag = 2.0, h = 0.2, temperature = 1.5;
  constexpr int particles = 400;
  System system{ModelBuilder(2)};
  for (int i = 0; i < particles; ++i) {
    system.model.add(ParticleSpec{});
    system.forces.potentials.push_back({.on = {i}, .energy = "2*(x^2 + y^2)"});
  }
  Simulation s = Simulation::started(with_drag(std::move(system), drag),
                                     {.method = IntegratorMethod::brownian, .step = h, .temperature = temperature});
  s.step(50);
  std::vector<double> squares(particles, 0.0);
  for (int sample = 0; sample < 100; ++sample) {
    s.step(5);
    for (std::size_t i = 0; i < squares.size(); ++i)
      squares[i] += dot(s.state.position[i], s.state.position[i]) / 200.0;
  }
  const Estimate found = estimate(squares);
  EXPECT_LT(std::abs(found.deviations(temperature / stiffness / (1.0 - 0.5 * h * stiffness / drag))), enough);
  EXPECT_GT(std::abs(found.deviations(temperature / stiffness)), enough);
}

TEST(Langevin, SamplesTheRigidDensity) {
  const Estimate found = sample(with_drag(make_chains(512, trimer)),
                                {.method = IntegratorMethod::langevin, .step = 0.2, .temperature = 1.0}, {50, 400, 5});
  EXPECT_LT(std::abs(found.deviations(planar_trimer)), enough);
  EXPECT_GT(std::abs(found.deviations(0.0)), enough);
}

TEST(Langevin, SamplesEvenlyWithFixmansPotential) {
  const Estimate found =
      sample(with_drag(make_chains(512, trimer)),
             {.method = IntegratorMethod::langevin, .step = 0.2, .temperature = 1.0, .measure = Measure::uniform},
             {50, 150, 5});
  EXPECT_LT(std::abs(found.deviations(0.0)), enough);
  EXPECT_GT(std::abs(found.deviations(planar_trimer)), enough);
}

// Stiff springs in the place of rods, whose length varies by a tenth, leave every angle as likely as any other.
TEST(Langevin, SamplesEvenlyWithRealSprings) {
  constexpr int copies = 512;
  System system{ModelBuilder(2)};
  const System rods = make_chains(copies, trimer);
  for (int i = 0; i < 3 * copies; ++i) system.model.add(ParticleSpec{.position = rods.model.particle(i).position});
  for (int i = 0; i < 3 * copies; ++i)
    if (i % 3 > 0) system.forces.springs.push_back({.i = i - 1, .j = i, .stiffness = 100.0, .rest_length = 1.0});
  const Estimate found =
      sample(with_drag(std::move(system)), {.method = IntegratorMethod::langevin, .step = 0.05, .temperature = 1.0},
             {200, 200, 20});
  EXPECT_LT(std::abs(found.deviations(0.0)), enough);
  EXPECT_GT(std::abs(found.deviations(planar_trimer)), enough);
}

TEST(HybridMonteCarlo, SamplesTheRigidDensity) {
  const Estimate found =
      sample(make_chains(512, trimer),
             {.method = IntegratorMethod::hmc, .step = 1.5, .temperature = 1.0, .substeps = 4}, {10, 300, 1});
  EXPECT_LT(std::abs(found.deviations(planar_trimer)), enough);
  EXPECT_GT(std::abs(found.deviations(0.0)), enough);
}

TEST(HybridMonteCarlo, SamplesEvenlyWithFixmansPotential) {
  const Estimate found = sample(
      make_chains(256, trimer),
      {.method = IntegratorMethod::hmc, .step = 1.5, .temperature = 1.0, .substeps = 4, .measure = Measure::uniform},
      {10, 300, 1});
  EXPECT_LT(std::abs(found.deviations(0.0)), enough);
  EXPECT_GT(std::abs(found.deviations(planar_trimer)), enough);
}

// A bead on a circle with U = -2 cos 2 phi, in steps so long that a third of the moves is rejected: for energy, because
// they have no solution, or because they do not run back. <U> = -2 I1(2) / I0(2).
TEST(HybridMonteCarlo, IsExactAtLongSteps) {
  constexpr int copies = 400, moves = 300;
  System system{ModelBuilder(2)};
  for (int i = 0; i < copies; ++i) {
    system.model.add(ParticleSpec{.position = {std::cos(0.1 + i), std::sin(0.1 + i), 0.0}});
    system.model.add(ShapeSpec{.family = ShapeFamily::curve, .on = i, .shape = "circle", .parameters = {{"r", 1.0}}});
    system.forces.potentials.push_back({.on = {i}, .energy = "2*(y^2 - x^2)"});
  }
  Simulation s = Simulation::started(
      system, {.method = IntegratorMethod::hmc, .step = 1.5, .temperature = 1.0, .substeps = 3}, {.tolerance = 1e-10});
  s.step(50);
  std::vector<double> energies(copies, 0.0);
  std::int64_t rejected = 0;
  for (int move = 0; move < moves; ++move) {
    const StepReport report = s.integrator->step(s.state);
    EXPECT_EQ(report.moves, copies);
    rejected += report.rejected;
    for (std::size_t i = 0; i < copies; ++i)
      energies[i] += 2.0 * (std::pow(s.position(i).y, 2) - std::pow(s.position(i).x, 2)) / moves;
  }
  EXPECT_LT(std::abs(estimate(energies).deviations(-1.3955493159280161)), enough);
  EXPECT_GT(rejected, copies * moves / 4);
}

}  // namespace
}  // namespace taut::test
