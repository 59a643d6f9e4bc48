// The measure of the tolerance, row by row, on states that are off by a known amount.
#include <gtest/gtest.h>

#include "solve/violations.hpp"
#include "support/systems.hpp"

namespace taut::test {
namespace {

constexpr double rounding = 1e-15;

ViolationMeter::Reading read(const System& system, double step = 1.0) {
  const Model model = system.model.build().value();
  const Plan plan = Plan::make(model, {}).value();
  return ViolationMeter(model, plan).read(initial_state(model), step);
}

// |sigma|/l^2 with sigma = (|r|^2 - l^2)/2, and |r.v| h/l^2.
TEST(ViolationMeter, ReadsADistance) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.fixed = true});
  system.model.add(ParticleSpec{.position = {2.02, 0.0, 0.0}, .velocity = {0.1, 5.0, 0.0}});
  system.model.add(DistanceSpec{.i = 0, .j = 1, .length = 2.0});
  const auto reading = read(system, 0.5);
  EXPECT_NEAR(reading.position, 0.5 * (2.02 * 2.02 - 4.0) / 4.0, rounding);
  EXPECT_NEAR(reading.velocity, 2.02 * 0.1 * 0.5 / 4.0, rounding);
}

// |sigma|/(|grad sigma| s), s the size of the shape: for a circle of radius 2 half the relative error of the radius.
TEST(ViolationMeter, ReadsACurve) {
  const auto reading = read(make_track({"circle", {{"r", 2.0}}, {0.0, 2.02, 0.0}, {3.0, 0.1, 0.0}}));
  EXPECT_NEAR(reading.position, (1.01 * 1.01 - 1.0) / (2.0 * 2.02 / 4.0) / 2.0, rounding);
  EXPECT_NEAR(reading.velocity, 0.1 / 2.0, rounding);
}

// s of a typed equation is the extent of the component, here 1: |z - 0| / 1.
TEST(ViolationMeter, ReadsAFormulaWithItsTimeDerivative) {
  System system{ModelBuilder(3)};
  system.model.add(ParticleSpec{.position = {0.5, 0.0, 0.25}, .velocity = {0.0, 0.0, 0.5}});
  system.model.add(ImplicitSpec{.on = {0}, .equation = "z - 2*t"});
  const auto reading = read(system);
  EXPECT_NEAR(reading.position, 0.25, rounding);
  EXPECT_NEAR(reading.velocity, 1.5, rounding);
}

// |x_1 - x_2 - 3| over |(1, -1)| and the extent, 4.
TEST(ViolationMeter, ReadsALinearRelation) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.position = {4.0, 0.0, 0.0}, .velocity = {1.0, 0.0, 0.0}});
  system.model.add(ParticleSpec{});
  system.model.add(LinearSpec{.on = {0, 1}, .weights = {1.0, -1.0}, .offset = {3.0, 0.0, 0.0}});
  const auto reading = read(system);
  EXPECT_NEAR(reading.position, 1.0 / std::sqrt(2.0) / 4.0, rounding);
  EXPECT_NEAR(reading.velocity, 1.0 / std::sqrt(2.0) / 4.0, rounding);
  EXPECT_EQ(reading.worst_row, 0);
}

TEST(ViolationMeter, NamesTheWorstRow) {
  System system = make_pendulum({.degrees = {10.0, 20.0, 30.0}});
  system.model.add(ParticleSpec{.position = {0.0, 0.5, 0.0}});
  system.model.add(DistanceSpec{.i = 0, .j = 4, .length = 0.75});
  EXPECT_EQ(read(system).worst_row, 3);
}

}  // namespace
}  // namespace taut::test
