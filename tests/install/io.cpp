// A scenario from text, run into the folder given as argument; prints the summary.
#include <cstdio>

#include "taut/taut.hpp"

int main(int, char** argv) {
  const taut::Scenario scenario = taut::parse_scenario(R"(
    dimension = 2
    particles = [{ name = "pivot", position = [0.0, 0.0], fixed = true }, { name = "bob", position = [1.0, 0.0] }]
    constraints = [{ type = "distance", between = ["pivot", "bob"] }]
    forces = { gravity = [0.0, -9.81] }
    integrator = { method = "rattle", step = 1e-3, duration = 1.0 }
  )",
                                                       "pendulum.toml");
  const taut::RunSummary summary = taut::run(scenario, {.out = argv[1], .quiet = true});
  std::puts(taut::to_text(summary).c_str());
  return summary.outcome == taut::Outcome::complete ? 0 : 1;
}
