// From a formula's text to its tape, by recursive descent:
//   sum      = product { ("+" | "-") product }
//   product  = signed { ("*" | "/") signed }
//   signed   = "-" signed | power
//   power    = primary [ "^" signed ]
//   primary  = number | name | function "(" sum { "," sum } ")" | "(" sum ")"
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "formula/operation.hpp"
#include "formula/scope.hpp"
#include "taut/error.hpp"

namespace taut::formula {

inline constexpr std::size_t kLongestFormula = 10'000;  // characters
inline constexpr int kDeepestNesting = 200;             // parentheses, minus signs and powers inside one another

Expected<std::vector<Instruction>> parse_tape(std::string_view text, const Scope& scope);

}  // namespace taut::formula
