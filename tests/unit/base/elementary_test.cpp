#include "base/elementary.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace taut {
namespace {

constexpr double rounding = 1e-15;  // a few units in the last place

TEST(Elementary, LogarithmAgreesWithTheLibrary) {
  for (double x = 1e-300; x < 1e300; x *= 1.37)
    EXPECT_NEAR(natural_log(x), std::log(x), rounding * std::abs(std::log(x)));
  for (double x = 0.5; x < 2.0; x += 1.0 / 512)  // small values keep their digits
    EXPECT_NEAR(natural_log(x), std::log(x), rounding * std::abs(std::log(x)) + 1e-300) << x;
}

TEST(Elementary, ExponentialAgreesWithTheLibrary) {
  for (double x = -700.0; x < 700.0; x += 0.37) EXPECT_NEAR(natural_exp(x) / std::exp(x), 1.0, rounding) << x;
  EXPECT_EQ(natural_exp(0.0), 1.0);
}

TEST(Elementary, SineAndCosineAgreeWithTheLibrary) {
  for (double x = -0.785; x < 0.7854; x += 0.01) {
    const auto [sine, cosine] = sine_and_cosine(x);
    EXPECT_NEAR(sine, std::sin(x), rounding);
    EXPECT_NEAR(cosine, std::cos(x), rounding);
  }
}

}  // namespace
}  // namespace taut
