#include "formula/sweep.hpp"

#include <algorithm>
#include <cstddef>

#include "formula/rules.hpp"

namespace taut::formula {
namespace {

// The leaves come first on a tape.
std::size_t first_operation(Tape tape) noexcept {
  std::size_t i = 0;
  while (i < tape.size() && is_leaf(operation(tape[i]))) ++i;
  return i;
}

Slopes slopes_at(const Instruction& in, const double* v, double result) noexcept {
  return slopes(operation(in), v[in.a], v[in.b], in.constant, result);
}

Curvatures curvatures_at(const Instruction& in, const double* v, double result) noexcept {
  return curvatures(operation(in), v[in.a], v[in.b], in.constant, result);
}

std::int32_t chosen_operand(const Instruction& in, const double* v) noexcept {
  return chooses_second(operation(in), v[in.a], v[in.b]) ? in.b : in.a;
}

}  // namespace

void forward(Tape tape, const double* x, double* v) noexcept {
  std::size_t i = 0;
  const std::size_t n = tape.size();
  for (; i < n && operation(tape[i]) == Operation::constant; ++i) v[i] = tape[i].constant;
  for (; i < n && operation(tape[i]) == Operation::variable; ++i) v[i] = x[tape[i].a];
  for (; i < n; ++i) v[i] = value(operation(tape[i]), v[tape[i].a], v[tape[i].b], tape[i].constant);
}

void reverse(Tape tape, const double* v, Adjoints adjoints) noexcept {
  double *adjoint = adjoints.adjoint, *reached = adjoints.reached;
  const auto pass = [&](std::int32_t operand, double amount) {
    adjoint[operand] += amount;
    reached[operand] = 1.0;
  };
  std::fill_n(adjoint, tape.size(), 0.0);
  std::fill_n(reached, tape.size(), 0.0);
  pass(static_cast<std::int32_t>(tape.size()) - 1, 1.0);
  const std::size_t first = first_operation(tape);
  for (std::size_t i = tape.size(); i-- > first;) {
    const Instruction& in = tape[i];
    if (reached[i] == 0.0) continue;
    const double weight = adjoint[i];
    if (is_selection(operation(in))) {
      pass(chosen_operand(in, v), weight);
      continue;
    }
    const Slopes f = slopes_at(in, v, v[i]);
    pass(in.a, f.a * weight);
    if (is_binary(operation(in))) pass(in.b, f.b * weight);
  }
}

void seed_direction(Tape tape, const double* direction, double* v_dot) noexcept {
  const std::size_t leaves = first_operation(tape);
  for (std::size_t i = 0; i < leaves; ++i)
    v_dot[i] = operation(tape[i]) == Operation::variable ? direction[tape[i].a] : 0.0;
}

void seed_variable(Tape tape, int variable, double* v_dot) noexcept {
  const std::size_t leaves = first_operation(tape);
  for (std::size_t i = 0; i < leaves; ++i)
    v_dot[i] = operation(tape[i]) == Operation::variable && tape[i].a == variable ? 1.0 : 0.0;
}

void tangent(Tape tape, const double* v, double* v_dot) noexcept {
  for (std::size_t i = first_operation(tape); i < tape.size(); ++i) {
    const Instruction& in = tape[i];
    if (is_selection(operation(in))) {
      v_dot[i] = v_dot[chosen_operand(in, v)];
      continue;
    }
    const Slopes f = slopes_at(in, v, v[i]);
    v_dot[i] = f.a * v_dot[in.a];
    if (is_binary(operation(in))) v_dot[i] += f.b * v_dot[in.b];
  }
}

void curve(Tape tape, const double* v, const double* v_dot, double* v_ddot) noexcept {
  const std::size_t first = first_operation(tape);
  std::fill_n(v_ddot, first, 0.0);
  for (std::size_t i = first; i < tape.size(); ++i) {
    const Instruction& in = tape[i];
    if (is_selection(operation(in))) {
      v_ddot[i] = v_ddot[chosen_operand(in, v)];
      continue;
    }
    const Slopes f = slopes_at(in, v, v[i]);
    const Curvatures g = curvatures_at(in, v, v[i]);
    const double a = v_dot[in.a];
    v_ddot[i] = f.a * v_ddot[in.a] + g.aa * a * a;
    if (!is_binary(operation(in))) continue;
    const double b = v_dot[in.b];
    v_ddot[i] += f.b * v_ddot[in.b] + 2.0 * g.ab * a * b + g.bb * b * b;
  }
}

void reverse_tangent(Tape tape, const double* v, const double* v_dot, Adjoints adjoints, double* adjoint_dot) noexcept {
  std::fill_n(adjoint_dot, tape.size(), 0.0);
  const std::size_t first = first_operation(tape);
  for (std::size_t i = tape.size(); i-- > first;) {
    const Instruction& in = tape[i];
    if (adjoints.reached[i] == 0.0) continue;
    if (is_selection(operation(in))) {
      adjoint_dot[chosen_operand(in, v)] += adjoint_dot[i];
      continue;
    }
    const Slopes f = slopes_at(in, v, v[i]);
    const Curvatures g = curvatures_at(in, v, v[i]);
    const double a = v_dot[in.a];
    const double b = is_binary(operation(in)) ? v_dot[in.b] : 0.0;
    adjoint_dot[in.a] += f.a * adjoint_dot[i] + (g.aa * a + g.ab * b) * adjoints.adjoint[i];
    if (!is_binary(operation(in))) continue;
    adjoint_dot[in.b] += f.b * adjoint_dot[i] + (g.ab * a + g.bb * b) * adjoints.adjoint[i];
  }
}

}  // namespace taut::formula
