#include "formula/scope.hpp"

#include <numbers>

namespace taut::formula {

std::optional<Meaning> Scope::find(std::string_view name) const {
  for (const Variable& variable : variables_)
    if (variable.name == name) return VariableIndex{variable.index};
  for (const auto& [parameter, value] : parameters_)
    if (parameter == name) return value;
  if (name == "pi") return std::numbers::pi;
  if (name == "e") return std::numbers::e;
  return std::nullopt;
}

std::vector<std::string> Scope::names() const {
  std::vector<std::string> names;
  for (const Variable& variable : variables_) names.push_back(variable.name);
  for (const auto& [parameter, value] : parameters_) names.push_back(parameter);
  names.insert(names.end(), {"pi", "e"});
  return names;
}

}  // namespace taut::formula
