#include "io/drawing/axis.hpp"

#include <gtest/gtest.h>

namespace taut::io {
namespace {

std::vector<std::string> labels(const Axis& axis) {
  std::vector<std::string> result;
  for (const Tick& tick : axis.ticks()) result.push_back(tick.label);
  return result;
}

TEST(Axis, StepsAreOneTwoOrFive) {
  EXPECT_DOUBLE_EQ(nice_step(0.9), 1.0);
  EXPECT_DOUBLE_EQ(nice_step(1.0), 1.0);
  EXPECT_DOUBLE_EQ(nice_step(1.1), 2.0);
  EXPECT_DOUBLE_EQ(nice_step(0.03), 0.05);
  EXPECT_DOUBLE_EQ(nice_step(6e-9), 1e-8);
}

TEST(Axis, LabelsAreAsPreciseAsTheStep) {
  EXPECT_EQ(labels({{-0.5, 1.0}, Scale::linear, 3}), (std::vector<std::string>{"−0.5", "0.0", "0.5", "1.0"}));
  EXPECT_EQ(labels({{0.0, 20.0}, Scale::linear, 4}), (std::vector<std::string>{"0", "5", "10", "15", "20"}));
  EXPECT_EQ(labels({{1000.0, 1000.2}, Scale::linear, 2}), (std::vector<std::string>{"1000.0", "1000.1", "1000.2"}));
}

TEST(Axis, SmallAndLargeNumbersShareAPowerOfTen) {
  const Axis axis({-2e-9, 2e-9}, Scale::linear, 4);
  EXPECT_EQ(labels(axis), (std::vector<std::string>{"−2", "−1", "0", "1", "2"}));
  EXPECT_EQ(axis.multiplier(), "×10^{−9}");
  EXPECT_EQ(Axis({0.0, 3e6}, Scale::linear, 3).multiplier(), "×10^{6}");
  EXPECT_EQ(Axis({0.0, 300.0}, Scale::linear, 3).multiplier(), "");
}

TEST(Axis, RangesBeyondAllDoublesHaveAnEnd) {
  EXPECT_LE(Axis({-1.7e308, 1.7e308}, Scale::linear, 7).ticks().size(), 20u);
  EXPECT_LE(Axis({0.0, 5e-324}, Scale::linear, 7).ticks().size(), 20u);
  EXPECT_LE(Axis(decades_of({-1.0, 1.0}), Scale::logarithmic, 7).ticks().size(), 500u);
  EXPECT_LE(Axis(decades_of({5e-324, 1.7e308}), Scale::logarithmic, 7).ticks().size(), 500u);
}

TEST(Axis, DecadesAreLabelledAtRoundExponents) {
  EXPECT_EQ(labels({{1e-13, 1e-11}, Scale::logarithmic, 7}),
            (std::vector<std::string>{"10^{−13}", "10^{−12}", "10^{−11}"}));
  EXPECT_EQ(labels({{1e-15, 1e-1}, Scale::logarithmic, 7}).front(), "10^{−14}");
}

TEST(Axis, MapsItsRangeToTheUnitInterval) {
  const Axis linear({-1.0, 3.0}, Scale::linear, 4);
  EXPECT_DOUBLE_EQ(linear.fraction(0.0), 0.25);
  const Axis decades({1e-4, 1.0}, Scale::logarithmic, 4);
  EXPECT_DOUBLE_EQ(decades.fraction(1e-3), 0.25);
}

TEST(Axis, ConstantDataStillHasARange) {
  const Range constant = range_of({5.0, 5.0}, 0.1);
  EXPECT_LT(constant.low, 5.0);
  EXPECT_GT(constant.high, 5.0);
  EXPECT_FALSE(Axis(range_of({0.0, 0.0}, 0.1), Scale::linear, 4).ticks().empty());
  const Range decades = decades_of({2e-12, 2e-12});
  EXPECT_DOUBLE_EQ(decades.low, 1e-12);
  EXPECT_DOUBLE_EQ(decades.high, 1e-10);
}

}  // namespace
}  // namespace taut::io
