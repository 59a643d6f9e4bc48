#include "io/figure/heat_map.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

#include "io/drawing/colour_scale.hpp"
#include "io/drawing/raster.hpp"
#include "support/count.hpp"

namespace taut::io {
namespace {

using test::count;

HeatMap decaying(std::size_t n) {
  HeatMap map{.title = "E <40 beads>", .rows = n, .columns = n, .scale = Scale::logarithmic};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      map.values.push_back(std::pow(-0.2, std::abs(static_cast<double>(i) - static_cast<double>(j))));
  return map;
}

TEST(Raster, JoinsEqualCellsOfARow) {
  const Raster raster{2, 3, {0, 0, 1, -1, 1, 1}, {"#000000", "#ff0000"}};
  const std::string svg = raster_element(raster, {10, 20, 60, 40});
  EXPECT_EQ(count(svg, "<path stroke=\"#000000\" d=\"M0 0.5h2\"/>"), 1u);
  EXPECT_EQ(count(svg, "<path stroke=\"#ff0000\" d=\"M2 0.5h1M1 1.5h2\"/>"), 1u);
  EXPECT_EQ(count(svg, "translate(10.0 20.0) scale(20 20)"), 1u);
}

TEST(ColourScale, IsWhiteAtZeroAndFaithfulToTheSign) {
  EXPECT_EQ(colour_at(0.0), "#ffffff");
  EXPECT_EQ(colour_at(-0.6), "#0072b2");
  EXPECT_EQ(colour_at(0.6), "#d55e00");
  EXPECT_EQ(colour_at(2.0), colour_at(1.0));
}

TEST(ColourScale, LinearPositionsAreProportional) {
  const std::vector<double> values = {-2.0, 0.5, 4.0};
  const ColourScale scale(values, Scale::linear);
  EXPECT_TRUE(scale.has_negative());
  EXPECT_DOUBLE_EQ(scale.position(-2.0), -0.5);
  EXPECT_DOUBLE_EQ(scale.position(4.0), 1.0);
  EXPECT_DOUBLE_EQ(scale.position(0.0), 0.0);
}

TEST(ColourScale, LogarithmicPositionsCountDecades) {
  const std::vector<double> values = {1.0, -1e-2, 1e-3, 1e-4};
  const ColourScale scale(values, Scale::logarithmic);
  EXPECT_NEAR(scale.position(-1e-2), -0.5, 1e-14);
  EXPECT_NEAR(scale.position(1e-3), 0.25, 1e-14);
  EXPECT_EQ(scale.position(1e-4), 0.0);
  EXPECT_EQ(scale.position(0.0), 0.0);
}

TEST(ColourScale, LooksNoFurtherDownThanEightDecades) {
  const std::vector<double> values = {1.0, 1e-300};
  EXPECT_NEAR(ColourScale(values, Scale::logarithmic).smallest(), 1e-8, 1e-20);
}

TEST(ColourScale, OfNothingButZerosHasARange) {
  const std::vector<double> values = {0.0, 0.0};
  for (const Scale scale : {Scale::linear, Scale::logarithmic})
    EXPECT_EQ(ColourScale(values, scale).position(0.0), 0.0);
}

TEST(HeatMap, DrawsItsEntriesInTheirColours) {
  const std::string svg = render(HeatMap{.title = "M", .rows = 2, .columns = 2, .values = {3, 0, -3, 1.8}});
  EXPECT_EQ(count(svg, "<path stroke=\"" + colour_at(1.0) + "\" d=\"M0 0.5h1\"/>"), 2u);  // and atop the colour bar
  EXPECT_EQ(count(svg, "<path stroke=\"" + colour_at(-1.0) + "\" d=\"M0 1.5h1\"/>"), 1u);
  EXPECT_EQ(count(svg, "d=\"M1 1.5h1\"/>"), 1u);
  EXPECT_EQ(count(svg, "entries from -3 to 3"), 1u);
  EXPECT_EQ(count(svg, "strongest"), 0u);
}

TEST(HeatMap, SaysWhereItsColoursEnd) {
  const std::string svg = render(decaying(40));
  EXPECT_EQ(count(svg, "magnitudes up to 1e-08 are white"), 1u);
  EXPECT_EQ(count(svg, "E &lt;40 beads&gt;"), 2u);
  EXPECT_EQ(count(svg, ">−10<tspan"), 4u);
}

TEST(HeatMap, StaysSmallForLargeMatricesAndSaysHow) {
  HeatMap noise{.title = "N", .rows = 1000, .columns = 1000};
  for (std::size_t k = 0; k < 1000000; ++k) noise.values.push_back(std::sin(static_cast<double>(k * k % 7919)));
  const std::string svg = render(noise);
  EXPECT_LT(svg.size(), 500'000u);
  EXPECT_EQ(count(svg, "Each cell shows the strongest of 5 × 5 entries."), 2u);
  EXPECT_LT(render(decaying(1000)).size(), 100'000u);
}

TEST(HeatMap, KeepsALoneEntryOfALargeMatrix) {
  HeatMap map{.title = "N", .rows = 1000, .columns = 1000, .values = std::vector<double>(1000000, 0.0)};
  map.values[501 * 1000 + 777] = -1.0;
  EXPECT_EQ(count(render(map), "<path stroke=\"" + colour_at(-1.0) + "\" d=\"M155 100.5h1\"/>"), 1u);
}

}  // namespace
}  // namespace taut::io
