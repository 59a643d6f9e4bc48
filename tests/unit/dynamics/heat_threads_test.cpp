// Same seed, same bits, on one thread or two, also where a run goes on with other threads than it began with: for all
// that is random, in lanes, with either measure, and for thermostats.
#include <gtest/gtest.h>

#include "support/heat.hpp"
#include "support/resume.hpp"

namespace taut::test {
namespace {

struct Case {
  const char* name;
  IntegratorOptions options;
  double drag = 0.0;
};

std::vector<Case> cases() {
  const auto random = [](IntegratorMethod method, Measure measure) {
    const bool walks = method == IntegratorMethod::random_walk;
    return IntegratorOptions{.method = method,
                             .step = 0.05,
                             .temperature = walks ? 0.0 : 1.0,
                             .kick = walks ? 0.1 : 0.0,
                             .measure = measure};
  };
  const auto bath = [](ThermostatMethod method) {
    return IntegratorOptions{.step = 0.01,
                             .thermostat = {.method = method, .temperature = 1.3, .time_constant = 0.05, .seed = 5}};
  };
  return {{"random_walk", random(IntegratorMethod::random_walk, Measure::rigid)},
          {"brownian", random(IntegratorMethod::brownian, Measure::rigid), 1.0},
          {"brownian_uniform", random(IntegratorMethod::brownian, Measure::uniform), 1.0},
          {"langevin", random(IntegratorMethod::langevin, Measure::rigid), 1.0},
          {"langevin_uniform", random(IntegratorMethod::langevin, Measure::uniform), 1.0},
          {"hmc", random(IntegratorMethod::hmc, Measure::rigid)},
          {"hmc_uniform", random(IntegratorMethod::hmc, Measure::uniform)},
          {"rescale", bath(ThermostatMethod::rescale)},
          {"andersen", bath(ThermostatMethod::andersen)},
          {"nose_hoover", bath(ThermostatMethod::nose_hoover)}};
}

class HeatThreads : public testing::TestWithParam<Case> {
 protected:
  Simulation with(int threads) const {
    System system = make_chains(300, {.beads = 5, .dimension = 3});
    if (GetParam().drag > 0.0) system.forces.drags = {{.on = {}, .coefficient = GetParam().drag}};
    IntegratorOptions options = GetParam().options;
    options.threads = threads;
    return Simulation::started(system, options);
  }
};

TEST_P(HeatThreads, ChangeNoBit) {
  Simulation one = with(1), two = with(2);
  ASSERT_EQ(two.integrator->threads(), 2);
  const State start = one.state;
  one.step(6);
  two.step(6);
  expect_same(one.state, two.state);
  EXPECT_NE(one.state.position, start.position);
}

TEST_P(HeatThreads, MayChangeOnTheWay) {
  Simulation one = with(1), two = with(2);
  one.step(5);
  State continued = one.state;
  ASSERT_TRUE(two.integrator->resume(continued, one.integrator->memory()).converged);
  one.step(4);
  for (int k = 0; k < 4; ++k) ASSERT_TRUE(two.integrator->step(continued).ok());
  expect_same(one.state, continued);
}

INSTANTIATE_TEST_SUITE_P(, HeatThreads, testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace taut::test
