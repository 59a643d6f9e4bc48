// Sweeps over a tape: values forward, adjoints backward, and their derivatives along a direction.
//   forward    v[i]                                     value of slot i
//   reverse    v̄[i] = ∂(result)/∂v[i]                   adjoint of slot i
//   tangent    v̇[i] = d v[i]/ds along x + s·direction
//   curve      v̈[i] = d²v[i]/ds²
//   reverse_tangent   d v̄[i]/ds: the product of the Hessian with the direction, for a variable's slot
// Griewank and Walther, Evaluating Derivatives, 2nd ed. (SIAM, 2008), chapters 3, 5 and 13, give the rules.
// All arrays have one entry an instruction; nothing allocates or throws.
#pragma once

#include <span>

#include "formula/operation.hpp"

namespace taut::formula {

using Tape = std::span<const Instruction>;

// reached[i] is 1 where the result depends on slot i and 0 behind an operand that min or max left aside. An adjoint of
// 0 cannot say that: max(1, sqrt(x)) has slope 0 at x = 0, whereas cbrt(x)^3 meets 0·∞ there and must show it.
struct Adjoints {
  double* adjoint;
  double* reached;
};

void forward(Tape tape, const double* x, double* v) noexcept;
void reverse(Tape tape, const double* v, Adjoints adjoints) noexcept;

void seed_direction(Tape tape, const double* direction, double* v_dot) noexcept;
void seed_variable(Tape tape, int variable, double* v_dot) noexcept;
void tangent(Tape tape, const double* v, double* v_dot) noexcept;  // the leaves of v_dot are seeded
void curve(Tape tape, const double* v, const double* v_dot, double* v_ddot) noexcept;
void reverse_tangent(Tape tape, const double* v, const double* v_dot, Adjoints adjoints, double* adjoint_dot) noexcept;

}  // namespace taut::formula
