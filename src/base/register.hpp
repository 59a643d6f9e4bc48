// Doubles in a register, as wide as the instruction set has them. Included once for every instruction set, in a
// namespace of its own: TAUT_INSTRUCTION_SET names it, TAUT_LANES is the width.
#pragma once

#include <utility>

#define TAUT_INLINE [[gnu::always_inline]] inline

namespace taut::TAUT_INSTRUCTION_SET {

constexpr int width = TAUT_LANES;

#if TAUT_LANES == 1
using Real = double;
using InMemory = double;
#else
using Real = double __attribute__((vector_size(8 * TAUT_LANES)));
using InMemory = double __attribute__((vector_size(8 * TAUT_LANES), aligned(8)));
#endif

TAUT_INLINE Real load(const double* from) { return *reinterpret_cast<const InMemory*>(from); }
TAUT_INLINE void store(double* to, Real x) { *reinterpret_cast<InMemory*>(to) = x; }
TAUT_INLINE Real all(double x) { return Real{} + x; }
// One number for each lane: of(0), of(1), ...
template <class Of, int... lane>
TAUT_INLINE Real each(Of&& of, std::integer_sequence<int, lane...>) {
  return Real{of(lane)...};
}
template <class Of>
TAUT_INLINE Real each(Of&& of) {
  return each(of, std::make_integer_sequence<int, width>());
}
#if TAUT_LANES == 1
TAUT_INLINE Real square_root(Real a) { return __builtin_sqrt(a); }
#else
TAUT_INLINE Real square_root(Real a) {
  return each([a](int lane) __attribute__((always_inline)) { return __builtin_sqrt(a[lane]); });
}
#endif

}  // namespace taut::TAUT_INSTRUCTION_SET
