// The names that formulas use for coordinates and time.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/checks.hpp"
#include "taut/formula.hpp"

namespace taut {

// Variables of a formula on several particles: 3p, 3p+1, 3p+2 are x, y, z of the p-th, the last is t.
// The p-th is called x<p+1>, ...; a single particle also x, y, z. In two dimensions no z has a name.
std::vector<Variable> coordinate_variables(std::size_t particles, int dimension);

// Parameters have names of their own.
Problem check_parameter_names(const Place& place, std::span<const Variable> variables, const Parameters& parameters);

// A formula of the coordinates of some particles and t; the error has the key of `field`.
Expected<Formula> parse_of_coordinates(const Place& place, std::string_view field, std::string_view text,
                                       std::size_t particles, int dimension, const Parameters& parameters);

// Whether a formula on these particles changes when one that moves does.
bool depends_on_moving(const Formula& formula, std::span<const int> particles, std::span<const double> inverse_masses);

// A formula of t (variable 0).
Expected<Formula> parse_of_time(const Place& place, std::string_view field, std::string_view text);

}  // namespace taut
