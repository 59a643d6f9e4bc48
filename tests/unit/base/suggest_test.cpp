#include "base/suggest.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace taut {
namespace {

const std::vector<std::string> kKeys = {"length", "between", "mass", "sin", "x1", "X2"};

TEST(Closest, FindsOneWrongLetter) { EXPECT_EQ(closest("lenjth", kKeys), "length"); }
TEST(Closest, FindsAMissingLetter) { EXPECT_EQ(closest("sn", kKeys), "sin"); }
TEST(Closest, FindsAnExtraLetter) { EXPECT_EQ(closest("masss", kKeys), "mass"); }
TEST(Closest, CountsSwappedNeighboursAsOneEdit) { EXPECT_EQ(closest("sni", kKeys), "sin"); }
TEST(Closest, IgnoresCase) { EXPECT_EQ(closest("x2", kKeys), "X2"); }
TEST(Closest, PrefersTheNearer) { EXPECT_EQ(closest("bat", std::vector<std::string>{"cut", "cat"}), "cat"); }
TEST(Closest, KeepsTheFirstOfATie) { EXPECT_EQ(closest("bat", std::vector<std::string>{"cat", "hat"}), "cat"); }
TEST(Closest, SaysNothingWhenAllAreFar) { EXPECT_EQ(closest("velocity", kKeys), std::nullopt); }
TEST(Closest, DoesNotGuessBetweenShortNames) { EXPECT_EQ(closest("x3", kKeys), std::nullopt); }
TEST(Closest, KnowsNothingWithoutCandidates) { EXPECT_EQ(closest("x", {}), std::nullopt); }
TEST(Closest, AcceptsAnEmptyWord) { EXPECT_EQ(closest("", kKeys), std::nullopt); }

}  // namespace
}  // namespace taut
