// Displacements and autocorrelations of motion whose statistics are known in closed form. A value is held to four
// standard errors, and a whole function of the lag, whose values hang together, too.
#include <gtest/gtest.h>

#include "support/heat.hpp"
#include "taut/observe.hpp"

namespace taut::test {
namespace {

constexpr double enough = 4.0;  // standard errors

System make_gas(int particles, int dimension, double drag = 0.0) {
  System system{ModelBuilder(dimension)};
  for (int i = 0; i < particles; ++i) system.model.add(ParticleSpec{.position = {1.0 * i, 0.0, 0.0}});
  if (drag > 0.0) system.forces.drags = {{.on = {}, .coefficient = drag}};
  return system;
}

std::vector<int> all_of(const Simulation& s) {
  std::vector<int> all(static_cast<std::size_t>(s.model->size()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
  return all;
}

void follow(Simulation& s, Measurements& measurements, int steps) {
  for (int step = 0; step < steps; ++step) {
    s.step();
    static_cast<void>(measurements.take(s.state));
  }
}

void expect_function(const LagFunction& found, const std::function<double(double)>& expected) {
  ASSERT_GT(found.lags.size(), 20u);
  for (std::size_t k = 0; k < found.lags.size(); ++k)
    EXPECT_LE(std::abs(found.values[k].value - expected(found.lags[k])), enough * found.values[k].error)
        << "at lag " << found.lags[k];
}

// Kicks of s a coordinate and step: a squared displacement of d s^2 a step in the mean, whatever the number of steps.
TEST(LagFunctions, RandomWalkOfFreeParticles) {
  constexpr double kick = 0.3;
  Simulation s =
      Simulation::started(make_gas(64, 2), {.method = IntegratorMethod::random_walk, .step = 1.0, .kick = kick});
  MeasureSpec spec{.name = "msd", .kind = MeasureKind::mean_square_displacement, .on = all_of(s)};
  Measurements measurements = Measurements::make(*s.model, {spec}, 1.0).value();
  follow(s, measurements, 8000);
  const LagFunction found = measurements.functions()[0];
  expect_function(found, [&](double lag) { return 2.0 * kick * kick * lag; });
  const LagEstimate& d = found.diffusion->coefficient;
  EXPECT_LT(std::abs(d.value - 0.5 * kick * kick), enough * d.error);
  EXPECT_LT(d.error, 0.1 * d.value);
  EXPECT_LT(std::abs(found.diffusion->exponent.value - 1.0), enough * found.diffusion->exponent.error);
}

// Ornstein and Uhlenbeck: velocities forget as exp(-gamma t). The splitting is exact for them at any step h;
// displacements diffuse with D = kT / (m gamma) x coth(x), x = gamma h / 2, the sum of what velocities at whole steps
// leave.
TEST(LagFunctions, LangevinDynamicsOfFreeParticles) {
  constexpr double gamma = 2.0, temperature = 1.5, h = 0.1;
  Simulation s = Simulation::started(make_gas(100, 3, gamma), {.method = IntegratorMethod::langevin,
                                                               .step = h,
                                                               .temperature = temperature,
                                                               .velocities = StartVelocities::thermal});
  const MeasureSpec msd{.name = "msd",
                        .kind = MeasureKind::mean_square_displacement,
                        .on = all_of(s),
                        .lags = LagSpec{.longest = 40.0, .fit = std::array{4.0, 40.0}}};
  const MeasureSpec velocities{
      .name = "v", .kind = MeasureKind::velocity_autocorrelation, .on = all_of(s), .lags = LagSpec{.longest = 10.0}};
  Measurements measurements = Measurements::make(*s.model, {msd, velocities}, h).value();
  follow(s, measurements, 10'000);
  const std::vector<LagFunction> found = measurements.functions();
  expect_function(found[1], [&](double lag) { return 3.0 * temperature * std::exp(-gamma * lag); });
  const double x = 0.5 * gamma * h, exact = temperature / gamma * x / std::tanh(x);
  EXPECT_LT(std::abs(found[0].diffusion->coefficient.value - exact), enough * found[0].diffusion->coefficient.error);
  EXPECT_LT(found[0].diffusion->coefficient.error, 0.05 * exact);
  // By the trapezoidal rule, of lags that get sparse only where nothing is left.
  EXPECT_LT(std::abs(found[1].green_kubo->value - exact), enough * found[1].green_kubo->error);
  EXPECT_LT(found[1].green_kubo->error, 0.05 * exact);
  EXPECT_LT(std::abs(found[1].integral->time.value - x / std::tanh(x) / gamma), enough * found[1].integral->time.error);
}

// With every angle as likely as any other, bonds have nothing to do with each other: <R^2> = n b^2.
TEST(LagFunctions, IdealChain) {
  constexpr int copies = 128, beads = 6;
  Simulation s = Simulation::started(
      make_chains(copies, {.beads = beads, .dimension = 3}),
      {.method = IntegratorMethod::hmc, .step = 1.0, .temperature = 1.0, .substeps = 4, .measure = Measure::uniform},
      {.tolerance = 1e-9});
  std::vector<MeasureSpec> specs;
  for (int copy = 0; copy < copies; ++copy)
    specs.push_back({.name = std::to_string(copy),
                     .kind = MeasureKind::squared_distance,
                     .on = {copy * beads, copy * beads + beads - 1}});
  Measurements measurements = Measurements::make(*s.model, specs, 1.0).value();
  follow(s, measurements, 400);
  std::vector<double> means;
  for (const Measurement& m : measurements.results()) means.push_back(m.mean);
  const Estimate found = estimate(means);
  EXPECT_LT(std::abs(found.deviations(beads - 1.0)), enough);
  EXPECT_LT(found.error, 0.1);
}

}  // namespace
}  // namespace taut::test
