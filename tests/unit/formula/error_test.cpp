// Each bad formula has one sentence: what was found, at which character, what was expected.
#include <gtest/gtest.h>

#include <string>

#include "support/formula_evaluation.hpp"

namespace taut {
namespace {

std::string message(std::string_view text) {
  const auto formula = Formula::parse(text, test::xyz(), {{"radius", 2.0}});
  return formula ? "no error" : formula.error().message;
}

struct ErrorCase {
  std::string text;
  std::string found;
  int character;
  std::string expected;

  std::string message() const {
    return found + " at character " + std::to_string(character) + " of \"" + text + '"' + expected;
  }
};

void PrintTo(const ErrorCase& c, std::ostream* os) { *os << c.text; }

const std::string kOperand = ": expected a number, a name or \"(\"";
const std::string kProduct = ": expected an operator (write a product with \"*\")";
const std::string kOperator = ": expected an operator, one of + - * / ^";
const std::string kRange = " is out of range: expected a size between 5e-324 and 1.7e308";
const std::string kParenthesis = " has no argument: expected \"(\" after it";
const std::string kFunctions =
    ": expected one of sqrt, cbrt, exp, log, log10, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, abs, sgn, "
    "floor, "
    "atan2, pow, hypot, min, max";

class FormulaError : public testing::TestWithParam<ErrorCase> {};

TEST_P(FormulaError, SaysWhatWasFoundWhereAndWhatWasExpected) {
  EXPECT_EQ(message(GetParam().text), GetParam().message());
}

INSTANTIATE_TEST_SUITE_P(
    Operands, FormulaError,
    testing::Values(ErrorCase{"x*(y^2 + )", "unexpected \")\"", 10, kOperand},
                    ErrorCase{"x +", "unexpected end", 4, kOperand}, ErrorCase{"*x", "unexpected \"*\"", 1, kOperand},
                    ErrorCase{"+x", "unexpected \"+\"", 1, kOperand}, ErrorCase{"x^", "unexpected end", 3, kOperand},
                    ErrorCase{"()", "unexpected \")\"", 2, kOperand},
                    ErrorCase{"max(x,)", "unexpected \")\"", 7, kOperand},
                    ErrorCase{"max(,x)", "unexpected \",\"", 5, kOperand},
                    ErrorCase{"$x", "unexpected \"$\"", 1, kOperand}, ErrorCase{".", "unexpected \".\"", 1, kOperand},
                    ErrorCase{"x**2", "unexpected \"*\"", 3, kOperand + " (write a power with \"^\")"}));

INSTANTIATE_TEST_SUITE_P(
    Operators, FormulaError,
    testing::Values(
        ErrorCase{"2x", "unexpected \"x\"", 2, kProduct}, ErrorCase{"x y", "unexpected \"y\"", 3, kProduct},
        ErrorCase{"(x)(y)", "unexpected \"(\"", 4, kProduct}, ErrorCase{"x(y)", "unexpected \"(\"", 2, kProduct},
        ErrorCase{"(x y)", "unexpected \"y\"", 4, kProduct}, ErrorCase{"1.2.3", "unexpected \".3\"", 4, kProduct},
        ErrorCase{"2e", "unexpected \"e\"", 2, kProduct}, ErrorCase{"x²", "unexpected \"²\"", 2, kOperator},
        ErrorCase{"(x·y)^2", "unexpected \"·\"", 3, kOperator},
        ErrorCase{"x + y − π", "unexpected \"−\"", 7, kOperator},
        ErrorCase{"x, y", "unexpected \",\"", 2, ": only the arguments of a function are separated by commas"},
        ErrorCase{"x = y", "unexpected \"=\"", 3,
                  ": expected one side of an equation that is zero: write \"left - (right)\""}));

INSTANTIATE_TEST_SUITE_P(
    Parentheses, FormulaError,
    testing::Values(ErrorCase{"x + (y", "unexpected end", 7, ": expected \")\" for the \"(\" at character 5"},
                    ErrorCase{"sin(x", "unexpected end", 6, ": expected \")\" for the \"(\" at character 4"},
                    ErrorCase{"((x)", "unexpected end", 5, ": expected \")\" for the \"(\" at character 1"},
                    ErrorCase{"x + y)", "unexpected \")\"", 6, ": there is no \"(\" for it to close"}));

INSTANTIATE_TEST_SUITE_P(
    Names, FormulaError,
    testing::Values(ErrorCase{"2*raduis", "unknown name \"raduis\"", 3, ": did you mean \"radius\"?"},
                    ErrorCase{"X", "unknown name \"X\"", 1, ": did you mean \"x\"?"},
                    ErrorCase{"q", "unknown name \"q\"", 1, ": expected one of x, y, z, radius, pi, e"},
                    ErrorCase{"1 + sine(x)", "unknown function \"sine\"", 5, ": did you mean \"sin\"?"},
                    ErrorCase{"f(x)", "unknown function \"f\"", 1, kFunctions},
                    ErrorCase{"x*sin", "the function \"sin\"", 3, kParenthesis},
                    ErrorCase{"sin x", "the function \"sin\"", 1, kParenthesis}));

INSTANTIATE_TEST_SUITE_P(
    Arguments, FormulaError,
    testing::Values(ErrorCase{"sin()", "the function \"sin\"", 1, " has 0 arguments: expected 1"},
                    ErrorCase{"1 + sin(x, y)", "the function \"sin\"", 5, " has 2 arguments: expected 1"},
                    ErrorCase{"atan2(x)", "the function \"atan2\"", 1, " has 1 argument: expected 2"},
                    ErrorCase{"pow(x, y, z)", "the function \"pow\"", 1, " has 3 arguments: expected 2"},
                    ErrorCase{"min(x)", "the function \"min\"", 1, " has 1 argument: expected 2 or more"}));

INSTANTIATE_TEST_SUITE_P(Numbers, FormulaError,
                         testing::Values(ErrorCase{"x + 1e999", "the number \"1e999\"", 5, kRange},
                                         ErrorCase{"1e-999", "the number \"1e-999\"", 1, kRange}));

TEST(FormulaText, MustNotBeEmpty) {
  EXPECT_EQ(message(""), "the formula is empty: expected an expression");
  EXPECT_EQ(message(" \n"), "the formula is empty: expected an expression");
}

std::string repeated(std::string_view piece, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += piece;
  return text;
}

TEST(FormulaLimits, AMegabyteOfParenthesesIsTooLong) {
  EXPECT_EQ(message(std::string(1 << 20, '(')), "the formula has 1048576 characters: expected at most 10000");
}

TEST(FormulaLimits, TheLongestFormulaIsAccepted) {
  EXPECT_EQ(message(repeated("x+", 4999) + " x"), "no error");
  EXPECT_EQ(message(repeated("x+", 4999) + "  x"), "the formula has 10001 characters: expected at most 10000");
}

TEST(FormulaLimits, NestingEndsAtTheSameDepthForEveryRule) {
  EXPECT_EQ(message(repeated("(", 199) + "x" + repeated(")", 199)), "no error");
  EXPECT_EQ(message(repeated("-", 199) + "x"), "no error");
  EXPECT_EQ(message(repeated("x^", 199) + "x"), "no error");
  EXPECT_EQ(message(repeated("abs(", 199) + "x" + repeated(")", 199)), "no error");
  const std::string levels = "is too deep: expected at most 200 levels";
  for (const char* piece : {"(", "-", "x^", "abs("})
    EXPECT_NE(message(repeated(piece, 200) + "x").find(levels), std::string::npos) << piece;
}

TEST(FormulaLimits, ALongFormulaIsShownAroundTheError) {
  EXPECT_EQ(
      message(repeated("x+", 50) + "$" + repeated("+x", 50)),
      "unexpected \"$\" at character 101 of \"…" + repeated("x+", 15) + "$" + repeated("+x", 14) + "+…\"" + kOperand);
}

}  // namespace
}  // namespace taut
