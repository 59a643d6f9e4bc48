// Chaos: what a tangent vector costs beside the step that carries it, and the map of flips of the double pendulum.
#include "taut/chaos.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <numbers>

#include "base/parallel.hpp"
#include "case.hpp"
#include "measure.hpp"
#include "taut/event_map.hpp"

namespace taut::bench {
namespace {

constexpr double step = 5e-3;

const ForceSpecs gravity = {.gravity = {0.0, -9.81, 0.0}};

// Both rods horizontal.
Model double_pendulum() {
  ModelBuilder builder(2);
  builder.add(ParticleSpec{.fixed = true});
  for (int bob = 1; bob <= 2; ++bob) {
    builder.add(ParticleSpec{.position = {static_cast<double>(bob), 0.0, 0.0}});
    builder.add(DistanceSpec{.i = bob - 1, .j = bob, .length = 1.0});
  }
  return std::move(builder.build().value());
}

// A step with one tangent vector over the same without.
Case tangent_case() {
  const Model model = double_pendulum();
  const ForceField forces = ForceField::make(model, gravity).value();
  const Plan plan = Plan::make(model, {}).value();
  Lyapunov lyapunov = std::move(Lyapunov::make(model, forces, plan, {.step = step}, {}).value());
  Flow plain = std::move(Flow::make(model, forces, plan, {.step = step}).value());
  State state = initial_state(model);
  if (!lyapunov.start(state).converged || !plain.place(state).converged) throw InputError("no start");
  Case result{.name = "double pendulum, RATTLE with a tangent vector", .unit = "step", .ns = 1e300};
  double alone = 1e300;
  for (int sample = 0; sample < 10; ++sample) {
    result.ns = std::min(result.ns, fastest(1, 1, [&] { static_cast<void>(lyapunov.advance(20'000)); }) / 20'000);
    alone =
        std::min(alone, fastest(1, 20'000, [&] { static_cast<void>(plain.advance(state, state.time + step, step)); }));
  }
  result.ratios = {{"the step alone", result.ns / alone}};
  return result;
}

MapSpec flips() {
  const auto event = [](int lower, int upper) {
    return CrossingSpec{
        .on = {lower, upper}, .crossing = "x2 - x1", .direction = CrossingDirection::both, .where = "y2 - y1"};
  };
  return {.x = {"a", -std::numbers::pi, std::numbers::pi},
          .y = {"b", -std::numbers::pi, std::numbers::pi},
          .starts = {{.particle = 1, .position = {"sin(a)", "-cos(a)", ""}},
                     {.particle = 2, .position = {"sin(a) + sin(b)", "-cos(a) - cos(b)", ""}}},
          .events = {event(0, 1), event(1, 2)},
          .possible = "y2 + y3 + 1"};
}

// Wall-clock time of the whole map on two threads; it must not exceed two minutes.
Case map_case() {
  constexpr std::size_t side = 512;
  constexpr double time = 50.0, longest = 120.0;
  const EventMap map = EventMap::make(double_pendulum(), gravity, {}, {.step = step}, flips(), side, side,
                                      static_cast<std::int64_t>(time / step))
                           .value();
  std::vector<double> times(map.pixels());
  const Unpinned all_cores;
  ThreadTeam team(2);
  std::atomic<std::size_t> next = 0;
  const auto begun = std::chrono::steady_clock::now();
  team.run([&](int /*thread*/) {
    for (std::size_t batch = next++; batch < map.batches(); batch = next++) static_cast<void>(map.run(batch, times));
  });
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return {.name = fmt::format("flips of the double pendulum, {0} x {0} starts, {1} s, two threads", side, time),
          .unit = "start",
          .ns = 1e9 * seconds / static_cast<double>(map.pixels()),
          .ratios = {{"two minutes", seconds / longest}},
          .limit = 1.0};
}

}  // namespace

std::vector<Case> chaos_cases() { return {tangent_case(), map_case()}; }

}  // namespace taut::bench
