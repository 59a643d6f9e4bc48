// What one instruction of a formula's tape computes.
#pragma once

#include <cstdint>

#include "taut/formula.hpp"

namespace taut::formula {

// In the order leaves, one operand, two operands, so that the arity is a comparison.
enum class Operation : std::uint8_t {
  constant,
  variable,
  negate,
  sqrt,
  cbrt,
  exp,
  log,
  log10,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  abs,
  sgn,
  floor,
  constant_power,  // the exponent is the instruction's constant
  add,
  subtract,
  multiply,
  divide,
  power,
  atan2,
  hypot,
  min,
  max,
};

constexpr bool is_leaf(Operation op) { return op <= Operation::variable; }
constexpr bool is_binary(Operation op) { return op >= Operation::add; }
constexpr bool is_selection(Operation op) { return op >= Operation::min; }

using Instruction = Formula::Instruction;

constexpr Operation operation(const Instruction& instruction) { return static_cast<Operation>(instruction.op); }

}  // namespace taut::formula
