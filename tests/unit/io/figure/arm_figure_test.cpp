#include "io/figure/arm_figure.hpp"

#include <gtest/gtest.h>

#include "io/figure/obstacle_outline.hpp"
#include "support/count.hpp"

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
  ArmFigure figure{.title = "An <arm>", .dimension = dimension, .hands = {{}}};
  for (int k = 0; k < poses; ++k) {
    std::vector<double> values(static_cast<std::size_t>(arm.value_count()), 0.01 * k);
    figure.poses.push_back(pose_of(arm, values));
    figure.hands.front().places.push_back(hand_frame(arm, values).place);
  }
  DrawnHand& hand = figure.hands.front();
  hand.wanted = {hand.places.front(), hand.places.back()};
  figure.obstacles = {{.shape = BallShape{{1.0, 1.0, 0.0}, 0.2}}};
  return figure;
}

using test::count;

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
  const ArmFigure figure = moving_figure(2, 5000);
  EXPECT_LT(render_animation(figure).size(), render_still(figure).size() + 60000u);  // it holds the still as well
}

// Those who asked their system for less motion see the still in its place.
TEST(ArmFigure, AnimationHoldsAStillForThoseWhoDoNotWantMotion) {
  const std::string plane = render_animation(moving_figure(2, 40)), space = render_animation(moving_figure(3, 40));
  for (const auto& [text, panels] : {std::pair(plane, 1u), std::pair(space, 2u)}) {
    EXPECT_EQ(count(text, "prefers-reduced-motion"), 1u);
    EXPECT_EQ(count(text, "<g class=\"still\">"), panels);
    EXPECT_EQ(count(text, "<g class=\"moving\">"), panels);
    EXPECT_EQ(count(text, "<g"), count(text, "</g>"));
  }
  EXPECT_EQ(count(render_still(moving_figure(2, 40)), "<style>"), 0u);
}

TEST(ArmFigure, OfVeryManyLimbsStaysSmallEnoughForABrowser) {
  ArmBuilder builder(2);
  for (int k = 0; k < 5000; ++k) builder.add_link(1.0, -3.0, 3.0);
  const Arm arm = builder.build().value();
  ArmFigure figure{.title = "Many", .dimension = 2, .hands = {{}}};
  for (int k = 0; k < 50; ++k) {
    const std::vector<double> values(5000, 1e-4 * k);
    figure.poses.push_back(pose_of(arm, values));
    figure.hands.front().places.push_back(hand_frame(arm, values).place);
  }
  EXPECT_LT(render_still(figure).size(), 5'000'000u);
  EXPECT_LT(render_animation(figure).size(), 12'000'000u);
}

TEST(ArmFigure, SlidersAreJoinedToWhereTheyComeFrom) {
  ArmBuilder builder(2, {{1.0, 2.0, 0.0}, {}});
  builder.add(JointSpec{.kind = JointKind::slider, .axis = {1.0, 0.0, 0.0}, .lower = 0.0, .upper = 3.0});
  builder.add(LimbSpec{.joint = 0, .to = {0.0, 1.0, 0.0}});
  builder.add(HandSpec{.joint = 0, .frame = {{0.0, 1.0, 0.0}, {}}});
  const std::vector<double> values = {2.5};
  const Arm arm = builder.build().value();
  const ArmPose pose = pose_with_rails(arm, values);
  ASSERT_EQ(pose.size(), 2u);
  EXPECT_EQ(pose[1].from, (Vec3{1.0, 2.0, 0.0}));
  EXPECT_EQ(pose[1].to, (Vec3{3.5, 2.0, 0.0}));
  EXPECT_TRUE(pose[1].is_rail);
  EXPECT_EQ(pose_of(arm, values).size(), 1u);
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
