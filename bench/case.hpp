// One line of the benchmark table.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace taut::bench {

struct Case {
  std::string name;
  std::string unit;  // of ns: "link and step"
  double ns = 0.0;
  double error = 0.0;  // largest constraint error, relative, unless the name says otherwise
  double iterations = 0.0;
  std::vector<std::pair<std::string, double>> ratios = {};  // ours over theirs, in the same run
  std::optional<double> limit = {};                         // the first ratio must not exceed it
  std::optional<double> target = {};                        // of ns, on the machine that it was set for
  bool met() const { return !limit || ratios.front().second <= *limit; }
};

std::vector<Case> pendulum_cases();
std::vector<Case> long_chain_cases();
std::vector<Case> solver_cases();
std::vector<Case> accuracy_cases();
std::vector<Case> projection_cases();
std::vector<Case> ensemble_cases();
std::vector<Case> response_cases();
std::vector<Case> chaos_cases();
std::vector<Case> water_box_cases();
std::vector<Case> heat_cases();
std::vector<Case> arm_cases();
std::vector<Case> swing_cases();
std::vector<Case> machine_cases();

}  // namespace taut::bench
