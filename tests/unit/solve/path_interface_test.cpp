// The cut of a long path into segments, and the rods between them.
#include "solve/path_interface.hpp"

#include <gtest/gtest.h>

#include <set>

namespace taut::test {
namespace {

TEST(PathCut, PutsEveryRodInOnePlace) {
  for (std::size_t n = 256; n < 9000; n = n + 1 + n / 50) {
    const PathCut cut(n);
    std::set<std::size_t> places;
    for (std::size_t s = 0; s < cut.segments; ++s)
      for (std::size_t k = 0; k < cut.rods; ++k) places.insert(cut.rod(s, k));
    for (std::size_t k = 0; k < cut.interface_rods(); ++k) places.insert(cut.interface_rod(k));
    ASSERT_EQ(places.size(), n);
    ASSERT_EQ(*places.rbegin(), n - 1);
    ASSERT_EQ(cut.segments * cut.rods + cut.interface_rods(), n) << "no place twice";
    ASSERT_LT(cut.left_over, cut.segments);
  }
}

TEST(PathInterface, TakesTheLowPartsOfPositions) {
  constexpr std::size_t rods = 300;
  const PathCut cut(rods);
  const std::vector<double> weights(rods + 1, 1.0), lengths(rods, 1.0);
  PathInterface interface(cut, weights, lengths);
  std::vector<Vec3> high(rods + 1), low(rods + 1);
  for (std::size_t p = 0; p <= rods; ++p) high[p].x = static_cast<double>(p);
  low[cut.interface_rod(2)].x = -3e-20;
  low[cut.interface_rod(4) + 1].x = -5e-20;
  interface.linearise(high.data(), low.data());
  EXPECT_DOUBLE_EQ(interface.defect(2), 3e-20);
  EXPECT_EQ(interface.defect(3), 0.0);
  EXPECT_DOUBLE_EQ(interface.defect(4), -5e-20);
}

}  // namespace
}  // namespace taut::test
