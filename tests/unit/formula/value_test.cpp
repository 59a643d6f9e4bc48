#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "support/formula_evaluation.hpp"

namespace taut {
namespace {

using test::EvaluatedFormula;
using test::xyz;

constexpr double kX = 0.7;
constexpr double kY = -1.3;
constexpr double kZ = 2.6;

double evaluate(std::string_view text, const Parameters& parameters = {}) {
  return EvaluatedFormula(text, xyz(), parameters).value({kX, kY, kZ});
}

struct ValueCase {
  const char* text;
  double expected;
};

void PrintTo(const ValueCase& c, std::ostream* os) { *os << c.text; }

class Value : public testing::TestWithParam<ValueCase> {};

// Equal to the last bit: the tape does the same operations in the same order.
TEST_P(Value, EqualsTheSameExpressionInCpp) { EXPECT_EQ(evaluate(GetParam().text), GetParam().expected); }

INSTANTIATE_TEST_SUITE_P(Numbers, Value,
                         testing::Values(ValueCase{"2", 2.0}, ValueCase{".5", 0.5}, ValueCase{"2.", 2.0},
                                         ValueCase{"1e-3", 1e-3}, ValueCase{"1.5E+3", 1500.0}, ValueCase{"0.1", 0.1},
                                         ValueCase{"4.9406564584124654e-324", 4.9406564584124654e-324},
                                         ValueCase{"pi", std::numbers::pi}, ValueCase{"e", std::numbers::e}));

INSTANTIATE_TEST_SUITE_P(Precedence, Value,
                         testing::Values(ValueCase{"x + y*z", kX + kY* kZ}, ValueCase{"(x + y)*z", (kX + kY) * kZ},
                                         ValueCase{"x - y - z", kX - kY - kZ}, ValueCase{"x - (y - z)", kX - (kY - kZ)},
                                         ValueCase{"x/y/z", kX / kY / kZ}, ValueCase{"x/y*z", kX / kY* kZ},
                                         ValueCase{"2^3^2", 512.0}, ValueCase{"(2^3)^2", 64.0},
                                         ValueCase{"-x^2", -(kX* kX)}, ValueCase{"(-x)^2", kX* kX},
                                         ValueCase{"2*-3", -6.0}, ValueCase{"x--y", kX + kY}, ValueCase{"--x", kX},
                                         ValueCase{"-x*y", -kX* kY}, ValueCase{"2^-1", 0.5},
                                         ValueCase{"z^-2", 1.0 / (kZ * kZ)}, ValueCase{"2*z^2", 2.0 * (kZ * kZ)},
                                         ValueCase{"-2^2", -4.0}, ValueCase{"2^-x", std::pow(2.0, -kX)},
                                         ValueCase{" x\t+\n y ", kX + kY}, ValueCase{"((x))", kX}));

INSTANTIATE_TEST_SUITE_P(Powers, Value,
                         testing::Values(ValueCase{"x^0", 1.0}, ValueCase{"x^1", kX}, ValueCase{"x^2", kX* kX},
                                         ValueCase{"x^3", kX* kX* kX}, ValueCase{"y^4", (kY * kY) * (kY * kY)},
                                         ValueCase{"y^-1", 1.0 / kY}, ValueCase{"pow(x, 2)", kX* kX},
                                         ValueCase{"y^17", std::pow(kY, 17)}, ValueCase{"x^2.5", std::pow(kX, 2.5)},
                                         ValueCase{"x^y", std::pow(kX, kY)}, ValueCase{"pow(z, x)", std::pow(kZ, kX)},
                                         ValueCase{"10^-3", 1.0 / 1000.0}));

INSTANTIATE_TEST_SUITE_P(Functions, Value,
                         testing::Values(ValueCase{"sqrt(x)", std::sqrt(kX)}, ValueCase{"cbrt(y)", std::cbrt(kY)},
                                         ValueCase{"exp(y)", std::exp(kY)}, ValueCase{"log(x)", std::log(kX)},
                                         ValueCase{"log10(x)", std::log10(kX)}, ValueCase{"sin(x)", std::sin(kX)},
                                         ValueCase{"cos(x)", std::cos(kX)}, ValueCase{"tan(x)", std::tan(kX)},
                                         ValueCase{"asin(x)", std::asin(kX)}, ValueCase{"acos(x)", std::acos(kX)},
                                         ValueCase{"atan(x)", std::atan(kX)}, ValueCase{"sinh(y)", std::sinh(kY)},
                                         ValueCase{"cosh(y)", std::cosh(kY)}, ValueCase{"tanh(y)", std::tanh(kY)},
                                         ValueCase{"abs(y)", 1.3}, ValueCase{"sgn(y)", -1.0}, ValueCase{"sgn(0)", 0.0},
                                         ValueCase{"floor(y)", -2.0}, ValueCase{"atan2(y, x)", std::atan2(kY, kX)},
                                         ValueCase{"hypot(x, y)", std::hypot(kX, kY)}, ValueCase{"min(x, y)", kY},
                                         ValueCase{"max(x, y)", kX}, ValueCase{"min(z, x, y)", kY},
                                         ValueCase{"max(x, y, z, 1)", kZ},
                                         ValueCase{"sin(pi*x)", std::sin(std::numbers::pi* kX)}));

TEST(FormulaNames, ParametersAreConstants) { EXPECT_EQ(evaluate("a*x", {{"a", 0.5}}), 0.5 * kX); }

TEST(FormulaNames, AParameterTakesPrecedenceOverPiAndE) {
  EXPECT_EQ(evaluate("pi + e", {{"pi", 3.0}, {"e", 1.0}}), 4.0);
}

TEST(FormulaNames, AVariableTakesPrecedenceOverE) { EXPECT_EQ(EvaluatedFormula("e", {{"e", 0}}).value({7.0}), 7.0); }

TEST(FormulaNames, AFunctionNameWithoutParenthesisMayBeAParameter) {
  EXPECT_EQ(evaluate("max*max(1, 2)", {{"max", 3.0}}), 6.0);
}

TEST(FormulaNames, TwoNamesMayShareAnIndex) {
  EvaluatedFormula f("x*x1", {{"x", 0}, {"x1", 0}});
  EXPECT_EQ(f.value({3.0}), 9.0);
  EXPECT_EQ(f.gradient({3.0}), std::vector{6.0});
}

TEST(FormulaFacts, KnowTextVariablesAndDependence) {
  const EvaluatedFormula f("x + 0*z", xyz());
  EXPECT_EQ(f.formula().text(), "x + 0*z");
  EXPECT_EQ(f.formula().variables(), 3);
  EXPECT_TRUE(f.formula().depends_on(0));
  EXPECT_FALSE(f.formula().depends_on(1));
  EXPECT_TRUE(f.formula().depends_on(2));
}

TEST(FormulaFacts, AFormulaWithoutVariablesStillEvaluates) {
  EvaluatedFormula f("1 + 2", {});
  EXPECT_EQ(f.formula().variables(), 0);
  EXPECT_EQ(f.value({}), 3.0);
  EXPECT_TRUE(f.gradient({}).empty());
}

TEST(FormulaFacts, ConstantsAreFoldedAndEqualSubexpressionsMerged) {
  const auto size = [](std::string_view text) { return EvaluatedFormula(text, xyz()).formula().scratch_size(); };
  EXPECT_EQ(size("2*pi*x"), size("3*x"));
  EXPECT_EQ(size("sin(x)*sin(x)"), size("sin(x)^2"));
  EXPECT_EQ(size("x^0"), size("1"));
}

TEST(FormulaNaN, IsNeverLostInMinAndMax) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const char* text : {"min(x, y)", "max(x, y)", "sgn(x) + sgn(y)"}) {
    EvaluatedFormula f(text, xyz());
    EXPECT_TRUE(std::isnan(f.value({nan, 1.0, 0.0}))) << text;
    EXPECT_TRUE(std::isnan(f.value({1.0, nan, 0.0}))) << text;
  }
}

}  // namespace
}  // namespace taut
