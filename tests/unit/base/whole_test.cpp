#include "base/whole.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace taut {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Whole, NumbersAreCutAndHeldWithinTheirBounds) {
  EXPECT_EQ(whole_within(2.9, 0, 10), 2);
  EXPECT_EQ(whole_within(-2.9, -5, 10), -2);
  EXPECT_EQ(whole_within(1e300, 0, 10), 10);
  EXPECT_EQ(whole_within(-1e300, -5, 10), -5);
  EXPECT_EQ(whole_within(infinity, 1, 10), 10);
  EXPECT_EQ(whole_within(std::numeric_limits<double>::quiet_NaN(), 1, 10), 1);
}

TEST(Whole, TheEndsOfATypeAreReached) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max(), least = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(whole_within(0x1p63, least, most), most);
  EXPECT_EQ(whole_within(-0x1p63, least, most), least);
  EXPECT_EQ(whole_within(0x1p62, least, most), std::int64_t{1} << 62);
}

}  // namespace
}  // namespace taut
