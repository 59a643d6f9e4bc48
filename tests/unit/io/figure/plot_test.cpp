#include "io/figure/plot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <string_view>

#include "support/count.hpp"

namespace taut::io {
namespace {

using test::count;

// What a decay along a chain looks like: an exact line, means with errors, printed numbers.
Plot decay(std::vector<double> means, std::vector<double> errors) {
  std::vector<double> distance, exact;
  for (std::size_t d = 0; d < means.size(); ++d) {
    distance.push_back(static_cast<double>(d));
    exact.push_back(0.66 * std::pow(0.2, static_cast<double>(d)));
  }
  return {.title = "Decay",
          .y_scale = Scale::logarithmic,
          .series = {{"exact", distance, exact},
                     {"mean", distance, std::move(means), Mark::disc, std::move(errors)},
                     {"printed", {0.0, 1.0}, {0.66, 0.13}, Mark::cross}}};
}

bool has_bar_to_the_bottom(const std::string& svg) {  // 640 less the bottom margin
  return std::regex_search(svg, std::regex("stroke=\"#D55E00\" stroke-width=\"2\"[^/]*,556\"/>"));
}

TEST(PlotPoints, EveryPointHasADiscAndABar) {
  const std::string svg = render(decay({0.66, 0.13, 0.026}, {0.01, 0.005, 0.003}));
  EXPECT_EQ(count(svg, "<circle"), 3u + 1u);                                         // and the legend's
  EXPECT_EQ(count(svg, "stroke=\"#D55E00\" stroke-width=\"2\""), 3u * 3u);           // a bar and two caps each
  EXPECT_EQ(count(svg, "stroke=\"#009E73\" stroke-width=\"2.5\""), (2u + 1u) * 2u);  // two strokes a cross
  EXPECT_EQ(count(svg, "not positive"), 0u);
  EXPECT_FALSE(has_bar_to_the_bottom(svg));
}

TEST(PlotPoints, ABarThatReachesZeroEndsAtTheBottomOfALogarithmicFrame) {
  const std::string svg = render(decay({0.66, 0.13, 0.026}, {0.01, 0.005, 0.1}));
  EXPECT_EQ(count(svg, "stroke=\"#D55E00\" stroke-width=\"2\""), 3u * 3u - 1u);  // one cap less
  EXPECT_TRUE(has_bar_to_the_bottom(svg));
  EXPECT_EQ(count(svg, "nan") + count(svg, "inf"), 0u);
}

TEST(PlotPoints, AMeanBelowZeroIsSaidAndItsBarDrawn) {
  const std::string svg = render(decay({0.66, 0.13, -0.002}, {0.01, 0.005, 0.01}));
  EXPECT_EQ(count(svg, "<circle"), 2u + 1u);
  EXPECT_EQ(count(svg, "stroke=\"#D55E00\" stroke-width=\"2\""), 3u * 3u - 1u);
  EXPECT_EQ(count(svg, ">1 mean is not positive: only the bar is drawn</text>"), 1u);
}

TEST(PlotPoints, WithoutAPositiveMeanNothingBreaks) {
  Plot plot = decay({-1, 0, -1}, {0.5, 0.0, 0.5});
  plot.series.erase(plot.series.begin());
  plot.series.pop_back();
  const std::string svg = render(plot);
  EXPECT_EQ(count(svg, "nan") + count(svg, "inf"), 0u);
  EXPECT_EQ(count(svg, ">3 means are not positive: only the bar is drawn</text>"), 1u);
}

TEST(PlotPoints, ALinearScaleShowsWholeBars) {
  const Plot plot{.title = "P", .series = {{"", {0, 1}, {0, 1}, Mark::disc, {2, 2}}}};
  const std::string svg = render(plot);
  EXPECT_EQ(count(svg, ">−2<"), 1u);
  EXPECT_EQ(count(svg, ">3<"), 1u);
  EXPECT_EQ(count(svg, "stroke=\"#0072B2\" stroke-width=\"2\""), 2u * 3u);
}

}  // namespace
}  // namespace taut::io
