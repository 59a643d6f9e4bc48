// The functions that a formula may call.
#pragma once

#include <limits>
#include <span>
#include <string_view>

#include "formula/operation.hpp"

namespace taut::formula {

struct Function {
  static constexpr int kAnyNumber = std::numeric_limits<int>::max();

  std::string_view name;
  Operation operation;
  int fewest_arguments;
  int most_arguments;
};

std::span<const Function> functions();
const Function* find_function(std::string_view name);  // null when there is none

}  // namespace taut::formula
