// Every table of docs/freely-jointed-chain.md against the library.
#include "support/markdown_table.hpp"
#include "taut/ensemble.hpp"
#include "taut/freely_jointed.hpp"

namespace taut::test {
namespace {

std::vector<Row> note(const std::string& header, std::size_t rows) {
  const std::vector<Row> found = table("freely-jointed-chain.md", header);
  EXPECT_EQ(found.size(), rows) << header;
  return found;
}

class FreelyJointedNote : public testing::Test {
 protected:
  const InfiniteChain space_ = infinite_chain(3, 12).value(), plane_ = infinite_chain(2, 12).value();
};

TEST_F(FreelyJointedNote, Factors) {
  const std::vector<Row> rows = note("| | space | plane |", 3);
  EXPECT_TRUE(is_printed(rows.at(0).at(1), space_.factor));
  EXPECT_TRUE(is_printed(rows.at(0).at(2), plane_.factor));
  EXPECT_TRUE(is_printed(rows.at(1).at(1), space_.amplitude));
  EXPECT_TRUE(is_printed(rows.at(1).at(2), plane_.amplitude));
  EXPECT_TRUE(is_printed(rows.at(2).at(1), space_.end_factor));
  EXPECT_TRUE(is_printed(rows.at(2).at(2), plane_.end_factor));
}

TEST_F(FreelyJointedNote, Decay) {
  for (const Row& row : note("| distance | space | ratio | plane | ratio in the plane |", 13)) {
    const auto d = static_cast<std::size_t>(std::stoi(row.at(0)));
    EXPECT_TRUE(is_printed(row.at(1), space_.values.at(d)));
    EXPECT_TRUE(is_printed(row.at(3), plane_.values.at(d)));
    if (d == 0) continue;
    EXPECT_TRUE(is_printed(row.at(2), space_.values.at(d) / space_.values.at(d - 1)));
    EXPECT_TRUE(is_printed(row.at(4), plane_.values.at(d) / plane_.values.at(d - 1)));
  }
}

TEST_F(FreelyJointedNote, End) {
  for (const Row& row : note("| distance from the end | space | plane |", 9)) {
    const auto d = static_cast<std::size_t>(std::stoi(row.at(0)));
    EXPECT_TRUE(is_printed(row.at(1), space_.end_values.at(d)));
    EXPECT_TRUE(is_printed(row.at(2), plane_.end_values.at(d)));
  }
}

TEST_F(FreelyJointedNote, Lengths) {
  for (const Row& row : note("| relative tolerance | beads in space | beads in the plane |", 8)) {
    EXPECT_EQ(std::stoi(row.at(1)), length_to_look_infinite(3, std::stod(row.at(0))).value());
    EXPECT_EQ(std::stoi(row.at(2)), length_to_look_infinite(2, std::stod(row.at(0))).value());
  }
}

TEST_F(FreelyJointedNote, FiniteChains) {
  for (const Row& row : note("| beads | end | end and next | middle | middle and next |", 8)) {
    const int beads = std::stoi(row.at(0)), middle = (beads - 1) / 2;
    const auto chain = FreelyJointedChain::make(3, std::vector<double>(static_cast<std::size_t>(beads), 1.0)).value();
    EXPECT_TRUE(is_printed(row.at(1), chain.entry(0, 0)));
    EXPECT_TRUE(is_printed(row.at(2), chain.entry(0, 1)));
    EXPECT_TRUE(is_printed(row.at(3), chain.entry(middle, middle)));
    EXPECT_TRUE(is_printed(row.at(4), chain.entry(middle, middle + 1)));
  }
}

TEST_F(FreelyJointedNote, UnequalDrags) {
  const auto chain = FreelyJointedChain::make(3, std::vector<double>{1.0, 1.0, 10.0, 1.0, 1.0}).value();
  for (const Row& row : note("| bead | 1 | 2 | 3 | 4 | 5 |", 3))
    for (int j = 0; j < 5; ++j)
      EXPECT_TRUE(is_printed(row.at(static_cast<std::size_t>(j) + 1), chain.entry(std::stoi(row.at(0)) - 1, j)));
}

// The samples of `taut response examples/freely_jointed.toml --ensemble 100000 --window 10:30`, to every digit; how far
// the published numbers are off is in freely_jointed_test.cpp.
TEST_F(FreelyJointedNote, PublishedTable) {
  ModelBuilder chain(3);
  for (int k = 0; k < 40; ++k) chain.add(ParticleSpec{.position = {static_cast<double>(k), 0.0, 0.0}});
  for (int k = 1; k < 40; ++k) chain.add(DistanceSpec{.i = k - 1, .j = k});
  const Model model = chain.build().value();
  const ForceField forces = ForceField::make(model, {.drags = {{.on = {}, .coefficient = 1.0}}}).value();
  ResponseEnsemble ensemble =
      ResponseEnsemble::make(model, forces, {.samples = 100'000, .first = 10, .last = 30}).value();
  while (!ensemble.done()) ensemble.advance();
  const EnsembleResult sampled = ensemble.result();
  for (const Row& row : note(published_table, 9)) {
    const auto d = static_cast<std::size_t>(std::stoi(row.at(0)));
    const Estimate found = sampled.distances.at(d).value;
    EXPECT_TRUE(is_printed(row.at(2), found.mean));
    EXPECT_TRUE(is_printed(row.at(3), found.error));
    EXPECT_TRUE(is_printed(row.at(4), space_.values.at(d)));
    EXPECT_LT(std::abs(found.mean - space_.values.at(d)), 3.0 * found.error) << d;
  }
}

// In the text: beads that a decimal digit takes.
TEST_F(FreelyJointedNote, BeadsADigit) {
  EXPECT_TRUE(is_printed("2.28", -2.0 / std::log10(space_.end_factor)));
  EXPECT_TRUE(is_printed("3.26", -2.0 / std::log10(plane_.end_factor)));
}

}  // namespace
}  // namespace taut::test
