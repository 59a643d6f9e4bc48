// Weights of the compositions: symmetric, and the sums of odd powers that their order needs [yoshida1990].
#include "dynamics/compositions.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/simulation.hpp"

namespace taut {
namespace {

class Compositions : public testing::TestWithParam<IntegratorInfo> {};

// A weight rounds by half an ulp, its power p by p of them: 17 weights below 1.8 (1.8^7 = 60) stay below this.
constexpr double rounding = 1e-14;

long double power_sum(std::span<const double> weights, int power) {
  long double sum = 0;
  for (const double weight : weights) sum += std::pow(static_cast<long double>(weight), power);
  return sum;
}

TEST_P(Compositions, AddUpToOneStep) {
  const auto weights = composition_weights(GetParam().method);
  EXPECT_EQ(static_cast<int>(weights.size()), GetParam().stages);
  EXPECT_NEAR(static_cast<double>(power_sum(weights, 1)), 1.0, rounding);
}

TEST_P(Compositions, AreSymmetric) {
  const auto weights = composition_weights(GetParam().method);
  for (std::size_t k = 0; k < weights.size(); ++k) EXPECT_EQ(weights[k], weights[weights.size() - 1 - k]);
}

TEST_P(Compositions, CancelOddPowersBelowTheirOrder) {
  const auto weights = composition_weights(GetParam().method);
  for (int power = 3; power < GetParam().order; power += 2)
    EXPECT_NEAR(static_cast<double>(power_sum(weights, power)), 0.0, rounding) << "power " << power;
}

std::vector<IntegratorInfo> verlet_and_compositions() {
  std::vector<IntegratorInfo> all;
  for (const IntegratorInfo& info : built_in_integrators())
    if (info.orders.empty() && info.order > 0 && !is_random(info.method)) all.push_back(info);
  return all;
}

INSTANTIATE_TEST_SUITE_P(, Compositions, testing::ValuesIn(verlet_and_compositions()),
                         [](const auto& instance) { return test::test_name(instance.param.name); });

// The closed forms of order four.
TEST(Yoshida4, HasItsClosedForm) {
  const double root = std::cbrt(2.0);
  EXPECT_DOUBLE_EQ(composition_weights(IntegratorMethod::yoshida4)[0], 1.0 / (2.0 - root));
  EXPECT_DOUBLE_EQ(composition_weights(IntegratorMethod::yoshida4)[1], -root / (2.0 - root));
}

TEST(Suzuki4, HasItsClosedForm) {
  const double p = 1.0 / (4.0 - std::cbrt(4.0));
  EXPECT_DOUBLE_EQ(composition_weights(IntegratorMethod::suzuki4)[0], p);
  EXPECT_NEAR(composition_weights(IntegratorMethod::suzuki4)[2], 1.0 - 4.0 * p, 4e-16);
}

}  // namespace
}  // namespace taut
