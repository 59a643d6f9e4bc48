// A formula with its own scratch, so that tests read as mathematics.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "taut/formula.hpp"

namespace taut::test {

class EvaluatedFormula {
 public:
  EvaluatedFormula(std::string_view text, const std::vector<Variable>& variables, const Parameters& parameters = {})
      : formula_(Formula::parse(text, variables, parameters).value()), scratch_(formula_.scratch_size()) {}

  const Formula& formula() const { return formula_; }

  double value(const std::vector<double>& x) { return formula_.value(x.data(), scratch_.data()); }

  std::vector<double> gradient(const std::vector<double>& x) {
    std::vector<double> result(size());
    formula_.gradient(x.data(), result.data(), scratch_.data());
    return result;
  }

  double second_derivative(const std::vector<double>& x, const std::vector<double>& direction) {
    return formula_.second_derivative(x.data(), direction.data(), scratch_.data());
  }

  std::vector<double> hessian(const std::vector<double>& x) {
    std::vector<double> result(size() * size());
    formula_.hessian(x.data(), result.data(), scratch_.data());
    return result;
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(formula_.variables()); }

  Formula formula_;
  std::vector<double> scratch_;
};

// x, y and z with indices 0, 1 and 2.
inline std::vector<Variable> xyz() { return {{"x", 0}, {"y", 1}, {"z", 2}}; }

}  // namespace taut::test
