// Largest Lyapunov exponents of the double pendulum [science, section 5], as far as some seconds allow. With all
// digits:
//   taut chaos chaos/double_pendulum --lyapunov --time 12000, or ./dev soak chaos
#include <gtest/gtest.h>

#include "support/systems.hpp"
#include "taut/average.hpp"
#include "taut/chaos.hpp"

namespace taut::test {
namespace {

struct Measured {
  BlockAverage exponent;
  double finite_time;
};

Measured measure(double upper, double lower, double time) {
  constexpr double step = 5e-3;
  constexpr int blocks = 128;
  const Simulation s =
      Simulation::started(make_pendulum({.degrees = {upper, lower}}), {.step = step}, {.tolerance = 1e-12});
  Lyapunov lyapunov = Lyapunov::make(*s.model, *s.forces, *s.plan, s.options, {}).value();
  EXPECT_TRUE(lyapunov.start(s.state).converged);
  BlockAverage rates;
  double before = 0.0;
  for (int block = 0; block < blocks; ++block) {
    EXPECT_EQ(lyapunov.advance(static_cast<std::int64_t>(time / step / blocks)), "");
    rates.add((lyapunov.growth()[0] - before) / (time / blocks));
    before = lyapunov.growth()[0];
  }
  return {rates, lyapunov.growth()[0] / lyapunov.time()};
}

// Both errors add in squares.
void expect_within(const BlockAverage& found, double value, double error, double widest) {
  EXPECT_LT(found.error(), widest);
  EXPECT_LT(std::abs(found.mean() - value), 2.0 * std::hypot(found.error(), error));
}

TEST(LyapunovLiterature, DoublePendulumFromHorizontal) {
  const BlockAverage found = measure(90.0, 90.0, 4000.0).exponent;
  EXPECT_TRUE(found.converged());
  expect_within(found, 0.928, 0.004, 0.03);
}

// Its blocks are tied together for longer than this time can tell: the error is known, but not for certain.
TEST(LyapunovLiterature, DoublePendulumFrom120Degrees) {
  expect_within(measure(120.0, 120.0, 4000.0).exponent, 1.412, 0.005, 0.03);
}

TEST(LyapunovLiterature, DoublePendulumOfSmallSwingsIsRegular) {
  const double early = measure(30.0, 45.0, 300.0).finite_time, late = measure(30.0, 45.0, 3000.0).finite_time;
  EXPECT_LT(late, 0.003);
  EXPECT_LT(late, 0.4 * early);  // ln T / T falls to 0.14 of it
}

}  // namespace
}  // namespace taut::test
