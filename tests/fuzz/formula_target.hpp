// Parses any bytes as a formula and evaluates what is accepted; false when a promise is broken.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "taut/formula.hpp"

namespace taut::fuzz {

inline bool same_bits_or_nan(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

inline bool evaluates(const Formula& formula) {
  constexpr std::array<double, 3> x = {0.5, -1.25, 0.0};
  std::array<double, 3> gradient{};
  std::array<double, 9> hessian{};
  std::vector<double> scratch(formula.scratch_size());
  const double value = formula.value(x.data(), scratch.data());
  const bool agrees = same_bits_or_nan(value, formula.gradient(x.data(), gradient.data(), scratch.data()));
  formula.second_derivative(x.data(), x.data(), scratch.data());
  formula.hessian(x.data(), hessian.data(), scratch.data());
  return agrees;
}

inline bool formula_keeps_its_promises(std::string_view text) {
  static const std::vector<Variable> variables = {{"x", 0}, {"y", 1}, {"z", 2}};
  static const Parameters parameters = {{"a", 0.75}};
  const auto formula = Formula::parse(text, variables, parameters);
  return formula ? evaluates(*formula) : !formula.error().message.empty();
}

}  // namespace taut::fuzz
