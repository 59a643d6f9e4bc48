#include "io/drawing/svg.hpp"

#include <gtest/gtest.h>

namespace taut::io {
namespace {

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Svg, EscapesWhatXmlReserves) {
  EXPECT_EQ(escape_xml("a < b & \"c\" > d\x01"), "a &lt; b &amp; &quot;c&quot; &gt; d");
}

TEST(Svg, TellsScreenReadersWhatItShows) {
  const std::string svg = SvgCanvas(100, 50, "T & U", "what is seen").finish();
  EXPECT_TRUE(contains(svg, "viewBox=\"0 0 100 50\""));
  EXPECT_TRUE(contains(svg, "<title id=\"title\">T &amp; U</title>"));
  EXPECT_TRUE(contains(svg, "<desc id=\"desc\">what is seen</desc>"));
}

TEST(Svg, RoundsCoordinatesToATenthOfAPixel) {
  SvgCanvas canvas(10, 10, "", "");
  canvas.polyline({{1.0, -0.01}, {2.26, 3.5}}, {"#000000", 2.0});
  EXPECT_TRUE(contains(std::move(canvas).finish(), "points=\"1,0 2.3,3.5\""));
}

TEST(Svg, RaisesAndLowersPartsOfText) {
  SvgCanvas canvas(10, 10, "", "");
  canvas.text({1, 2}, "10^{3} K_{0}!", {.size = 10});
  EXPECT_TRUE(
      contains(std::move(canvas).finish(),
               ">10<tspan dy=\"-3.8\" font-size=\"7.2\">3</tspan><tspan dy=\"3.8\" font-size=\"10.0\"> K</tspan>"
               "<tspan dy=\"2.2\" font-size=\"7.2\">0</tspan><tspan dy=\"-2.2\" font-size=\"10.0\">!</tspan>"));
}

TEST(Svg, AccentsAreOneLetterWide) { EXPECT_DOUBLE_EQ(text_width("é", 10.0), text_width("e", 10.0)); }

}  // namespace
}  // namespace taut::io
