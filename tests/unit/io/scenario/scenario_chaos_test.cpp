#include <gtest/gtest.h>

#include "unit/io/scenario_support.hpp"

namespace taut::test {
namespace {

const std::string chaos = pendulum + R"toml(
[chaos.section]
on = ["pivot", "bob2"]
crossing = "x2 - x1"
direction = "down"
where = "vy2"
plot = ["y2", 3]
labels = ["height", "three"]
parameters = { k = 2.0 }
vary = { name = "s", from = 0.0, to = 1.0, count = 5 }
starts = [{ particle = "bob1", position = ["sin(s)", "-cos(s)"] }]

[chaos.map]
title = "time to a flip"
x = { name = "a", from = -180, to = 180, label = "upper" }
y = { name = "b", from = 0, to = 90 }
possible = "y2 + 1"
starts = [{ particle = 1, velocity = ["a", 0.5] }]
events = [{ crossing = "x1" }, { on = "bob1", crossing = "x", direction = "both" }]
)toml";

TEST(ScenarioChaos, ReadsASection) {
  const SectionSpec spec = *parse(chaos).section;
  EXPECT_EQ(spec.crossing.on, (std::vector<int>{0, 2}));
  EXPECT_EQ(spec.crossing.crossing, "x2 - x1");
  EXPECT_EQ(spec.crossing.direction, CrossingDirection::down);
  EXPECT_EQ(spec.crossing.where, "vy2");
  EXPECT_EQ(spec.plot[1], "3");
  EXPECT_EQ(spec.labels[0], "height");
  EXPECT_EQ(spec.vary.count, 5);
  ASSERT_EQ(spec.starts.size(), 1U);
  EXPECT_EQ(spec.starts[0].particle, 1);
  EXPECT_EQ(spec.starts[0].position[1], "-cos(s)");
  EXPECT_EQ(spec.starts[0].origin, "chaos.section.starts[0]");
}

TEST(ScenarioChaos, ReadsAMap) {
  const MapSpec spec = *parse(chaos).map;
  EXPECT_EQ(spec.title, "time to a flip");
  EXPECT_EQ(spec.x.label, "upper");
  EXPECT_EQ(spec.y.label, "b");
  EXPECT_EQ(spec.y.to, 90.0);
  EXPECT_EQ(spec.starts[0].velocity[0], "a");
  ASSERT_EQ(spec.events.size(), 2U);
  EXPECT_EQ(spec.events[0].on, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(spec.events[0].direction, CrossingDirection::up);
  EXPECT_EQ(spec.events[1].on, (std::vector<int>{1}));
}

TEST(ScenarioChaos, IsOptional) {
  EXPECT_FALSE(parse(pendulum).section);
  EXPECT_FALSE(parse(pendulum).map);
}

void expect_refusal(const std::string& from, const std::string& to, const std::string& key, const std::string& part) {
  const std::string sentence = refusal(replaced(chaos, from, to));
  EXPECT_NE(sentence.find(key), std::string::npos) << sentence;
  EXPECT_NE(sentence.find(part), std::string::npos) << sentence;
}

TEST(ScenarioChaos, RefusesWhatItDoesNotKnow) {
  expect_refusal("[chaos.map]", "[chaos.mpa]", "chaos.mpa", "did you mean");
  expect_refusal("where = ", "wheer = ", "chaos.section.wheer", "did you mean `where`?");
  expect_refusal("\"down\"", "\"left\"", "chaos.section.direction", "left");
  expect_refusal("[\"y2\", 3]", "[\"y2\"]", "chaos.section.plot", "2 formulas");
  expect_refusal("particle = \"bob1\"", "particle = \"bob9\"", "chaos.section.starts[0].particle", "bob9");
  expect_refusal("vary =", "#", "chaos.section.starts", "vary");
  expect_refusal("to = 180", "to = -180", "chaos.map.x.to", "another number");
  expect_refusal("name = \"b\"", "name = \"a\"", "chaos.map.y", "another name");
  expect_refusal("events = [", "#", "chaos.map.events", "there are none");
  expect_refusal("starts = [{ particle = 1", "#", "chaos.map.starts", "there are none");
}

}  // namespace
}  // namespace taut::test
