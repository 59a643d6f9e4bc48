#include "taut/crossing.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "observe/root.hpp"
#include "support/systems.hpp"
#include "taut/chaos.hpp"

namespace taut::test {
namespace {

SectionFinder finder_of(const Simulation& s, const CrossingSpec& spec) {
  SectionFinder finder =
      SectionFinder::make(*s.model, *s.forces, *s.plan, s.options, Crossing::make(*s.model, spec).value()).value();
  EXPECT_TRUE(finder.start(s.state).converged);
  return finder;
}

std::vector<State> crossings(SectionFinder& finder, std::int64_t steps) {
  std::vector<State> found;
  EXPECT_EQ(finder.advance(steps, [&](const State& state) { found.push_back(state); }), "");
  return found;
}

TEST(FindRoot, ReachesTheLastBit) {
  int calls = 0;
  const auto solve = [&](double a, double b, double (*f)(double)) {
    calls = 0;
    Bracket bracket{a, f(a), b, f(b)};
    EXPECT_TRUE(find_root(bracket, [&](double x, double& value) {
      ++calls;
      value = f(x);
      return true;
    }));
    return bracket.b;
  };
  EXPECT_NEAR(solve(0.0, 2.0, [](double x) { return std::cos(x); }), std::numbers::pi / 2.0, 1e-15);
  EXPECT_LT(calls, 12);
  EXPECT_NEAR(solve(0.0, 1.0, [](double x) { return x * x * x - 1e-9; }), 1e-3, 1e-18);
  EXPECT_NEAR(solve(-1.0, 3.0, [](double x) { return x < 0.3 ? -1.0 : 2.0; }), 0.3, 1e-15);  // a jump
  EXPECT_LT(calls, 120);
  EXPECT_EQ(solve(0.0, 1.0, [](double x) { return x - 1.0; }), 1.0);
}

// A pendulum swings through the vertical every half period; from 90 degrees at rest 2.3678419475762 s
// [science, section 5].
TEST(SectionFinder, FindsTheVerticalOfAPendulum) {
  const Simulation s =
      Simulation::started(make_pendulum({.degrees = {90.0}}), {.method = IntegratorMethod::kahan_li8, .step = 0.01});
  constexpr double period = 2.3678419475762;
  SectionFinder finder = finder_of(s, {.on = {1}, .crossing = "x", .direction = CrossingDirection::down});
  const std::vector<State> found = crossings(finder, 1000);
  ASSERT_EQ(found.size(), 4U);
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_NEAR(found[k].time, (0.25 + static_cast<double>(k)) * period, 1e-11);  // of order eight at this step
    EXPECT_LT(std::abs(found[k].position[1].x), 1e-14);
    EXPECT_NEAR(found[k].velocity[1].x, -std::sqrt(2.0 * g), 1e-11);
  }
}

// Repeating steps leaves the trajectory as it was.
TEST(SectionFinder, DoesNotDisturbTheTrajectory) {
  Simulation s = Simulation::started(make_pendulum({.degrees = {90.0, 90.0}}), {.step = 0.005});
  SectionFinder finder = finder_of(s, {.on = {0, 2}, .crossing = "x2 - x1", .direction = CrossingDirection::both});
  EXPECT_GE(crossings(finder, 400).size(), 1U);
  s.step(400);
  EXPECT_LT(largest_difference(finder.state().position, s.state.position), 1e-10);
}

TEST(SectionFinder, KnowsDirectionsAndConditions) {
  const Simulation s = Simulation::started(make_pendulum({.degrees = {90.0}}), {.step = 0.005});
  const auto count = [&](CrossingDirection direction, const char* where) {
    SectionFinder finder = finder_of(s, {.on = {1}, .crossing = "x", .direction = direction, .where = where});
    return crossings(finder, 1000).size();  // 5 s: quarters of 0.25, 0.75, 1.25, 1.75 periods
  };
  EXPECT_EQ(count(CrossingDirection::both, ""), 4U);
  EXPECT_EQ(count(CrossingDirection::up, ""), 2U);
  EXPECT_EQ(count(CrossingDirection::down, ""), 2U);
  EXPECT_EQ(count(CrossingDirection::both, "vx"), 2U);
  EXPECT_EQ(count(CrossingDirection::both, "y"), 0U);
}

TEST(SectionFinder, TellsJumpsFromCrossings) {
  System system = make_circle(1.0);
  const Simulation s = Simulation::started(system, {.step = 0.01});
  SectionFinder finder = finder_of(s, {.on = {1}, .crossing = "atan2(y, x)", .direction = CrossingDirection::both});
  EXPECT_EQ(crossings(finder, 700).size(), 1U);  // a turn takes 628 steps
  EXPECT_EQ(finder.jumps(), 1);
}

TEST(StateFormula, ReadsPositionsVelocitiesAndTime) {
  const Simulation s = Simulation::at_rest(make_circle(2.0), {.step = 0.1});
  const auto value = [&](std::vector<int> on, const char* text) {
    State state = s.state;
    state.time = 7.0;
    return StateFormula::make(*s.model, on, text, {{"k", 3.0}}, "key").value().value(state);
  };
  EXPECT_EQ(value({1}, "x + 10*vy + k*t"), 1.0 - 20.0 + 21.0);
  EXPECT_EQ(value({0, 1}, "x1 + 100*x2 + vy2"), 98.0);
  const std::vector<int> on = {1};
  const Expected<StateFormula> wrong = StateFormula::make(*s.model, on, "x + vw", {}, "chaos.section.crossing");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().key, "chaos.section.crossing");
  EXPECT_NE(wrong.error().message.find("vw"), std::string::npos);
  EXPECT_FALSE(StateFormula::make(*s.model, on, "z", {}, ""));  // in the plane
}

TEST(StartFamily, MovesWhatItsFormulasSay) {
  const Simulation s = Simulation::at_rest(make_circle(2.0), {.step = 0.1});
  const StartFamily family =
      StartFamily::make(*s.model, {"a", "b"},
                        {{.particle = 1, .position = {"cos(a)", "", ""}, .velocity = {"", "b*k", ""}}}, {{"k", 2.0}})
          .value();
  const State state = family.at(std::array{0.5, 3.0});
  EXPECT_EQ(state.position[1], (Vec3{std::cos(0.5), 0.0, 0.0}));
  EXPECT_EQ(state.velocity[1], (Vec3{0.0, 6.0, 0.0}));
  EXPECT_EQ(state.position[0], s.state.position[0]);
  const Expected<StartFamily> wrong = StartFamily::make(
      *s.model, {"a"}, {{.particle = 1, .position = {"", "q", ""}, .velocity = {}, .origin = "here"}}, {});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().key, "here.position[1]");
}

TEST(FitDivergence, FindsRateAndMemory) {
  std::vector<double> times, distances;
  for (int k = 0; k <= 400; ++k) {
    times.push_back(0.1 * k);
    distances.push_back(std::min(1e-9 * std::exp(0.9 * times.back()), 2.0));
  }
  const std::optional<DivergenceFit> fit = fit_divergence(times, distances);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->rate, 0.9, 1e-12);
  EXPECT_NEAR(fit->at_zero, std::log(1e-9), 1e-11);
  EXPECT_NEAR(fit->memory, std::log(0.2e9) / 0.9, 0.1);
  for (double& distance : distances) distance = 1e-9;
  EXPECT_FALSE(fit_divergence(times, distances));
}

}  // namespace
}  // namespace taut::test
