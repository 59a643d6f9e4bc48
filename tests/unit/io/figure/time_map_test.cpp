#include "io/figure/time_map.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "io/figure/portrait_figure.hpp"

namespace taut::io {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

TimeMap small_map() {
  return {.title = "Flips",
          .x_label = "a",
          .y_label = "b",
          .value_label = "time (s)",
          .x = {0.0, 1.0},
          .y = {0.0, 1.0},
          .columns = 3,
          .rows = 2,
          .times = {1.0, 2.0, 50.0, never, -1.0, -2.0},
          .longest = 50.0};
}

double luminance(const Rgb& c) { return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; }

TEST(Dusk, DarkensAllTheWay) {
  for (int k = 0; k < 100; ++k) EXPECT_GT(luminance(dusk(0.01 * k)), luminance(dusk(0.01 * (k + 1)))) << k;
  EXPECT_EQ(dusk(-3.0), dusk(0.0));
  EXPECT_EQ(dusk(7.0), dusk(1.0));
  EXPECT_EQ(hex({1, 171, 255}), "#01abff");
}

// The lowest row of the data is the lowest of the image.
TEST(TimeMap, ColoursTellTimesApart) {
  const Image image = draw(small_map());
  ASSERT_EQ(image.width, 3U);
  ASSERT_EQ(image.height, 2U);
  EXPECT_EQ(image.pixels[0], (Rgb{0, 0, 0}));        // never
  EXPECT_EQ(image.pixels[1], (Rgb{255, 255, 255}));  // impossible
  EXPECT_GT(luminance(image.pixels[3]), luminance(image.pixels[4]));
  EXPECT_GT(luminance(image.pixels[4]), luminance(image.pixels[5]));
  EXPECT_GT(luminance(image.pixels[5]), 10.0);  // late is not never
}

TEST(TimeMap, OfNothingButNever) {
  TimeMap map = small_map();
  map.times.assign(6, never);
  EXPECT_EQ(draw(map).pixels[0], (Rgb{0, 0, 0}));
  EXPECT_NE(render(map).find("never"), std::string::npos);
}

TEST(TimeMap, FigureHoldsTheImage) {
  const std::string svg = render(small_map());
  EXPECT_NE(svg.find("data:image/png;base64,iVBORw0KGgo"), std::string::npos);  // the signature of a PNG
  EXPECT_NE(svg.find("impossible"), std::string::npos);
}

TEST(Png, StartsAsAPngWithItsSize) {
  const std::string bytes = to_png(enlarged(draw(small_map()), 5));
  EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(bytes.substr(16, 8), std::string("\0\0\0\x0f\0\0\0\x0a", 8));  // 15 by 10, big-endian
}

TEST(Base64, OfEveryRemainder) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("\xff\xff\xff\xff"), "/////w==");
}

TEST(Portrait, DrawsEveryStart) {
  const std::string svg =
      render(Portrait{.title = "P", .labels = {"u", "v"}, .starts = {{{0.0, 0.0}, {1.0, 2.0}}, {}, {{0.5, 1.0}}}});
  EXPECT_NE(svg.find("3 crossings of a surface of section from 3 starts"), std::string::npos);
  std::size_t paths = 0;
  for (std::size_t at = svg.find("<path"); at != std::string::npos; at = svg.find("<path", at + 1)) ++paths;
  EXPECT_GE(paths, 2U);
}

}  // namespace
}  // namespace taut::io
