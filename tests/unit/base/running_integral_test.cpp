#include "base/running_integral.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace taut {
namespace {

// After every sample, not at the end alone.
double largest_error(double step, int samples) {
  RunningIntegral integral(step);
  double largest = 0.0;
  for (int n = 0; n < samples; ++n) {
    const double t = n * step;
    integral.add(std::cos(3.0 * t) * std::exp(-0.2 * t));
    if (n < 8) continue;  // before, there are not all differences
    const double a = -0.2, b = 3.0, e = std::exp(a * t);
    const double exact = (e * (a * std::cos(b * t) + b * std::sin(b * t)) - a) / (a * a + b * b);
    largest = std::max(largest, std::abs(integral.value() - exact));
  }
  return largest;
}

TEST(RunningIntegral, ConvergesAtOrderEight) {
  const double slope = std::log2(largest_error(0.04, 400) / largest_error(0.02, 800));
  EXPECT_NEAR(slope, 8.0, 0.5);
  EXPECT_LT(largest_error(0.01, 1600), 1e-12);
}

// With n + 1 samples, polynomials of degree n are integrated exactly, up to the differences there are.
TEST(RunningIntegral, IsExactForPolynomials) {
  for (int degree = 0; degree <= 6; ++degree) {
    RunningIntegral integral(0.5);
    for (int n = 0; n < 20; ++n) {
      const double t = 0.5 * n;
      integral.add(std::pow(t, degree));
      if (n >= degree) {
        const double exact = std::pow(t, degree + 1) / (degree + 1);
        EXPECT_NEAR(integral.value(), exact, 1e-12 * (1.0 + exact)) << degree << " " << n;
      }
    }
  }
}

TEST(RunningIntegral, DoubtsWhatHasTooFewSamples) {
  RunningIntegral smooth(0.01), rough(0.01);
  for (int n = 0; n < 1001; ++n) {
    smooth.add(std::sin(0.01 * n));
    rough.add(n % 2 == 0 ? 1.0 : -1.0);
  }
  EXPECT_LT(smooth.doubt(), 1e-8);  // of the first samples, which have no differences yet
  EXPECT_GT(rough.doubt(), 9.0);
}

TEST(RunningIntegral, GoesOnFromWhatWasSaved) {
  RunningIntegral whole(0.1), first(0.1), second(0.1);
  for (int n = 0; n < 31; ++n) whole.add(std::cos(0.1 * n));
  for (int n = 0; n < 14; ++n) first.add(std::cos(0.1 * n));
  second.load(first.save());
  for (int n = 14; n < 31; ++n) second.add(std::cos(0.1 * n));
  EXPECT_EQ(second.value(), whole.value());
  EXPECT_EQ(second.doubt(), whole.doubt());
}

TEST(RunningIntegral, GoesOnAtAnotherStep) {
  RunningIntegral before(0.05), after(0.025);
  for (int n = 0; n <= 20; ++n) before.add(std::cos(0.05 * n));
  after.load(before.save());
  EXPECT_NEAR(after.value(), std::sin(1.0), 1e-10);
  for (int n = 1; n <= 40; ++n) after.add(std::cos(1.0 + 0.025 * n));
  EXPECT_NEAR(after.value(), std::sin(2.0), 1e-10);
}

}  // namespace
}  // namespace taut
