#include "run/thermodynamics_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "io/figure/plot.hpp"
#include "io/file/atomic_file.hpp"

namespace taut {
namespace {

constexpr std::size_t most_points = 1000;

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
  return fields;
}

// One column against time, as many neighbours averaged as make a curve of bounded size.
struct Curve {
  std::vector<double> time, value;

  Curve(const std::string& file, const char* name) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    const std::vector<std::string> names = fields_of(line);
    const auto column = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    while (std::getline(in, line)) {
      const std::vector<std::string> fields = fields_of(line);
      if (column >= fields.size()) continue;
      time.push_back(std::strtod(fields[0].c_str(), nullptr));
      value.push_back(std::strtod(fields[column].c_str(), nullptr));
    }
    const std::size_t together = 1 + (time.size() - 1) / most_points;
    if (together > 1) time = thinned(time, together), value = thinned(value, together);
  }

  static std::vector<double> thinned(const std::vector<double>& all, std::size_t together) {
    std::vector<double> means;
    for (std::size_t k = 0; k + together <= all.size(); k += together) {
      double sum = 0.0;
      for (std::size_t i = 0; i < together; ++i) sum += all[k + i];
      means.push_back(sum / static_cast<double>(together));
    }
    return means;
  }
};

void draw(const Scenario& scenario, const OutputDirectory& directory, const char* name,
          std::optional<io::ReferenceLine> reference) {
  Curve curve(directory.file("thermodynamics.csv"), name);
  if (curve.time.size() < 2) return;
  const std::string& unit = scenario.units.time;
  io::Plot plot{.title = fmt::format("{}: {}", scenario.title, name),
                .description = fmt::format("The {} against time; it ends at {:.4g}.", name, curve.value.back()),
                .x_label = unit.empty() ? "time" : fmt::format("time ({})", unit),
                .y_label = name,
                .series = {{"", std::move(curve.time), std::move(curve.value)}},
                .reference = std::move(reference)};
  io::write_atomically(directory.file(fmt::format("{}.svg", name)), io::render(plot));
}

}  // namespace

void draw_thermodynamics(const Scenario& scenario, const OutputDirectory& directory) {
  const ThermostatOptions& bath = scenario.integrator.thermostat;
  std::optional<io::ReferenceLine> held;
  if (bath.method != ThermostatMethod::none)
    held = io::ReferenceLine{bath.temperature / scenario.units.boltzmann_constant, "thermostat"};
  draw(scenario, directory, "temperature", std::move(held));
  if (scenario.integrator.barostat.method != BarostatMethod::none) draw(scenario, directory, "density", std::nullopt);
}

}  // namespace taut
