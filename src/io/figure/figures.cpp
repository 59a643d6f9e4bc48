#include "io/figure/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace taut::io {
namespace {

std::string time_label(const std::string& unit) { return unit.empty() ? "time" : fmt::format("time ({})", unit); }

std::string plain(double value) { return fmt::format("{:.2g}", value); }

double largest_magnitude(const std::vector<double>& values) {
  double largest = 0.0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

// In the decade below the smallest error that is not zero: zeros are told apart from it, and seen above the frame.
double floor_below(const ConstraintHistory& history) {
  double smallest = history.tolerance;
  for (const auto* errors : {&history.position_error, &history.velocity_error})
    for (const double error : *errors)
      if (error > 0.0) smallest = std::min(smallest, error);
  constexpr double lowest = 1e-19;  // what lies below is rounding of rounding
  return std::max(lowest, 1.5 * std::pow(10.0, std::floor(std::log10(smallest)) - 1.0));
}

std::vector<double> raised_to(double floor, std::vector<double> values) {
  for (double& value : values) value = std::max(value, floor);
  return values;
}

}  // namespace

Plot energy_figure(const EnergyHistory& history) {
  std::vector<double> error;
  const double scale = history.scale > 0.0 ? history.scale : 1.0;
  for (const double total : history.total) error.push_back((total - history.initial) / scale);
  const std::string largest = plain(largest_magnitude(error)), what = history.conserved ? "error" : "change";
  return {.title = fmt::format("{}: energy {}", history.title, what),
          .description = fmt::format("Relative energy {} against time; the largest deviation is {}.", what, largest),
          .x_label = time_label(history.time_unit),
          .y_label = "(E − E_{0}) / max(|E_{0}|, K_{max})",
          .y_resolution = 1e-15,
          .series = {{"", history.time, std::move(error)}}};
}

Plot constraint_figure(const ConstraintHistory& history) {
  const double floor = floor_below(history);
  return {.title = history.title + ": constraint error",
          .description = fmt::format("Largest relative constraint errors against time: positions {}, velocities {}; "
                                     "the tolerance is {}. Errors of zero are drawn at the bottom.",
                                     plain(largest_magnitude(history.position_error)),
                                     plain(largest_magnitude(history.velocity_error)), plain(history.tolerance)),
          .x_label = time_label(history.time_unit),
          .y_label = "largest relative error",
          .y_scale = Scale::logarithmic,
          .series = {{"positions", history.time, raised_to(floor, history.position_error)},
                     {"velocities", history.time, raised_to(floor, history.velocity_error)}},
          .reference = ReferenceLine{history.tolerance, "tolerance"}};
}

}  // namespace taut::io
