#include "taut/formula.hpp"

#include <algorithm>

#include "formula/parser.hpp"
#include "formula/sweep.hpp"

namespace taut {

using formula::Operation;

Expected<Formula> Formula::parse(std::string_view text, std::span<const Variable> variables,
                                 const Parameters& parameters) {
  auto tape = formula::parse_tape(text, formula::Scope(variables, parameters));
  if (!tape) return tape.error();
  Formula result;
  result.text_ = text;
  result.tape_ = std::move(*tape);
  for (const Variable& variable : variables) result.variables_ = std::max(result.variables_, variable.index + 1);
  return result;
}

bool Formula::depends_on(int variable) const {
  return std::ranges::any_of(tape_, [variable](const Instruction& in) {
    return formula::operation(in) == Operation::variable && in.a == variable;
  });
}

// The Hessian needs most: values, adjoints, reached, and the tangents of values and adjoints.
std::size_t Formula::scratch_size() const { return 5 * tape_.size(); }

double Formula::value(const double* x, double* scratch) const noexcept {
  formula::forward(tape_, x, scratch);
  return scratch[tape_.size() - 1];
}

double Formula::gradient(const double* x, double* gradient, double* scratch) const noexcept {
  const std::size_t n = tape_.size();
  double* adjoint = scratch + n;
  formula::forward(tape_, x, scratch);
  formula::reverse(tape_, scratch, {adjoint, scratch + 2 * n});
  std::fill_n(gradient, variables_, 0.0);
  for (std::size_t i = 0; i < n && formula::is_leaf(formula::operation(tape_[i])); ++i)
    if (formula::operation(tape_[i]) == Operation::variable) gradient[tape_[i].a] = adjoint[i];
  return scratch[n - 1];
}

double Formula::second_derivative(const double* x, const double* direction, double* scratch) const noexcept {
  const std::size_t n = tape_.size();
  double* v_dot = scratch + n;
  double* v_ddot = scratch + 2 * n;
  formula::forward(tape_, x, scratch);
  formula::seed_direction(tape_, direction, v_dot);
  formula::tangent(tape_, scratch, v_dot);
  formula::curve(tape_, scratch, v_dot, v_ddot);
  return v_ddot[n - 1];
}

void Formula::hessian(const double* x, double* hessian, double* scratch) const noexcept {
  const std::size_t n = tape_.size();
  const formula::Adjoints adjoints{scratch + n, scratch + 2 * n};
  double* v_dot = scratch + 3 * n;
  double* adjoint_dot = scratch + 4 * n;
  formula::forward(tape_, x, scratch);
  formula::reverse(tape_, scratch, adjoints);
  std::fill_n(hessian, variables_ * variables_, 0.0);
  for (int column = 0; column < variables_; ++column) {
    if (!depends_on(column)) continue;
    formula::seed_variable(tape_, column, v_dot);
    formula::tangent(tape_, scratch, v_dot);
    formula::reverse_tangent(tape_, scratch, v_dot, adjoints, adjoint_dot);
    for (std::size_t i = 0; i < n && formula::is_leaf(formula::operation(tape_[i])); ++i)
      if (formula::operation(tape_[i]) == Operation::variable)
        hessian[tape_[i].a * variables_ + column] = adjoint_dot[i];
  }
}

}  // namespace taut
