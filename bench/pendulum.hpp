// A hanging chain of unit masses and rods, horizontal and at rest, run by the whole engine as `taut run` does.
#pragma once

#include <string>
#include <vector>

#include "taut/run.hpp"

namespace taut::bench {

struct PendulumRun {
  int links;
  int steps;
  double step = 1e-3;
  double tolerance = 1e-12;
  std::string method = "rattle";
  std::string solver = "auto";
};

RunSummary run_pendulum(const PendulumRun& run);

}  // namespace taut::bench
