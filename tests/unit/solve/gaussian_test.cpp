// Normal random numbers: what they are made of, their moments, and the same bits on every instruction set.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "base/philox.hpp"
#include "solve/kernels/kernel_table.hpp"

namespace taut {
namespace {

std::vector<double> numbers(const KernelTable& kernels, const GaussianDraw& draw, std::size_t first,
                            std::size_t batches) {
  std::vector<double> all(batches * gaussian_batch);
  kernels.gaussians(draw, first, batches, all.data());
  return all;
}

TEST(Gaussians, AreTheSameOnEveryInstructionSet) {
  const GaussianDraw draw{0x123456789ABCDEF0, 0xFEDCBA9876543210, 7};
  const std::vector<double> scalar = numbers(*kernels_here().front(), draw, 3, 50);
  for (const KernelTable* kernels : kernels_here()) EXPECT_EQ(numbers(*kernels, draw, 3, 50), scalar) << kernels->name;
}

// Box and Muller's transform with the mathematics library, from the blocks of base/philox.hpp.
TEST(Gaussians, FollowFromTheirBits) {
  const GaussianDraw draw{42, 0x500000003, 9};
  const std::vector<double> found = numbers(*kernels_here().back(), draw, 2, 1);
  for (std::uint32_t lane = 0; lane < 8; ++lane) {
    const PhiloxBlock bits = philox({16 + lane, 9, 3, 5}, 42, 0);
    for (std::size_t pair = 0; pair < 2; ++pair) {
      const std::uint64_t a = bits[2 * pair], b = bits[2 * pair + 1];
      const double u = (static_cast<double>(a << 8 | b >> 24) + 0.5) * 0x1p-40;
      const double angle = ((static_cast<double>(b & 0x3FFFFF) + 0.5) * 0x1p-22 - 0.5) * 0.5 * std::numbers::pi;
      const double radius = ((b >> 23 & 1) != 0 ? -1.0 : 1.0) * std::sqrt(-2.0 * std::log(u));
      const bool swapped = (b >> 22 & 1) != 0;
      EXPECT_NEAR(found[16 * pair + lane], radius * (swapped ? std::sin(angle) : std::cos(angle)), 1e-14);
      EXPECT_NEAR(found[16 * pair + 8 + lane], radius * (swapped ? std::cos(angle) : std::sin(angle)), 1e-14);
    }
  }
}

// The n-th power of a standard normal number has the mean (n - 1)!! for even n and a variance of (2n - 1)!! less the
// square of that; products of neighbours have mean 0 and variance 1.
TEST(Gaussians, HaveTheirMoments) {
  constexpr double enough = 4.0;  // standard errors
  double sums[4] = {}, neighbours = 0.0, pairs = 0.0;
  constexpr std::size_t count = 32'000;
  const std::vector<double> z = numbers(*kernels_here().back(), {1, 2, 3}, 0, count / 32);
  for (std::size_t k = 0; k + 8 < count; ++k) {
    for (int n = 0; n < 4; ++n) sums[n] += std::pow(z[k], n + 1);
    neighbours += z[k] * z[k + 1];
    pairs += z[k] * z[k + 8];
  }
  const double n = count - 8, means[4] = {0.0, 1.0, 0.0, 3.0}, variances[4] = {1.0, 2.0, 15.0, 96.0};
  for (int k = 0; k < 4; ++k) EXPECT_LT(std::abs(sums[k] / n - means[k]), enough * std::sqrt(variances[k] / n)) << k;
  EXPECT_LT(std::abs(neighbours / n), enough / std::sqrt(n));
  EXPECT_LT(std::abs(pairs / n), enough / std::sqrt(n));
}

TEST(Gaussians, DifferFromDrawToDraw) {
  const auto of = [](const GaussianDraw& draw) { return numbers(*kernels_here().back(), draw, 0, 1); };
  const std::vector<double> one = of({1, 1, 1});
  EXPECT_NE(of({2, 1, 1}), one);
  EXPECT_NE(of({1, 2, 1}), one);
  EXPECT_NE(of({1, 1, 2}), one);
  EXPECT_NE(of({1, 1 + (std::uint64_t{1} << 32), 1}), one);
  EXPECT_NE(numbers(*kernels_here().back(), {1, 1, 1}, 1, 1), one);
}

}  // namespace
}  // namespace taut
