// Random expressions with their own printer and evaluator, independent of the formula layer.
#pragma once

#include <rapidcheck.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

namespace taut::test {

struct Tree {
  std::string head;  // a number, a variable, an operator (neg for the unary minus) or a function
  std::vector<Tree> operands;
};

inline const std::array<std::string, 3> kTreeVariables = {"x", "y", "z"};

// How tightly the printed form binds: sum 1, product 2, minus 3, power 4, anything closed 5.
inline int binding(const Tree& tree) {
  if (tree.head == "+" || tree.head == "-") return 1;
  if (tree.head == "*" || tree.head == "/") return 2;
  if (tree.head == "neg") return 3;
  return tree.head == "^" ? 4 : 5;
}

inline std::string print(const Tree& tree);

inline std::string print_at_least(const Tree& tree, int tightness) {
  return binding(tree) >= tightness ? print(tree) : '(' + print(tree) + ')';
}

// With the fewest parentheses that the grammar allows.
inline std::string print(const Tree& tree) {
  const int own = binding(tree);
  if (tree.operands.empty()) return tree.head;
  if (own == 3) return '-' + print_at_least(tree.operands[0], 3);
  if (own == 4) return print_at_least(tree.operands[0], 5) + '^' + print_at_least(tree.operands[1], 3);
  if (own < 3) return print_at_least(tree.operands[0], own) + tree.head + print_at_least(tree.operands[1], own + 1);
  std::string text = tree.head + '(' + print(tree.operands[0]);
  for (std::size_t i = 1; i < tree.operands.size(); ++i) text += ", " + print(tree.operands[i]);
  return text + ')';
}

inline void showValue(const Tree& tree, std::ostream& os) { os << print(tree); }

struct TreeValue {
  double number;
  bool is_constant;
};

inline double multiplied_power(double base, int exponent) {
  if (exponent == 0) return 1.0;
  if (exponent == 1) return base;
  if (exponent < 0) return 1.0 / multiplied_power(base, -exponent);
  if (exponent % 2 == 1) return multiplied_power(base, exponent - 1) * base;
  const double half = multiplied_power(base, exponent / 2);
  return half * half;
}

inline TreeValue raise(TreeValue base, TreeValue exponent) {
  const double p = exponent.number;
  const bool is_constant = base.is_constant && exponent.is_constant;
  if (!exponent.is_constant || p != std::round(p) || std::abs(p) > 16) return {std::pow(base.number, p), is_constant};
  return {multiplied_power(base.number, static_cast<int>(p)), is_constant || p == 0.0};
}

inline double apply(const std::string& head, double a, double b) {
  if (head == "+") return a + b;
  if (head == "-") return a - b;
  if (head == "*") return a * b;
  if (head == "/") return a / b;
  if (head == "atan2") return std::atan2(a, b);
  if (head == "hypot") return std::hypot(a, b);
  if (std::isnan(a) || std::isnan(b)) return std::nan("");
  return head == "min" ? (b < a ? b : a) : (b > a ? b : a);
}

inline double apply(const std::string& head, double a) {
  if (head == "neg") return -a;
  if (head == "sqrt") return std::sqrt(a);
  if (head == "exp") return std::exp(a);
  if (head == "log") return std::log(a);
  if (head == "sin") return std::sin(a);
  if (head == "tanh") return std::tanh(a);
  return std::abs(a);
}

inline double read_number(const std::string& text) {
  double number = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

inline TreeValue evaluate(const Tree& tree, const std::vector<double>& x) {
  for (std::size_t i = 0; i < kTreeVariables.size(); ++i)
    if (tree.head == kTreeVariables[i]) return {x[i], false};
  if (tree.operands.empty()) return {read_number(tree.head), true};
  const TreeValue a = evaluate(tree.operands[0], x);
  if (tree.operands.size() == 1) return {apply(tree.head, a.number), a.is_constant};
  const TreeValue b = evaluate(tree.operands[1], x);
  if (tree.head == "^" || tree.head == "pow") return raise(a, b);
  return {apply(tree.head, a.number, b.number), a.is_constant && b.is_constant};
}

struct Heads {
  std::vector<std::string> leaves;
  std::vector<std::string> unary;
  std::vector<std::string> binary;
};

inline rc::Gen<Tree> tree_of(const Heads& heads, int depth) {
  return rc::gen::exec([heads, depth] {
    const int arity = depth == 0 ? 0 : *rc::gen::weightedElement<int>({{1, 0}, {2, 1}, {5, 2}});
    const auto& choices = arity == 0 ? heads.leaves : arity == 1 ? heads.unary : heads.binary;
    Tree tree{*rc::gen::elementOf(choices), {}};
    for (int i = 0; i < arity; ++i) tree.operands.push_back(*tree_of(heads, depth - 1));
    return tree;
  });
}

}  // namespace taut::test
