#include "io/figure/figures.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "io/figure/path_figure.hpp"
#include "support/count.hpp"

namespace taut::io {
namespace {

using test::count;

TEST(EnergyFigure, ShowsTheErrorOverItsScale) {
  const Plot plot =
      energy_figure({.title = "P", .time_unit = "s", .time = {0, 1}, .total = {-4, -3}, .initial = -4, .scale = 8});
  EXPECT_EQ(plot.series[0].y, (std::vector<double>{0.0, 0.125}));
  EXPECT_EQ(plot.x_label, "time (s)");
  EXPECT_EQ(count(render(plot), "largest deviation is 0.12"), 1u);
}

TEST(EnergyFigure, SpeaksOfAnErrorOnlyWhereEnergyIsConserved) {
  const EnergyHistory history{.title = "P", .time = {0, 1}, .total = {1, 1}, .initial = 1};
  EXPECT_EQ(energy_figure(history).title, "P: energy error");
  EnergyHistory falling = history;
  falling.conserved = false;
  EXPECT_EQ(energy_figure(falling).title, "P: energy change");
}

TEST(EnergyFigure, DoesNotMagnifyRoundingErrors) {
  const std::string svg = render(energy_figure({.title = "P", .time = {0, 1}, .total = {1, 1}, .initial = 1}));
  EXPECT_EQ(count(svg, ">×10<tspan"), 1u);
}

TEST(ConstraintFigure, DrawsZerosBelowTheSmallestError) {
  const Plot plot = constraint_figure(
      {.title = "P", .time = {0, 1}, .position_error = {0, 3e-15}, .velocity_error = {2e-14, 0}, .tolerance = 1e-12});
  EXPECT_DOUBLE_EQ(plot.series[0].y[0], 1.5e-16);
  EXPECT_DOUBLE_EQ(plot.series[0].y[1], 3e-15);
  EXPECT_DOUBLE_EQ(plot.series[1].y[1], 1.5e-16);
  EXPECT_DOUBLE_EQ(plot.reference->value, 1e-12);
}

TEST(ConstraintFigure, SurvivesARunWithoutErrors) {
  const std::string svg =
      render(constraint_figure({.title = "P", .time = {0, 1}, .position_error = {0, 0}, .velocity_error = {0, 0}}));
  EXPECT_EQ(count(svg, "nan"), 0u);
  EXPECT_EQ(count(svg, "inf"), 0u);
}

TEST(Plot, StaysSmallForLongRuns) {
  Series series{"noise", {}, {}};
  for (int i = 0; i < 1000000; ++i) {
    series.x.push_back(i);
    series.y.push_back((i % 1000) * 7919 % 1000);
  }
  EXPECT_LT(render(Plot{.title = "P", .series = {series}}).size(), 100'000u);
}

PathFigure pendulum(int dimension) {
  return {.title = "P",
          .dimension = dimension,
          .paths = {{"bob <1>", {{1, 0, 0}, {0, -1, -1}}}},
          .rods = {{{0, 0, 0}, {0, -1, -1}}},
          .fixed = {{0, 0, 0}}};
}

TEST(PathFigure, NamesItsPathsAndMarksFixedPoints) {
  const std::string svg = render(pendulum(2));
  EXPECT_EQ(count(svg, ">bob &lt;1&gt;</text>"), 1u);
  EXPECT_EQ(count(svg, "<polygon"), 2u);  // in the legend and in the panel
  EXPECT_EQ(count(svg, "<clipPath"), 1u);
}

TEST(PathFigure, ShowsSpaceFromTwoSides) {
  const std::string svg = render(pendulum(3));
  EXPECT_EQ(count(svg, "<clipPath"), 2u);
  EXPECT_EQ(count(svg, ">z</text>"), 1u);
}

TEST(PathFigure, AParticleAtRestIsAPoint) {
  const std::string svg = render(PathFigure{.title = "P", .paths = {{"bob", {{1, 1, 1}, {1, 1, 1}}}}});
  EXPECT_EQ(count(svg, "nan"), 0u);
  EXPECT_EQ(count(svg, "inf"), 0u);
}

TEST(PathFigure, StaysSmallForLongPaths) {
  PathFigure figure{.title = "P", .paths = {}};
  for (int k = 0; k < 8; ++k) {
    figure.paths.push_back({"p", {}});
    for (int i = 0; i < 4000; ++i)
      figure.paths.back().points.push_back({(i * 7919) % 1000 / 1.0, (i * 31 + k) % 977 / 1.0, 0});
  }
  EXPECT_LT(render(figure).size(), 300'000u);
}

}  // namespace
}  // namespace taut::io
