#include "io/file/number.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <numbers>

namespace taut::io {
namespace {

TEST(Number, ReadsBackAsTheSameDouble) {
  using limits = std::numeric_limits<double>;
  for (const double value : {0.1, 1.0 / 3.0, -std::numbers::pi, 1e300, limits::min(), limits::denorm_min(),
                             limits::max(), 5e-324, 123456789012345680.0})
    EXPECT_EQ(std::strtod(format_number(value).c_str(), nullptr), value) << format_number(value);
}

TEST(Number, IsAsShortAsItCanBe) {
  EXPECT_EQ(format_number(0.1), "0.1");
  EXPECT_EQ(format_number(2.0), "2");
  EXPECT_EQ(format_number(-0.0), "-0");
  EXPECT_EQ(format_number(1e-12), "1e-12");
}

}  // namespace
}  // namespace taut::io
