// The figures that show how well a run held: energy and constraints against time.
#pragma once

#include <string>
#include <vector>

#include "io/figure/plot.hpp"

namespace taut::io {

struct EnergyHistory {
  std::string title;
  std::string time_unit = {};
  std::vector<double> time = {}, total = {};
  double initial = 0.0;
  double scale = 1.0;     // max(|E0|, largest kinetic energy), as in the summary
  bool conserved = true;  // by the motion, so that every change is an error
};

struct ConstraintHistory {
  std::string title;
  std::string time_unit = {};
  std::vector<double> time = {}, position_error = {}, velocity_error = {};
  double tolerance = 1e-12;
};

Plot energy_figure(const EnergyHistory& history);
Plot constraint_figure(const ConstraintHistory& history);  // zeros are drawn at the floor of the scale

}  // namespace taut::io
