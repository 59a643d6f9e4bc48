// A typed formula, compiled once to a tape and evaluated with exact first and second derivatives.
// Evaluation allocates nothing and cannot fail; it yields NaN or infinity where the mathematics does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "taut/error.hpp"

namespace taut {

// A name that a formula may use for the variable of this index; several names may share an index.
struct Variable {
  std::string name;
  int index = 0;
};

using Parameters = std::vector<std::pair<std::string, double>>;

class Formula {
 public:
  // Grammar: numbers, variables, parameters, pi, e (a parameter or variable of that name takes precedence); + - * / ^
  // (right associative, binds tighter than unary minus); parentheses; functions of one argument sqrt cbrt exp log log10
  // sin cos tan asin acos atan sinh cosh tanh abs sgn floor; of two atan2 pow hypot; of two or more min max. The
  // error's message names the character, counted from 1, and shows the formula.
  static Expected<Formula> parse(std::string_view text, std::span<const Variable> variables,
                                 const Parameters& parameters = {});

  const std::string& text() const { return text_; }
  int variables() const { return variables_; }  // highest variable index known to parse(), plus one
  bool depends_on(int variable) const;
  std::size_t scratch_size() const;  // doubles of scratch that the calls below need

  double value(const double* x, double* scratch) const noexcept;
  // Returns the value; gradient has variables() entries.
  double gradient(const double* x, double* gradient, double* scratch) const noexcept;
  // d²/ds² of the value along x + s·direction, at s = 0: directionᵀ H direction.
  double second_derivative(const double* x, const double* direction, double* scratch) const noexcept;
  // Row-major variables() × variables().
  void hessian(const double* x, double* hessian, double* scratch) const noexcept;

  // One operation of the tape: its result is slot i for instruction i; a and b are earlier slots.
  struct Instruction {
    std::uint8_t op;
    std::int32_t a;
    std::int32_t b;
    double constant;
  };

 private:
  std::string text_;
  int variables_ = 0;
  std::vector<Instruction> tape_;
};

}  // namespace taut
