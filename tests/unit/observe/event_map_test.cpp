#include "taut/event_map.hpp"

#include <gtest/gtest.h>

#include "support/systems.hpp"

namespace taut::test {
namespace {

// Both angles of a double pendulum, released from rest; the event is either rod through the upward vertical.
MapSpec flips() {
  const auto event = [](int lower, int upper) {
    return CrossingSpec{
        .on = {lower, upper}, .crossing = "x2 - x1", .direction = CrossingDirection::both, .where = "y2 - y1"};
  };
  return {.x = {"a", -3.0, 3.0},
          .y = {"b", -3.0, 3.0},
          .starts = {{.particle = 1, .position = {"sin(a)", "-cos(a)", ""}},
                     {.particle = 2, .position = {"sin(a) + sin(b)", "-cos(a) - cos(b)", ""}}},
          .events = {event(0, 1), event(1, 2)},
          .possible = "y2 + y3 + 1"};
}

constexpr double step = 5e-3;

EventMap make_map(std::size_t columns, std::size_t rows, double time, const MapSpec& spec = flips()) {
  const System system = make_pendulum({.degrees = {90.0, 90.0}});
  const Model model = system.model.build().value();
  return EventMap::make(model, system.forces, {}, {.step = step}, spec, columns, rows,
                        static_cast<std::int64_t>(time / step))
      .value();
}

std::vector<double> times_of(const EventMap& map) {
  std::vector<double> times(map.pixels(), not_known);
  for (std::size_t batch = 0; batch < map.batches(); ++batch) EXPECT_TRUE(map.run(batch, times));
  return times;
}

// The same by one trajectory at a time, with exact crossings.
double time_alone(double a, double b, double time) {
  System system = make_pendulum({.degrees = {a / degree, b / degree}});
  const Simulation s = Simulation::started(system, {.step = step});
  double first = no_event;
  for (const CrossingSpec& event : flips().events) {
    SectionFinder finder =
        SectionFinder::make(*s.model, *s.forces, *s.plan, s.options, Crossing::make(*s.model, event).value()).value();
    EXPECT_TRUE(finder.start(s.state).converged);
    const auto found = [&](const State& state) { first = std::min(first, state.time); };
    EXPECT_EQ(finder.advance(static_cast<std::int64_t>(time / step), found), "");
  }
  return first;
}

TEST(EventMap, AgreesWithSingleTrajectories) {
  constexpr double time = 4.0;
  const EventMap map = make_map(9, 7, time);
  const std::vector<double> times = times_of(map);
  int events = 0;
  for (std::size_t pixel = 0; pixel < times.size(); ++pixel) {
    const auto [a, b] = map.parameters(pixel);
    if (2.0 * std::cos(a) + std::cos(b) >= 1.0) {
      EXPECT_EQ(times[pixel], no_start);
      continue;
    }
    const double alone = time_alone(a, b, time);
    if (alone == no_event) {
      EXPECT_EQ(times[pixel], no_event);
    } else {
      EXPECT_NEAR(times[pixel], alone, 0.2 * step);  // a straight line within the step
      ++events;
    }
  }
  EXPECT_GT(events, 10);
}

// Symmetric: left and right are alike.
TEST(EventMap, IsSymmetric) {
  const EventMap map = make_map(16, 16, 2.0);
  const std::vector<double> times = times_of(map);
  for (std::size_t pixel = 0; pixel < times.size(); ++pixel) {
    if (times[pixel] == no_event)
      EXPECT_EQ(times[times.size() - 1 - pixel], no_event);
    else
      EXPECT_NEAR(times[pixel], times[times.size() - 1 - pixel], 1e-6);  // rounding, grown for two seconds
  }
}

// Whoever computes a batch, and in what order.
TEST(EventMap, BatchesDoNotDependOnEachOther) {
  const EventMap map = make_map(64, 80, 0.5);
  ASSERT_EQ(map.batches(), 3U);
  const std::vector<double> forwards = times_of(map);
  std::vector<double> backwards(map.pixels(), not_known);
  for (std::size_t batch = map.batches(); batch-- > 0;) ASSERT_TRUE(map.run(batch, backwards));
  EXPECT_EQ(forwards, backwards);
}

TEST(EventMap, StopsWhenAsked) {
  const EventMap map = make_map(4, 4, 10.0);
  std::vector<double> times(map.pixels());
  const std::atomic<bool> stop = true;
  EXPECT_FALSE(map.run(0, times, &stop));
}

// A start that no solve brings onto the constraints is marked, and the others go on.
TEST(EventMap, MarksWhatCannotBeComputed) {
  MapSpec spec = flips();
  spec.possible.clear();
  spec.starts[1].position = {"sin(a) + sin(b)/max(0, sgn(a))", "-cos(a) - cos(b)", ""};  // infinite to the left
  const std::vector<double> times = times_of(make_map(4, 2, 1.0, spec));
  for (std::size_t pixel = 0; pixel < times.size(); ++pixel)
    EXPECT_EQ(times[pixel] == not_known, pixel % 4 < 2) << pixel;
}

TEST(EventMap, RefusesWrongFormulas) {
  const System system = make_pendulum({.degrees = {90.0, 90.0}});
  const Model model = system.model.build().value();
  MapSpec spec = flips();
  spec.possible = "y2 + q";
  spec.origin = "chaos.map";
  const Expected<EventMap> map = EventMap::make(model, system.forces, {}, {.step = step}, spec, 2, 2, 10);
  ASSERT_FALSE(map);
  EXPECT_EQ(map.error().key, "chaos.map.possible");
}

// Each copy by itself, from its start to its event or its end, whichever others are stepped with it.
TEST(EventMap, ShowsEveryCopyByItself) {
  constexpr double time = 1.0;
  const EventMap map = make_map(5, 4, time);
  std::vector<double> times(map.pixels(), not_known), last(map.pixels(), -1.0);
  std::vector<int> starts(map.pixels(), 0);
  const auto watch = [&](std::size_t pixel, const State& state) {
    EXPECT_EQ(state.position.size(), 3u);
    if (state.step == 0) ++starts[pixel];
    EXPECT_NEAR(norm(state.position[1] - state.position[0]), 1.0, 1e-9);  // its own rod
    last[pixel] = state.time;
  };
  for (std::size_t batch = 0; batch < map.batches(); ++batch) EXPECT_TRUE(map.run(batch, times, nullptr, watch));
  EXPECT_EQ(times, times_of(map));
  for (std::size_t pixel = 0; pixel < times.size(); ++pixel) {
    EXPECT_EQ(starts[pixel], times[pixel] == no_start ? 0 : 1);
    if (times[pixel] == no_start) continue;
    const double end = times[pixel] == no_event ? time : times[pixel];
    EXPECT_GE(last[pixel], end - 1e-9);
    EXPECT_LE(last[pixel], end + step);
  }
}

}  // namespace
}  // namespace taut::test
