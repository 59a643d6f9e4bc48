// Scenarios as text, and the sentence with which a bad one is refused.
#pragma once

#include <string>
#include <vector>

#include "taut/scenario.hpp"

namespace taut::test {

// The double pendulum of the guide; its lines are counted in the tests.
inline const std::string pendulum = R"(title = "Double pendulum"
dimension = 2

[[particles]]
name = "pivot"
position = [0.0, 0.0]
fixed = true

[[particles]]
name = "bob1"
position = [1.0, 0.0]

[[particles]]
name = "bob2"
position = [2.0, 0.0]

[[constraints]]
type = "distance"
name = "upper rod"
between = ["pivot", "bob1"]
length = 1.0

[[constraints]]
type = "distance"
between = ["bob1", "bob2"]

[forces]
gravity = [0.0, -9.81]

[integrator]
method = "rattle"
step = 1e-3
duration = 10.0
)";

inline Scenario parse(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return parse_scenario(text, "pendulum.toml", overrides);
}

inline Model build(const Scenario& scenario) {
  auto model = scenario.model.build();
  if (!model) throw scenario.located(model.error());
  return std::move(*model);
}

// What reading and building the scenario fails with; empty when it does not fail.
inline std::string refusal(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    build(parse(text, overrides));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace taut::test
