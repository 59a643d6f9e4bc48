// Energy over a million steps: it oscillates within bounds that the step sets, and has no trend.
#include "support/convergence.hpp"
#include "support/systems.hpp"

namespace taut::test {
namespace {

struct EnergyRecord {
  double largest_deviation = 0.0;
  std::vector<double> block, average;  // averages over equal blocks of time
};

EnergyRecord record(Simulation& s, int blocks, int steps_per_block) {
  const double start = s.energy();
  EnergyRecord energy;
  for (int block = 0; block < blocks; ++block) {
    double sum = 0.0;
    for (int k = 0; k < steps_per_block; ++k) {
      s.step();
      const double deviation = s.energy() - start;
      energy.largest_deviation = std::max(energy.largest_deviation, std::abs(deviation));
      sum += deviation;
    }
    energy.block.push_back(block);
    energy.average.push_back(sum / steps_per_block);
  }
  return energy;
}

// The standard error of a fitted slope, from the scatter about the line.
double slope_error(const std::vector<double>& x, const std::vector<double>& y) {
  const double fitted = slope(x, y), n = static_cast<double>(x.size());
  double mean_x = 0.0, mean_y = 0.0, xx = 0.0, residual = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) mean_x += x[k] / n, mean_y += y[k] / n;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double off = y[k] - mean_y - fitted * (x[k] - mean_x);
    xx += (x[k] - mean_x) * (x[k] - mean_x);
    residual += off * off;
  }
  return std::sqrt(residual / (n - 2.0) / xx);
}

TEST(Energy, OscillatesWithoutTrendOverAMillionSteps) {
  constexpr double h = 0.01;
  Simulation s = Simulation::started(make_pendulum({.degrees = {30.0, 45.0}}), {.step = h});
  const EnergyRecord energy = record(s, 100, 10000);
  // The modified energy differs by h^2/24 times sums of squared accelerations and gradients, some 10 g^2 here.
  EXPECT_LT(energy.largest_deviation, 10.0 * g * g * h * h / 24.0);
  EXPECT_GT(energy.largest_deviation, 1e-4) << "a second-order method must show an oscillation";
  EXPECT_LT(std::abs(slope(energy.block, energy.average)), 4.0 * slope_error(energy.block, energy.average));
}

// This motion is regular: what its averages over blocks do is a slow beat, not noise about a line.
TEST(Energy, OscillatesWithoutTrendWithASpringAtAJoint) {
  Simulation s = Simulation::started(make_sprung_pendulum(), {.step = 0.01});
  const EnergyRecord energy = record(s, 50, 2000);
  ForceWorkspace work(*s.forces);
  EXPECT_GT(s.forces->energies(s.state.position.data(), 0.0, work).torques, 0.0);
  EXPECT_LT(energy.largest_deviation, 2e-3);
  EXPECT_GT(energy.largest_deviation, 1e-4);
  for (const double average : energy.average)
    EXPECT_LT(std::abs(average - energy.average.front()), 1e-3 * energy.largest_deviation);
}

// The amplitude falls with the square of the step.
TEST(Energy, OscillationIsOfSecondOrder) {
  std::vector<double> steps, amplitudes;
  for (const double h : {0.02, 0.01, 0.005, 0.0025}) {
    Simulation s = Simulation::started(make_pendulum({.degrees = {30.0, 45.0}}), {.step = h});
    steps.push_back(h);
    amplitudes.push_back(record(s, 1, static_cast<int>(20.0 / h)).largest_deviation);
  }
  EXPECT_NEAR(order_of(steps, amplitudes), 2.0, 0.1);  // the largest of a sampled oscillation, not a smooth function
}

// Drag takes energy and never gives any.
TEST(Energy, FallsMonotonicallyUnderDrag) {
  System system = make_pendulum({.degrees = {30.0, 45.0}});
  system.forces.drags = {{.on = {}, .coefficient = 2.0}};
  Simulation s = Simulation::started(system, {.step = 0.01});
  double before = s.energy();
  const double bottom = -3.0 * g;
  for (int k = 0; k < 40; ++k) {
    s.step(25);
    EXPECT_LT(s.energy(), before);
    before = s.energy();
  }
  EXPECT_NEAR(before, bottom, 1e-3);
}

}  // namespace
}  // namespace taut::test
