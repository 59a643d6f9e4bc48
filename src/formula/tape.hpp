// Builds a formula's tape: constants are folded, equal subexpressions become one instruction.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "formula/operation.hpp"

namespace taut::formula {

// Exponents up to this size, either sign, become multiplications: exact for small integers, and differentiable at 0.
inline constexpr int kLargestUnrolledPower = 16;

class TapeBuilder {
 public:
  using Slot = std::int32_t;

  Slot constant(double value);
  Slot variable(int index);
  Slot unary(Operation op, Slot a);
  Slot binary(Operation op, Slot a, Slot b);
  Slot power(Slot base, Slot exponent);

  // The instructions that root needs, ordered constants, variables, operations; the last one is the root.
  std::vector<Instruction> finish(Slot root) const;

 private:
  using Key = std::tuple<std::uint8_t, Slot, Slot, std::uint64_t>;

  Slot emit(Operation op, Slot a, Slot b, double constant);
  Slot fold_or_emit(Operation op, Slot a, Slot b, double constant);
  Slot integer_power(Slot base, int exponent);
  bool is_constant(Slot slot) const;
  std::vector<bool> needed_by(Slot root) const;

  std::vector<Instruction> instructions_;
  std::map<Key, Slot> known_;
};

}  // namespace taut::formula
