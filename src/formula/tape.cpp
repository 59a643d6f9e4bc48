#include "formula/tape.hpp"

#include <bit>
#include <cmath>
#include <cstddef>

#include "formula/rules.hpp"

namespace taut::formula {
namespace {

enum class Group { constants, variables, operations };

Group group_of(const Instruction& instruction) {
  switch (operation(instruction)) {
    case Operation::constant:
      return Group::constants;
    case Operation::variable:
      return Group::variables;
    default:
      return Group::operations;
  }
}

}  // namespace

TapeBuilder::Slot TapeBuilder::constant(double value) { return emit(Operation::constant, 0, 0, value); }

TapeBuilder::Slot TapeBuilder::variable(int index) { return emit(Operation::variable, index, 0, 0.0); }

// The second operand repeats the first, so that a sweep may load both without asking for the arity.
TapeBuilder::Slot TapeBuilder::unary(Operation op, Slot a) { return fold_or_emit(op, a, a, 0.0); }

TapeBuilder::Slot TapeBuilder::binary(Operation op, Slot a, Slot b) { return fold_or_emit(op, a, b, 0.0); }

TapeBuilder::Slot TapeBuilder::power(Slot base, Slot exponent) {
  if (!is_constant(exponent)) return binary(Operation::power, base, exponent);
  const double p = instructions_[exponent].constant;
  if (p == std::floor(p) && std::abs(p) <= kLargestUnrolledPower) return integer_power(base, static_cast<int>(p));
  return fold_or_emit(Operation::constant_power, base, base, p);
}

TapeBuilder::Slot TapeBuilder::integer_power(Slot base, int exponent) {
  if (exponent == 0) return constant(1.0);
  if (exponent == 1) return base;
  if (exponent < 0) return binary(Operation::divide, constant(1.0), integer_power(base, -exponent));
  if (exponent % 2 == 1) return binary(Operation::multiply, integer_power(base, exponent - 1), base);
  const Slot half = integer_power(base, exponent / 2);
  return binary(Operation::multiply, half, half);
}

bool TapeBuilder::is_constant(Slot slot) const { return operation(instructions_[slot]) == Operation::constant; }

TapeBuilder::Slot TapeBuilder::fold_or_emit(Operation op, Slot a, Slot b, double c) {
  if (!is_constant(a) || !is_constant(b)) return emit(op, a, b, c);
  return constant(value(op, instructions_[a].constant, instructions_[b].constant, c));
}

TapeBuilder::Slot TapeBuilder::emit(Operation op, Slot a, Slot b, double constant) {
  const auto code = static_cast<std::uint8_t>(op);
  const auto next = static_cast<Slot>(instructions_.size());
  const auto [entry, is_new] = known_.try_emplace({code, a, b, std::bit_cast<std::uint64_t>(constant)}, next);
  if (is_new) instructions_.push_back({code, a, b, constant});
  return entry->second;
}

std::vector<bool> TapeBuilder::needed_by(Slot root) const {
  std::vector<bool> needed(instructions_.size(), false);
  needed[root] = true;
  for (Slot i = root; i >= 0; --i) {
    if (!needed[i] || is_leaf(operation(instructions_[i]))) continue;
    needed[instructions_[i].a] = true;
    needed[instructions_[i].b] = true;
  }
  return needed;
}

std::vector<Instruction> TapeBuilder::finish(Slot root) const {
  const std::vector<bool> needed = needed_by(root);
  std::vector<Slot> moved(instructions_.size());
  std::vector<Instruction> tape;
  for (const Group group : {Group::constants, Group::variables, Group::operations}) {
    for (std::size_t i = 0; i < instructions_.size(); ++i) {
      if (!needed[i] || group_of(instructions_[i]) != group) continue;
      moved[i] = static_cast<Slot>(tape.size());
      tape.push_back(instructions_[i]);
      if (group != Group::operations) continue;
      tape.back().a = moved[tape.back().a];
      tape.back().b = moved[tape.back().b];
    }
  }
  return tape;
}

}  // namespace taut::formula
