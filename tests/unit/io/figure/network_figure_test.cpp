#include "io/figure/network_figure.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "support/count.hpp"

namespace taut::io {
namespace {

using test::count;

// A fixed particle, a rod to the right, a spring upwards; the rod's end is pulled along x.
NetworkFigure corner(double moved, int dimension = 2) {
  return {.title = "Corner <1>",
          .description = "Pulled along x.",
          .dimension = dimension,
          .rest = {{0, 0, 0}, {2, 0, 0}, {0, 2, 1}},
          .displacement = {{0, 0, 0}, {moved, 0, 0}, {0, 0.5 * moved, 0}},
          .rods = {{0, 1}},
          .springs = {{0, 2}},
          .fixed = {0},
          .force = {{0, 0, 0}, {3, 0, 0}, {0, 0, 0}}};
}

TEST(NetworkFigure, MagnifiesByARoundFactorThatItStates) {
  EXPECT_DOUBLE_EQ(magnification(corner(1e-3)), 100.0);  // at least 5 % of a size of 2
  EXPECT_DOUBLE_EQ(magnification(corner(0.9e-3)), 200.0);
  const std::string svg = render(corner(1e-3));
  EXPECT_EQ(count(svg, ">deformed, displacements × 100</text>"), 1u);
  EXPECT_EQ(count(svg, "Pulled along x. A network of 3 particles, 1 rods and 1 springs"), 1u);
}

TEST(NetworkFigure, DrawsBothStatesFixedParticlesAndForces) {
  const std::string svg = render(corner(1e-3));
  EXPECT_EQ(count(svg, "<path fill=\"none\" stroke=\"#b0b0b0\""), 2u);  // rods, springs
  EXPECT_EQ(count(svg, "<path fill=\"none\" stroke=\"#0072B2\""), 2u);
  EXPECT_EQ(count(svg, "<polygon fill=\"#222222\""), 2u);  // in the legend and in the panel
  EXPECT_EQ(count(svg, "<polygon fill=\"#D55E00\""), 2u);
  EXPECT_EQ(count(svg, "Corner &lt;1&gt;"), 2u);
}

TEST(NetworkFigure, ShowsTheShiftThatItStates) {
  NetworkFigure figure = corner(1e-3);
  figure.springs.clear();
  const std::string svg = render(figure);
  const auto end_of = [&](std::string_view stroke) {
    const std::size_t from = svg.find(std::string("<path fill=\"none\" stroke=\"") + std::string(stroke));
    const std::size_t last = svg.find('L', svg.find(" d=\"", from));
    return std::stod(svg.substr(last + 1));
  };
  const auto start = std::stod(svg.substr(svg.find(" d=\"M") + 5));
  const double rod = end_of("#b0b0b0") - start, shift = end_of("#0072B2") - end_of("#b0b0b0");
  EXPECT_NEAR(shift / rod, 100 * 1e-3 / 2.0, 0.2 / rod);  // coordinates are rounded to 0.1 pixels
}

TEST(NetworkFigure, ShowsSpaceFromTwoSides) {
  const std::string svg = render(corner(1e-3, 3));
  EXPECT_EQ(count(svg, "<clipPath"), 2u);
  EXPECT_EQ(count(svg, ">z</text>"), 1u);
}

TEST(NetworkFigure, ANetworkThatDoesNotMoveIsDrawnTrueToScale) {
  NetworkFigure figure = corner(0.0);
  figure.force.clear();
  const std::string svg = render(figure);
  EXPECT_EQ(count(svg, "deformed, true to scale</text>"), 1u);
  EXPECT_EQ(count(svg, "nan") + count(svg, "inf"), 0u);
  EXPECT_EQ(count(svg, ">force<"), 0u);
}

}  // namespace
}  // namespace taut::io
