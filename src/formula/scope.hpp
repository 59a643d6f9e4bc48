// What the names in a formula stand for. It refers to its arguments: they outlive it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "taut/formula.hpp"

namespace taut::formula {

struct VariableIndex {
  int index;
};

using Meaning = std::variant<VariableIndex, double>;

class Scope {
 public:
  Scope(std::span<const Variable> variables, const Parameters& parameters)
      : variables_(variables), parameters_(parameters) {}

  // A variable before a parameter, a parameter before pi and e.
  std::optional<Meaning> find(std::string_view name) const;
  std::vector<std::string> names() const;

 private:
  std::span<const Variable> variables_;
  const Parameters& parameters_;
};

}  // namespace taut::formula
