#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/random_chain.hpp"
#include "taut/freely_jointed.hpp"

namespace taut::test {
namespace {

// Averages are sums of some fifty terms, steps along the chain some ten.
constexpr double rounding = 1e-14;

const std::vector<double> unequal = {1.0, 3.0, 0.25, 0.5, 8.0, 2.0, 1.0};

FreelyJointedChain chain(int dimension, const std::vector<double>& drags, int points = 0) {
  return FreelyJointedChain::make(dimension, drags, points).value();
}

Eigen::MatrixXd matrix(const FreelyJointedChain& chain) {
  const std::vector<std::vector<double>> band = chain.band(chain.size() - 1);
  Eigen::MatrixXd c(chain.size(), chain.size());
  for (int d = 0; d < chain.size(); ++d)
    for (int i = 0; i + d < chain.size(); ++i)
      c(i, i + d) = c(i + d, i) = band[static_cast<std::size_t>(d)][static_cast<std::size_t>(i)];
  return c;
}

TEST(FreelyJointedChain, OneBeadMovesFreely) {
  EXPECT_DOUBLE_EQ(chain(3, {4.0}).entry(0, 0), 0.25);
  EXPECT_DOUBLE_EQ(chain(2, {4.0}).entry(0, 0), 0.25);
}

// A bond of mobilities v and w: across it each bead moves alone, along it both move with v w / (v + w).
TEST(FreelyJointedChain, TwoBeadsHaveAClosedForm) {
  for (const int dimension : {2, 3}) {
    const double v = 1.0 / 3.0, w = 1.0 / 0.7, along = v * w / (v + w);
    const FreelyJointedChain two = chain(dimension, {3.0, 0.7});
    EXPECT_NEAR(two.entry(0, 0), ((dimension - 1) * v + along) / dimension, rounding);
    EXPECT_NEAR(two.entry(1, 1), ((dimension - 1) * w + along) / dimension, rounding);
    EXPECT_NEAR(two.entry(0, 1), along / dimension, rounding);
  }
}

// Three equal beads: all averages are linear in <1 / (4 - c^2)>, ln(3)/4 in space and 1 / (2 sqrt 3) in the plane.
TEST(FreelyJointedChain, ThreeBeadsHaveAClosedForm) {
  for (const int dimension : {2, 3}) {
    const double dim = dimension, a = dimension == 3 ? 0.25 * std::log(3.0) : 0.5 / std::sqrt(3.0);
    const FreelyJointedChain three = chain(dimension, {1.0, 1.0, 1.0});
    EXPECT_NEAR(three.entry(0, 0), 1.0 - 2.0 * a / dim, rounding);
    EXPECT_NEAR(three.entry(1, 1), (dim - 2.0 + 4.0 * a) / dim, rounding);
    EXPECT_NEAR(three.entry(0, 1), (1.0 - 2.0 * a) / dim, rounding);
    EXPECT_NEAR(three.entry(0, 2), (4.0 * a - 1.0) / dim, rounding);
  }
}

class UnequalDrags : public testing::TestWithParam<int> {
 protected:
  const FreelyJointedChain chain_ = chain(GetParam(), unequal);
  const double dim_ = GetParam();
};
INSTANTIATE_TEST_SUITE_P(Dimensions, UnequalDrags, testing::Values(2, 3));

TEST_P(UnequalDrags, BalanceMomentum) {  // all drag forces together are the force on one bead
  const Eigen::Map<const Eigen::VectorXd> D(unequal.data(), chain_.size());
  const Eigen::VectorXd sums = matrix(chain_) * D;
  for (int i = 0; i < chain_.size(); ++i) EXPECT_NEAR(sums(i), 1.0, rounding);
}

TEST_P(UnequalDrags, LoseOneDegreeOfFreedomABond) {  // tr(D E) = dim N - rank B
  double trace = 0.0;
  for (int i = 0; i < chain_.size(); ++i) trace += unequal[static_cast<std::size_t>(i)] * chain_.entry(i, i);
  EXPECT_NEAR(dim_ * trace, dim_ * chain_.size() - (chain_.size() - 1), chain_.size() * rounding);
}

// Across its bond an end bead moves alone, along it both beads move alike.
TEST_P(UnequalDrags, LeaveTheEndBeadFreeAcrossItsBond) {
  EXPECT_NEAR(chain_.entry(0, 0) - chain_.entry(0, 1), (1.0 - 1.0 / dim_) / unequal.front(), rounding);
  const int last = chain_.size() - 1;
  EXPECT_NEAR(chain_.entry(last, last) - chain_.entry(last, last - 1), (1.0 - 1.0 / dim_) / unequal.back(), rounding);
}

TEST_P(UnequalDrags, AreTheSameFromBothEnds) {
  const FreelyJointedChain mirrored = chain(GetParam(), {unequal.rbegin(), unequal.rend()});
  const int last = chain_.size() - 1;
  for (int i = 0; i <= last; ++i)
    for (int j = i; j <= last; ++j) {
      EXPECT_EQ(chain_.entry(i, j), chain_.entry(j, i));
      EXPECT_NEAR(mirrored.entry(last - i, last - j) / chain_.entry(i, j), 1.0, 10.0 * rounding);
    }
}

TEST_P(UnequalDrags, FollowTheUnitOfDrag) {
  std::vector<double> scaled = unequal;
  for (double& drag : scaled) drag *= 1e-9;
  const FreelyJointedChain small = chain(GetParam(), scaled);
  for (int j = 0; j < chain_.size(); ++j) EXPECT_NEAR(1e-9 * small.entry(2, j) / chain_.entry(2, j), 1.0, rounding);
}

TEST_P(UnequalDrags, GiveTheSameWithMorePoints) {
  const FreelyJointedChain finer = chain(GetParam(), unequal, chain_.points() + 13);
  for (int i = 0; i < chain_.size(); ++i)
    for (int j = i; j < chain_.size(); ++j) EXPECT_NEAR(chain_.entry(i, j) / finer.entry(i, j), 1.0, 1e-13);
}

TEST_P(UnequalDrags, ConvergeGeometrically) {  // by the rate that the number of points is chosen for
  const FreelyJointedChain coarse = chain(GetParam(), unequal, 6), finer = chain(GetParam(), unequal, 12);
  const double exact = chain_.entry(1, 3), error = std::abs(coarse.entry(1, 3) - exact);
  EXPECT_GT(error, 1e-10);
  EXPECT_LT(std::abs(finer.entry(1, 3) - exact), 1e-3 * error);
}

TEST_P(UnequalDrags, HaveTheirEntriesInBands) {
  const std::vector<std::vector<double>> band = chain_.band(3);
  ASSERT_EQ(band.size(), 4u);
  for (int d = 0; d <= 3; ++d) {
    const auto& row = band[static_cast<std::size_t>(d)];
    ASSERT_EQ(row.size(), unequal.size() - static_cast<std::size_t>(d));
    for (int i = 0; i + d < chain_.size(); ++i) EXPECT_EQ(row[static_cast<std::size_t>(i)], chain_.entry(i, i + d));
  }
}

TEST_P(UnequalDrags, AgreeWithChainsDrawnAtRandom) {
  constexpr std::uint64_t chains = 20000, seed = 20261116;
  RunningMean sampled;
  for (std::uint64_t k = 0; k < chains; ++k) {
    const Eigen::MatrixXd bonds = random_bonds(GetParam(), chain_.size() - 1, seed, k);
    sampled.add(mean_blocks(bonds, unequal).array());
  }
  const Eigen::ArrayXXd off = (sampled.mean() - matrix(chain_).array()) / sampled.error();
  EXPECT_LT(off.abs().maxCoeff(), 4.0);  // of 28 different entries, in standard errors
}

// Heavy and light beads by turns, five orders of magnitude: entries 1e-14 of the diagonal keep eleven digits.
TEST(FreelyJointedChain, TakesWidelyDifferentDrags) {
  std::vector<double> drags;
  for (int i = 0; i < 12; ++i) drags.push_back(std::exp(6.0 * std::sin(1.3 * i * i)));
  ASSERT_GT(*std::max_element(drags.begin(), drags.end()), 1e5 * *std::min_element(drags.begin(), drags.end()));
  for (const int dimension : {2, 3}) {
    const FreelyJointedChain wide = chain(dimension, drags), finer = chain(dimension, drags, wide.points() + 20);
    const Eigen::MatrixXd c = matrix(wide);
    EXPECT_GT(c.minCoeff(), 0.0);
    EXPECT_LT((c.array() / matrix(finer).array() - 1.0).abs().maxCoeff(), 1e-11);
    const Eigen::VectorXd sums = c * Eigen::Map<const Eigen::VectorXd>(drags.data(), 12);
    EXPECT_LT((sums.array() - 1.0).abs().maxCoeff(), 1e-13);
  }
}

TEST(FreelyJointedChain, OfHundredsOfBeadsKeepsItsTrace) {
  const FreelyJointedChain long_chain = chain(3, std::vector<double>(300, 1.0));
  const std::vector<double> diagonal = long_chain.band(0).front();
  EXPECT_NEAR(std::accumulate(diagonal.begin(), diagonal.end(), 0.0), (900.0 - 299.0) / 3.0, 300.0 * rounding);
}

struct Refused {
  int dimension;
  std::vector<double> drags;
  int points;
  std::string key, message;
};

class FreelyJointedChainRefuses : public testing::TestWithParam<Refused> {};

TEST_P(FreelyJointedChainRefuses, InASentence) {
  const auto chain = FreelyJointedChain::make(GetParam().dimension, GetParam().drags, GetParam().points);
  ASSERT_FALSE(chain);
  EXPECT_EQ(chain.error().key, GetParam().key);
  EXPECT_EQ(chain.error().message, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    , FreelyJointedChainRefuses,
    testing::Values(Refused{4, {1.0}, 0, "dimension", "found 4, expected 2 or 3"},
                    Refused{3, {}, 0, "drags", "found none, expected one a bead"},
                    Refused{3, {1.0, 0.0}, 0, "drags[1]", "found 0, expected a positive number"},
                    Refused{3, {1.0, NAN}, 0, "drags[1]", "found nan, expected a positive number"},
                    Refused{3, {1e-20, 1.0}, 0, "drags[0]", "found 1e-20, expected at least 1e-16 of the sum, 1"},
                    Refused{3, {1.0}, -1, "points", "found -1, expected zero or a positive number"}));

}  // namespace
}  // namespace taut::test
