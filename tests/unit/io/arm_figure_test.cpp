#include "io/arm_figure.hpp"

#include <gtest/gtest.h>

#include "io/obstacle_outline.hpp"

namespace taut::io {
namespace {

Arm two_links(int dimension) {
  ArmBuilder builder(dimension);
  builder.add_link(1.0, -3.0, 3.0, 0.05);
  builder.add_link(1.0, -3.0, 3.0, 0.05);
  return builder.build().value();
}

ArmFigure moving_figure(int dimension, int poses) {
  const Arm arm = two_links(dimension);
  ArmFigure figure{.title = "An <arm>", .dimension = dimension};
  for (int k = 0; k < poses; ++k) {
    std::vector<double> values(static_cast<std::size_t>(arm.value_count()), 0.01 * k);
    figure.poses.push_back(pose_of(arm, values));
    figure.hand.push_back(hand_frame(arm, values).place);
  }
  figure.wanted = {figure.hand.front(), figure.hand.back()};
  figure.obstacles = {{.shape = BallShape{{1.0, 1.0, 0.0}, 0.2}}};
  return figure;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(ArmFigure, StillShowsSomePosesAndSpaceFromTwoSides) {
  const std::string plane = render_still(moving_figure(2, 40)), space = render_still(moving_figure(3, 40));
  EXPECT_EQ(count(plane, "<animate"), 0u);
  EXPECT_EQ(count(plane, "clip-path="), 1u);
  EXPECT_EQ(count(space, "clip-path="), 2u);
  EXPECT_NE(plane.find("An &lt;arm&gt;"), std::string::npos);
  EXPECT_EQ(count(plane, "<polygon"), 3u);  // the obstacle, the base and its mark in the legend
}

TEST(ArmFigure, AnimationMovesEveryLimbJointAndTheHand) {
  const std::string plane = render_animation(moving_figure(2, 40));
  EXPECT_EQ(count(plane, "<animate"), 2u * 4u + 3u * 2u);
  // As many times as values, rising from 0 to 1: players refuse anything else.
  const std::size_t times_at = plane.find("keyTimes=\"") + 10, values_at = plane.find("values=\"") + 8;
  const std::string times = plane.substr(times_at, plane.find('"', times_at) - times_at);
  const std::string values = plane.substr(values_at, plane.find('"', values_at) - values_at);
  EXPECT_EQ(count(times, ";"), count(values, ";"));
  EXPECT_EQ(times.substr(0, 2), "0;");
  EXPECT_EQ(times.substr(times.size() - 2), ";1");
}

TEST(ArmFigure, LongMotionsAreThinnedForTheAnimation) {
  EXPECT_LT(render_animation(moving_figure(2, 5000)).size(), 60000u);
}

TEST(ArmFigure, OnePoseIsEnough) {
  EXPECT_NE(render_still(moving_figure(2, 1)).find("</svg>"), std::string::npos);
  EXPECT_NE(render_animation(moving_figure(2, 1)).find("</svg>"), std::string::npos);
}

TEST(ArmFigure, OutlinesOfBoxesAreWhatTheViewSees) {
  const Obstacle box{.shape = BoxShape{{{1.0, 2.0, 3.0}, {}}, {0.5, 0.25, 2.0}}};
  const std::vector<Point> side = outline(box, views(3)[0]), above = outline(box, views(3)[1]);
  EXPECT_EQ(side.size(), 4u);
  EXPECT_EQ(above.size(), 4u);
  EXPECT_EQ(side[0].y, 1.0);    // z from 1 to 5
  EXPECT_EQ(above[0].y, 1.75);  // y from 1.75 to 2.25
}

}  // namespace
}  // namespace taut::io
