// Freely jointed chains, averaged over all directions of their bonds: values printed in [science, section 3] and in the
// thesis, Table 4.1 (40 beads, 10^5 random chains, averages over beads 10 to 30 and both directions).
#include "taut/freely_jointed.hpp"

#include <array>

#include "support/markdown_table.hpp"
#include "support/random_chain.hpp"

namespace taut::test {
namespace {

constexpr double last_of_13_decimals = 0.51e-13, last_of_12_decimals = 0.51e-12;

FreelyJointedChain equal_beads(int dimension, int beads) {
  return FreelyJointedChain::make(dimension, std::vector<double>(static_cast<std::size_t>(beads), 1.0)).value();
}

TEST(FreelyJointedLiterature, InfiniteChain) {
  const InfiniteChain chain = infinite_chain(3, 2).value();
  EXPECT_DOUBLE_EQ(chain.values[0], 2.0 / 3.0);
  EXPECT_NEAR(chain.values[1], 0.1326286067832, last_of_13_decimals);
  EXPECT_NEAR(chain.values[2], 0.0270001103228, last_of_13_decimals);
  EXPECT_NEAR(chain.end_values[0], 0.8145955363801, last_of_13_decimals);
  EXPECT_NEAR(chain.end_values[1], 0.1479288697135, last_of_13_decimals);
  EXPECT_NEAR(chain.factor, 0.207819563052, last_of_12_decimals);
  EXPECT_NEAR(infinite_chain(2, 0)->factor, 0.343446552521, last_of_12_decimals);
}

TEST(FreelyJointedLiterature, TwoAndThreeBeads) {  // (4.48) and the trimer
  const FreelyJointedChain two = equal_beads(3, 2), three = equal_beads(3, 3);
  EXPECT_NEAR(two.entry(0, 0), 5.0 / 6.0, 1e-15);
  EXPECT_NEAR(two.entry(0, 1), 1.0 / 6.0, 1e-15);
  const double ln3 = std::log(3.0);
  EXPECT_NEAR(three.entry(0, 0), 1.0 - ln3 / 6.0, 1e-15);
  EXPECT_NEAR(three.entry(1, 1), (1.0 + ln3) / 3.0, 1e-15);
  EXPECT_NEAR(three.entry(0, 1), 1.0 / 3.0 - ln3 / 6.0, 1e-15);
  EXPECT_NEAR(three.entry(0, 2), (ln3 - 1.0) / 3.0, 1e-15);
}

constexpr std::array<double, 9> table_4_1 = {0.666634,   0.13282,    0.26969e-1, 0.54873e-2, 0.11025e-2,
                                             0.22054e-3, 0.44221e-4, 0.91876e-5, 0.17507e-5};

class Table41 : public testing::Test {
 protected:
  static constexpr int beads = 40, first = 9, last = 29, distances = 9;  // counted from 0

  // The table's average, of one matrix.
  static Eigen::ArrayXXd row_averages(const Eigen::MatrixXd& c) {
    Eigen::ArrayXXd averages = Eigen::ArrayXXd::Zero(1, distances);
    for (int d = 0; d < distances; ++d)
      for (int i = first; i <= last; ++i) averages(d) += 0.5 * (c(i, i + d) + c(i, i - d)) / (last - first + 1);
    return averages;
  }

  static Eigen::MatrixXd exact() {
    const FreelyJointedChain chain = equal_beads(3, beads);
    const std::vector<std::vector<double>> band = chain.band(distances);
    Eigen::MatrixXd c = Eigen::MatrixXd::Zero(beads, beads);
    for (int d = 0; d < distances; ++d)
      for (int i = 0; i + d < beads; ++i)
        c(i, i + d) = c(i + d, i) = band[static_cast<std::size_t>(d)][static_cast<std::size_t>(i)];
    return c;
  }

  static RunningMean sampled(std::uint64_t chains) {
    RunningMean rows;
    for (std::uint64_t k = 0; k < chains; ++k)
      rows.add(row_averages(mean_blocks(random_bonds(3, beads - 1, 41, k), std::vector<double>(beads, 1.0))));
    return rows;
  }
};

// At distance 8 the partner of bead 10 is bead 2, and still the average is off by a sixtieth of a standard error, 2.5
// %.
TEST_F(Table41, BeadsTenToThirtyAreInAnInfiniteChain) {
  const InfiniteChain infinite = infinite_chain(3, distances).value();
  const Eigen::ArrayXXd rows = row_averages(exact());
  for (int d = 0; d < distances; ++d)
    EXPECT_NEAR(rows(d) / infinite.values[static_cast<std::size_t>(d)], 1.0, d <= 1 ? 1e-8 : 4e-4) << "distance " << d;
}

// By how many of its own standard errors each row is off, as docs/freely-jointed-chain.md says. These follow from the
// spread between chains; 2,000 of them know it to some 5 %, at distance 8 to some 20 %.
TEST_F(Table41, IsOffByManyOfItsStandardErrors) {
  const RunningMean rows = sampled(2000);
  const Eigen::ArrayXXd expected = row_averages(exact());
  const std::vector<Row> note = table("freely-jointed-chain.md", published_table);
  for (int d = 0; d < distances; ++d) {
    EXPECT_LT(std::abs(rows.mean()(d) - expected(d)), 4.0 * rows.error()(d)) << "distance " << d;
    const Row& row = note.at(static_cast<std::size_t>(d));
    const double published = table_4_1[static_cast<std::size_t>(d)], said = std::stod(plain(row.at(5)));
    EXPECT_DOUBLE_EQ(std::stod(row.at(1)), published);
    const double off = (published - expected(d)) / (rows.deviation()(d) / std::sqrt(1e5));
    EXPECT_NEAR(off, said, 0.2 * std::abs(said) + 0.5) << "distance " << d;
  }
}

TEST_F(Table41, IsRightAboutTheEnds) {  // 0.81461 and 0.14794, ratio 0.18160, by its standard errors of 4e-5
  const FreelyJointedChain chain = equal_beads(3, beads);
  EXPECT_NEAR(chain.entry(0, 0), 0.81461, 4e-5);
  EXPECT_NEAR(chain.entry(0, 1), 0.14794, 4e-5);
  EXPECT_NEAR(chain.entry(0, 1) / chain.entry(0, 0), 0.18160, 4e-5);
}

}  // namespace
}  // namespace taut::test
