#include "base/philox.hpp"

#include <gtest/gtest.h>

namespace taut {
namespace {

// Known answers of the authors' reference implementation (Random123, kat_vectors) [salmon2011].
TEST(Philox, GivesTheKnownAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, 0, 0), (PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox({ones, ones, ones, ones}, ones, ones),
            (PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0xa4093822, 0x299f31d0),
            (PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, UniformNumbersLieInsideTheIntervalAndAverageToOneHalf) {
  constexpr int count = 10000;
  double sum = 0.0;
  for (std::uint64_t i = 0; i < count; ++i) {
    for (const double u : uniform_pair(1, 2, i)) {
      ASSERT_GT(u, 0.0);
      ASSERT_LT(u, 1.0);
      sum += u;
    }
  }
  // Standard error of the mean of 20,000 uniform numbers: 0.29 / sqrt(20000) = 0.002; five of them.
  EXPECT_NEAR(sum / (2 * count), 0.5, 0.0102);
}

TEST(Philox, SeedStreamAndIndexAllMatter) {
  const auto reference = uniform_pair(1, 1, 1);
  EXPECT_NE(uniform_pair(2, 1, 1), reference);
  EXPECT_NE(uniform_pair(1, 2, 1), reference);
  EXPECT_NE(uniform_pair(1, 1, 2), reference);
  EXPECT_NE(uniform_pair(std::uint64_t{1} << 32 | 1, 1, 1), reference);
}

}  // namespace
}  // namespace taut
