#include "model/coordinates.hpp"

#include <algorithm>
#include <array>

namespace taut {
namespace {

constexpr std::array<char, 3> axis_names = {'x', 'y', 'z'};

}  // namespace

// A parameter called x would be hidden by the coordinate.
Problem check_parameter_names(const Place& place, std::span<const Variable> variables, const Parameters& parameters) {
  for (const auto& [name, value] : parameters) {
    const auto same = [&name = name](const Variable& variable) { return variable.name == name; };
    if (std::none_of(variables.begin(), variables.end(), same)) continue;
    return place.error("parameters." + name, quoted(name) + " names a variable, expected another name for a parameter");
  }
  return {};
}

std::vector<Variable> coordinate_variables(std::size_t particles, int dimension) {
  std::vector<Variable> variables;
  for (std::size_t p = 0; p < particles; ++p) {
    for (int axis = 0; axis < dimension; ++axis) {
      const std::string name(1, axis_names[static_cast<std::size_t>(axis)]);
      const int index = static_cast<int>(3 * p) + axis;
      variables.push_back({name + std::to_string(p + 1), index});
      if (particles == 1) variables.push_back({name, index});
    }
  }
  variables.push_back({"t", static_cast<int>(3 * particles)});
  return variables;
}

Expected<Formula> parse_of_coordinates(const Place& place, std::string_view field, std::string_view text,
                                       std::size_t particles, int dimension, const Parameters& parameters) {
  const auto variables = coordinate_variables(particles, dimension);
  if (auto problem = check_parameter_names(place, variables, parameters)) return *problem;
  auto formula = Formula::parse(text, variables, parameters);
  if (formula) return formula;
  // What only fails for want of z deserves to be told so.
  if (dimension == 2 && Formula::parse(text, coordinate_variables(particles, 3), parameters)) {
    return place.error(field, quoted(text) + " uses z, but in two dimensions there are only x and y");
  }
  return place.error(field, formula.error().message);
}

bool depends_on_moving(const Formula& formula, std::span<const int> particles, std::span<const double> inverse_masses) {
  for (std::size_t p = 0; p < particles.size(); ++p) {
    if (inverse_masses[static_cast<std::size_t>(particles[p])] == 0.0) continue;
    for (int axis = 0; axis < 3; ++axis) {
      if (formula.depends_on(static_cast<int>(3 * p) + axis)) return true;
    }
  }
  return false;
}

Expected<Formula> parse_of_time(const Place& place, std::string_view field, std::string_view text) {
  static const std::vector<Variable> time = {{"t", 0}};
  auto formula = Formula::parse(text, time);
  if (!formula) return place.error(field, formula.error().message);
  return formula;
}

}  // namespace taut
