// Derivatives where a rule could divide 0 by 0: kinks, powers at base 0, operands that min or max leave aside.
#include <gtest/gtest.h>

#include <cmath>

#include "support/formula_evaluation.hpp"

namespace taut {
namespace {

using test::EvaluatedFormula;

const std::vector<Variable> kXY = {{"x", 0}, {"y", 1}};

struct KinkCase {
  const char* text;
  double x;
  double slope;
  double curvature;
};

void PrintTo(const KinkCase& c, std::ostream* os) { *os << c.text << " at " << c.x; }

class Kink : public testing::TestWithParam<KinkCase> {};

TEST_P(Kink, HasThisSlopeAndCurvature) {
  const auto& [text, x, slope, curvature] = GetParam();
  EvaluatedFormula f(text, kXY);
  const std::vector<double> at = {x, 0.0};
  EXPECT_EQ(f.gradient(at)[0], slope);
  EXPECT_EQ(f.second_derivative(at, {1.0, 0.0}), curvature);
  EXPECT_EQ(f.hessian(at)[0], curvature);
}

INSTANTIATE_TEST_SUITE_P(Powers, Kink,
                         testing::Values(KinkCase{"(abs(x)/3)^2.5", 0.0, 0.0, 0.0}, KinkCase{"x^2.5", 0.0, 0.0, 0.0},
                                         KinkCase{"x^2", 0.0, 0.0, 2.0}, KinkCase{"x^3", 0.0, 0.0, 0.0},
                                         KinkCase{"x^1", 0.0, 1.0, 0.0}, KinkCase{"x^0", 0.0, 0.0, 0.0},
                                         KinkCase{"x^20", 0.0, 0.0, 0.0}, KinkCase{"x^(3 + y)", 0.0, 0.0, 0.0},
                                         KinkCase{"x^(2 + y)", 0.0, 0.0, 2.0}, KinkCase{"x^3", -2.0, 12.0, -12.0},
                                         KinkCase{"x^17", -1.0, 17.0, -272.0}));

INSTANTIATE_TEST_SUITE_P(Steps, Kink,
                         testing::Values(KinkCase{"abs(x)", 0.0, 0.0, 0.0}, KinkCase{"abs(x)", -2.0, -1.0, 0.0},
                                         KinkCase{"x*abs(x)", -2.0, 4.0, -2.0}, KinkCase{"sgn(x)", 0.0, 0.0, 0.0},
                                         KinkCase{"x*sgn(x)", 3.0, 1.0, 0.0}, KinkCase{"floor(x)*x", 2.5, 2.0, 0.0}));

INSTANTIATE_TEST_SUITE_P(Selections, Kink,
                         testing::Values(KinkCase{"min(2*x, 3*x)", 0.0, 2.0, 0.0},
                                         KinkCase{"max(2*x, 3*x)", 0.0, 2.0, 0.0},
                                         KinkCase{"min(x^2, 4)", 1.0, 2.0, 2.0}, KinkCase{"min(x^2, 4)", 3.0, 0.0, 0.0},
                                         KinkCase{"max(1, sqrt(x))", 0.0, 0.0, 0.0},
                                         KinkCase{"min(x, 1/x)", 0.0, 1.0, 0.0}));

TEST(Kink, TheExponentOfZeroHasNoSlope) {
  EvaluatedFormula f("x^y", kXY);
  EXPECT_EQ(f.gradient({0.0, 3.0}), (std::vector{0.0, 0.0}));
  EXPECT_EQ(f.hessian({0.0, 3.0}), (std::vector{0.0, 0.0, 0.0, 0.0}));
}

TEST(Kink, ASlopeThatDoesNotExistIsNotHidden) {
  EXPECT_TRUE(std::isinf(EvaluatedFormula("sqrt(x)", kXY).gradient({0.0, 0.0})[0]));
  EXPECT_TRUE(std::isnan(EvaluatedFormula("cbrt(x)^3", kXY).gradient({0.0, 0.0})[0]));
  EXPECT_TRUE(std::isnan(EvaluatedFormula("hypot(x, y)", kXY).gradient({0.0, 0.0})[0]));
  EXPECT_TRUE(std::isnan(EvaluatedFormula("log(x)", kXY).value({-1.0, 0.0})));
}

TEST(Kink, LargeAndSmallOperandsNeitherOverflowNorCancel) {
  EXPECT_DOUBLE_EQ(EvaluatedFormula("hypot(x, y)", kXY).gradient({3e200, 4e200})[0], 0.6);
  EXPECT_DOUBLE_EQ(EvaluatedFormula("atan2(x, y)", kXY).gradient({3e-200, 4e-200})[0], 1.6e199);
  EXPECT_DOUBLE_EQ(EvaluatedFormula("tanh(x)", kXY).gradient({20.0, 0.0})[0], 1.0 / std::pow(std::cosh(20.0), 2));
}

TEST(Kink, AVariableThatIsNotUsedHasZeroGradientAndHessian) {
  EvaluatedFormula f("x^2", test::xyz());
  EXPECT_EQ(f.gradient({3.0, 5.0, 7.0}), (std::vector{6.0, 0.0, 0.0}));
  EXPECT_EQ(f.hessian({3.0, 5.0, 7.0}), (std::vector{2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0}));
}

}  // namespace
}  // namespace taut
