#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "support/expression_tree.hpp"
#include "support/formula_evaluation.hpp"

namespace taut {
namespace {

using test::EvaluatedFormula;
using test::print;
using test::Tree;
using test::xyz;

const test::Heads kEverything = {
    {"x", "y", "z", "0", "1", "2", "3", "0.5", "2.5", "1e-3", "17"},
    {"neg", "sqrt", "exp", "log", "sin", "tanh", "abs"},
    {"+", "-", "*", "/", "^", "pow", "atan2", "hypot", "min", "max"},
};

// Small integers, and operations that keep integers: doubles hold every intermediate and derivative exactly, since a
// tree of depth 4 stays below 3^16 < 5e7, its second derivatives below 16² times that, and the sums tested below 1e13 <
// 2^53.
const test::Heads kIntegers = {{"x", "y", "z", "1", "2", "3"}, {"neg", "abs", "square"}, {"+", "-", "*", "min", "max"}};
constexpr int kIntegerDepth = 4;

// The head "square" stands for a power of 2.
Tree with_powers(Tree tree) {
  for (Tree& operand : tree.operands) operand = with_powers(operand);
  if (tree.head != "square") return tree;
  return {"^", {tree.operands[0], {"2", {}}}};
}

std::string integer_formula() { return print(with_powers(*test::tree_of(kIntegers, kIntegerDepth))); }

std::vector<double> integer_point() {
  std::vector<double> x(3);
  for (double& coordinate : x) coordinate = *rc::gen::inRange(-3, 4);
  return x;
}

std::string sum_of(const std::string& f, const std::string& g) { return '(' + f + ") + (" + g + ')'; }
std::string product_of(const std::string& f, const std::string& g) { return '(' + f + ")*(" + g + ')'; }

RC_GTEST_PROP(FormulaProperty, APrintedTreeEvaluatesToTheSameBits, ()) {
  const Tree tree = *test::tree_of(kEverything, 5);
  const std::vector<double> x = {*rc::gen::element(0.0, 0.3, -1.7), *rc::gen::element(1.0, -0.2, 4.5),
                                 *rc::gen::element(2.0, 1e-8, -3.0)};
  const double expected = test::evaluate(tree, x).number;
  const double found = EvaluatedFormula(print(tree), xyz()).value(x);
  RC_ASSERT((std::isnan(expected) && std::isnan(found)) ||
            std::bit_cast<std::uint64_t>(expected) == std::bit_cast<std::uint64_t>(found));
}

RC_GTEST_PROP(FormulaProperty, TheHessianIsSymmetric, ()) {
  const std::vector<double> h = EvaluatedFormula(integer_formula(), xyz()).hessian(integer_point());
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < i; ++j) RC_ASSERT(h[3 * i + j] == h[3 * j + i]);
}

RC_GTEST_PROP(FormulaProperty, TheSecondDerivativeIsTheQuadraticFormOfTheHessian, ()) {
  EvaluatedFormula f(integer_formula(), xyz());
  const std::vector<double> x = integer_point();
  const std::vector<double> u = integer_point();
  const std::vector<double> h = f.hessian(x);
  double expected = 0.0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) expected += u[i] * h[3 * i + j] * u[j];
  RC_ASSERT(f.second_derivative(x, u) == expected);
}

RC_GTEST_PROP(FormulaProperty, DerivativesOfASumAdd, ()) {
  const std::string f = integer_formula();
  const std::string g = integer_formula();
  const std::vector<double> x = integer_point();
  EvaluatedFormula left(f, xyz()), right(g, xyz()), sum(sum_of(f, g), xyz());
  for (std::size_t i = 0; i < 3; ++i) RC_ASSERT(sum.gradient(x)[i] == left.gradient(x)[i] + right.gradient(x)[i]);
  for (std::size_t i = 0; i < 9; ++i) RC_ASSERT(sum.hessian(x)[i] == left.hessian(x)[i] + right.hessian(x)[i]);
}

// (fg)' = f'g + fg' and (fg)'' = f''g + 2f'g' + fg'' along each axis, in shallower trees as the product doubles the
// digits.
RC_GTEST_PROP(FormulaProperty, DerivativesOfAProductFollowLeibniz, ()) {
  const std::string f = print(with_powers(*test::tree_of(kIntegers, kIntegerDepth - 1)));
  const std::string g = print(with_powers(*test::tree_of(kIntegers, kIntegerDepth - 1)));
  const std::vector<double> x = integer_point();
  EvaluatedFormula left(f, xyz()), right(g, xyz()), product(product_of(f, g), xyz());
  const double a = left.value(x), b = right.value(x);
  for (std::size_t i = 0; i < 3; ++i) {
    const double da = left.gradient(x)[i], db = right.gradient(x)[i];
    RC_ASSERT(product.gradient(x)[i] == da * b + a * db);
    RC_ASSERT(product.hessian(x)[4 * i] == left.hessian(x)[4 * i] * b + 2.0 * da * db + a * right.hessian(x)[4 * i]);
  }
}

}  // namespace
}  // namespace taut
