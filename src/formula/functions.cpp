#include "formula/functions.hpp"

#include <algorithm>
#include <array>

namespace taut::formula {
namespace {

constexpr auto kFunctions = std::to_array<Function>({
    {"sqrt", Operation::sqrt, 1, 1},
    {"cbrt", Operation::cbrt, 1, 1},
    {"exp", Operation::exp, 1, 1},
    {"log", Operation::log, 1, 1},
    {"log10", Operation::log10, 1, 1},
    {"sin", Operation::sin, 1, 1},
    {"cos", Operation::cos, 1, 1},
    {"tan", Operation::tan, 1, 1},
    {"asin", Operation::asin, 1, 1},
    {"acos", Operation::acos, 1, 1},
    {"atan", Operation::atan, 1, 1},
    {"sinh", Operation::sinh, 1, 1},
    {"cosh", Operation::cosh, 1, 1},
    {"tanh", Operation::tanh, 1, 1},
    {"abs", Operation::abs, 1, 1},
    {"sgn", Operation::sgn, 1, 1},
    {"floor", Operation::floor, 1, 1},
    {"atan2", Operation::atan2, 2, 2},
    {"pow", Operation::power, 2, 2},
    {"hypot", Operation::hypot, 2, 2},
    {"min", Operation::min, 2, Function::kAnyNumber},
    {"max", Operation::max, 2, Function::kAnyNumber},
});

}  // namespace

std::span<const Function> functions() { return kFunctions; }

const Function* find_function(std::string_view name) {
  const auto found = std::ranges::find(kFunctions, name, &Function::name);
  return found == kFunctions.end() ? nullptr : &*found;
}

}  // namespace taut::formula
