#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "taut/freely_jointed.hpp"

namespace taut {
namespace {

class InfiniteChainIn : public testing::TestWithParam<int> {
 protected:
  const int dimension_ = GetParam();
  const InfiniteChain chain_ = infinite_chain(dimension_, 40).value();
};
INSTANTIATE_TEST_SUITE_P(Dimensions, InfiniteChainIn, testing::Values(2, 3));

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

TEST_P(InfiniteChainIn, IsALongChainFarFromItsEndsAndAtOne) {
  const FreelyJointedChain finite = FreelyJointedChain::make(dimension_, std::vector<double>(90, 1.0)).value();
  for (int d = 0; d <= 12; ++d) {
    const auto k = static_cast<std::size_t>(d);
    EXPECT_NEAR(finite.entry(40, 40 + d) / chain_.values[k], 1.0, 1e-13);
    EXPECT_NEAR(finite.entry(0, d) / chain_.end_values[k], 1.0, 1e-13);
  }
}

TEST_P(InfiniteChainIn, BalancesMomentum) {  // what is left out beyond distance 40 is below 0.35^40
  EXPECT_NEAR(2.0 * sum(chain_.values) - chain_.values.front(), 1.0, 1e-14);
  EXPECT_NEAR(sum(chain_.end_values), 1.0, 1e-14);
}

TEST_P(InfiniteChainIn, LeavesTheEndBeadFreeAcrossItsBond) {
  EXPECT_NEAR(chain_.end_values[0] - chain_.end_values[1], 1.0 - 1.0 / dimension_, 1e-15);
}

TEST_P(InfiniteChainIn, GivesTheSameWithMorePoints) {
  const InfiniteChain finer = infinite_chain(dimension_, 40, 60).value();
  for (std::size_t d = 0; d <= 40; ++d) {
    EXPECT_NEAR(chain_.values[d] / finer.values[d], 1.0, 1e-13);
    EXPECT_NEAR(chain_.end_values[d] / finer.end_values[d], 1.0, 1e-13);
  }
  EXPECT_NEAR(chain_.factor, finer.factor, 1e-14);
  EXPECT_NEAR(chain_.end_factor, finer.end_factor, 1e-14);
  EXPECT_NEAR(chain_.amplitude, finer.amplitude, 5e-13);  // errs 48 times as much as the factor
}

TEST_P(InfiniteChainIn, TendsToItsFactorAndAmplitude) {
  EXPECT_NEAR(chain_.amplitude * std::pow(chain_.factor, 40) / chain_.values[40], 1.0, 1e-11);
  EXPECT_NEAR(chain_.end_values[40] / chain_.end_values[39] / chain_.factor, 1.0, 1e-11);
  const double early = chain_.values[2] / chain_.values[1];
  EXPECT_LT(early, 0.99 * chain_.factor);  // it takes a few beads
}

TEST_P(InfiniteChainIn, GoesOnForAnyDistance) {
  const InfiniteChain far = infinite_chain(dimension_, 100).value();
  ASSERT_EQ(far.values.size(), 101u);
  EXPECT_NEAR(far.values[100] / (chain_.amplitude * std::pow(chain_.factor, 100)), 1.0, 1e-11);
  EXPECT_EQ(infinite_chain(dimension_, 0).value().values.size(), 1u);
}

double difference_of_middle(const InfiniteChain& infinite, int dimension, int beads) {
  const FreelyJointedChain finite =
      FreelyJointedChain::make(dimension, std::vector<double>(static_cast<std::size_t>(beads), 1.0)).value();
  const int i = (beads - 1) / 2;
  return std::max({std::abs(finite.entry(i, i) / infinite.values[0] - 1.0),
                   std::abs(finite.entry(i, i + 1) / infinite.values[1] - 1.0),
                   std::abs(finite.entry(i, i - 1) / infinite.values[1] - 1.0)});
}

TEST_P(InfiniteChainIn, LooksInfiniteFromALengthOn) {
  for (const double tolerance : {1e-2, 1e-4, 1e-6, 1e-10}) {
    const int beads = length_to_look_infinite(dimension_, tolerance).value();
    EXPECT_GT(difference_of_middle(chain_, dimension_, beads - 1), tolerance);
    for (const int more : {0, 1, 2, 3}) EXPECT_LE(difference_of_middle(chain_, dimension_, beads + more), tolerance);
  }
}

TEST_P(InfiniteChainIn, FeelsItsEndsByAPowerOfTheirDistance) {  // two beads more, one more on either side
  const double shorter = difference_of_middle(chain_, dimension_, 21);
  const double longer = difference_of_middle(chain_, dimension_, 23);
  EXPECT_NEAR(longer / shorter, chain_.end_factor, 1e-3 * chain_.end_factor);
}

TEST(InfiniteChain, RefusesInASentence) {
  EXPECT_EQ(infinite_chain(1, 3).error().message, "found 1, expected 2 or 3");
  EXPECT_EQ(infinite_chain(3, -1).error().key, "distances");
  EXPECT_EQ(infinite_chain(3, -1).error().message, "found -1, expected zero or a positive number");
  EXPECT_EQ(infinite_chain(3, 1, -1).error().key, "points");
  EXPECT_EQ(length_to_look_infinite(4, 0.1).error().key, "dimension");
  EXPECT_EQ(length_to_look_infinite(3, 1e-13).error().message, "found 1e-13, expected at least 1e-12 and less than 1");
  EXPECT_EQ(length_to_look_infinite(3, 1.0).error().key, "tolerance");
  EXPECT_EQ(length_to_look_infinite(3, NAN).error().key, "tolerance");
}

}  // namespace
}  // namespace taut
