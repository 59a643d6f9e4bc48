// Derivatives against an oracle that shares nothing with the rules: the same expression written in C++ on complex
// numbers.
//   ∂f/∂xⱼ = Im f(x + iε eⱼ)/ε, exact to rounding as ε is far below the last digit (the complex step);
//   a Hessian column is the central difference of fourth order of that gradient.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <functional>

#include "support/formula_evaluation.hpp"

namespace taut {
namespace {

using test::EvaluatedFormula;
using test::xyz;

using Complex = std::complex<long double>;
using Point = std::array<Complex, 3>;

constexpr long double kComplexStep = 1e-40L;
constexpr long double kDifferenceStep = 1e-4L;
// A gradient carries some ten roundings of 1.1e-16, times a condition number of up to 10 in these expressions.
constexpr double kGradientTolerance = 2e-14;
// Truncation h⁴/30 · |f⁽⁶⁾| with h = 1e-4; the worst case is x^-3 at 0.2, whose sixth derivative is 5·6·7·8/0.2⁴
// = 1.05e6 times the second: 3.5e-12.
constexpr double kHessianTolerance = 4e-12;

struct DerivativeCase {
  const char* text;
  std::function<Complex(Complex, Complex, Complex)> oracle;
};

void PrintTo(const DerivativeCase& c, std::ostream* os) { *os << c.text; }

long double oracle_slope(const DerivativeCase& c, Point x, std::size_t j) {
  x[j] += Complex(0.0L, kComplexStep);
  return c.oracle(x[0], x[1], x[2]).imag() / kComplexStep;
}

long double oracle_curvature(const DerivativeCase& c, const Point& x, std::size_t i, std::size_t j) {
  const auto slope_at = [&](long double steps) {
    Point moved = x;
    moved[j] += steps * kDifferenceStep;
    return oracle_slope(c, moved, i);
  };
  return (8.0L * (slope_at(1) - slope_at(-1)) - (slope_at(2) - slope_at(-2))) / (12.0L * kDifferenceStep);
}

const std::vector<std::vector<double>> kPoints = {{0.7, 0.3, 0.55}, {0.45, 0.8, 0.2}, {0.2, 0.6, 0.9}};

class Derivative : public testing::TestWithParam<DerivativeCase> {};

TEST_P(Derivative, GradientIsTheComplexStep) {
  EvaluatedFormula f(GetParam().text, xyz());
  for (const auto& x : kPoints) {
    const std::vector<double> gradient = f.gradient(x);
    for (std::size_t j = 0; j < 3; ++j) {
      const auto expected = static_cast<double>(oracle_slope(GetParam(), {x[0], x[1], x[2]}, j));
      EXPECT_NEAR(gradient[j], expected, kGradientTolerance * std::max(1.0, std::abs(expected))) << "variable " << j;
    }
  }
}

TEST_P(Derivative, HessianIsTheDifferenceOfComplexSteps) {
  EvaluatedFormula f(GetParam().text, xyz());
  for (const auto& x : kPoints) {
    const std::vector<double> hessian = f.hessian(x);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        const auto expected = static_cast<double>(oracle_curvature(GetParam(), {x[0], x[1], x[2]}, i, j));
        EXPECT_NEAR(hessian[3 * i + j], expected, kHessianTolerance * std::max(1.0, std::abs(expected)))
            << "entry " << i << ", " << j;
      }
  }
}

TEST_P(Derivative, SecondDerivativeIsTheQuadraticFormOfTheHessian) {
  EvaluatedFormula f(GetParam().text, xyz());
  const std::vector<double> u = {0.8, -1.7, 0.4};
  for (const auto& x : kPoints) {
    const std::vector<double> hessian = f.hessian(x);
    double expected = 0.0;
    double size = 1.0;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        expected += u[i] * hessian[3 * i + j] * u[j];
        size += std::abs(u[i] * hessian[3 * i + j] * u[j]);
      }
    EXPECT_NEAR(f.second_derivative(x, u), expected, kGradientTolerance * size);
  }
}

#define TAUT_CASE(text, expression)                                                                                   \
  DerivativeCase {                                                                                                    \
    text,                                                                                                             \
        []([[maybe_unused]] Complex x, [[maybe_unused]] Complex y, [[maybe_unused]] Complex z) { return expression; } \
  }

INSTANTIATE_TEST_SUITE_P(Operators, Derivative,
                         testing::Values(TAUT_CASE("x + 2*y - z", x + 2.0L * y - z), TAUT_CASE("-x*y*z", -x* y* z),
                                         TAUT_CASE("x/y", x / y), TAUT_CASE("x/(y + z)/y", x / (y + z) / y),
                                         TAUT_CASE("x^2*y", x* x* y), TAUT_CASE("x^5 + y^3", x* x* x* x* x + y * y * y),
                                         TAUT_CASE("x^-3", 1.0L / (x * x * x)), TAUT_CASE("x^2.5", std::pow(x, 2.5L)),
                                         TAUT_CASE("x^-0.5", std::pow(x, -0.5L)), TAUT_CASE("x^20", std::pow(x, 20.0L)),
                                         TAUT_CASE("x^y", std::pow(x, y)), TAUT_CASE("2^x", std::pow(Complex(2.0L), x)),
                                         TAUT_CASE("pow(x + y, x*z)", std::pow(x + y, x* z))));

INSTANTIATE_TEST_SUITE_P(
    Functions, Derivative,
    testing::Values(TAUT_CASE("sqrt(x*y)", std::sqrt(x* y)), TAUT_CASE("cbrt(x*y)", std::pow(x* y, 1.0L / 3.0L)),
                    TAUT_CASE("exp(x*y)", std::exp(x* y)), TAUT_CASE("log(x*y)", std::log(x* y)),
                    TAUT_CASE("log10(x*y)", std::log(x* y) / std::log(10.0L)), TAUT_CASE("sin(x*y)", std::sin(x* y)),
                    TAUT_CASE("cos(x*y)", std::cos(x* y)), TAUT_CASE("tan(x*y)", std::tan(x* y)),
                    TAUT_CASE("asin(x*y)", std::asin(x* y)), TAUT_CASE("acos(x*y)", std::acos(x* y)),
                    TAUT_CASE("atan(x*y)", std::atan(x* y)), TAUT_CASE("sinh(x*y)", std::sinh(x* y)),
                    TAUT_CASE("cosh(x*y)", std::cosh(x* y)), TAUT_CASE("tanh(x*y)", std::tanh(x* y)),
                    TAUT_CASE("abs(-x*y)", x* y), TAUT_CASE("sgn(x)*y", y), TAUT_CASE("floor(x)*y + z", z),
                    TAUT_CASE("atan2(x, y*z)", std::atan(x / (y * z))), TAUT_CASE("atan2(x*z, y)", std::atan(x* z / y)),
                    TAUT_CASE("hypot(x, y*z)", std::sqrt(x* x + y * y * z * z)), TAUT_CASE("min(x*y, 5 + z)", x* y),
                    TAUT_CASE("max(x*y, 5 + z^2)", 5.0L + z * z)));

INSTANTIATE_TEST_SUITE_P(Scenarios, Derivative,
                         testing::Values(TAUT_CASE("0.5*(x^2 + y^2) - z", 0.5L * (x * x + y * y) - z),
                                         TAUT_CASE("z + 1/sqrt(x^2 + y^2)", z + 1.0L / std::sqrt(x * x + y * y)),
                                         TAUT_CASE("(abs(x)/2)^2.5 + (abs(y)/3)^2.5 - 1",
                                                   std::pow(x / 2.0L, 2.5L) + std::pow(y / 3.0L, 2.5L) - 1.0L),
                                         TAUT_CASE("x^4 + x^2*y^2 + y^4 - x*(x^2 + y^2)",
                                                   x* x* x* x + x * x * y * y + y * y * y * y - x * (x * x + y * y)),
                                         TAUT_CASE("(sqrt(x^2 + y^2) - 2)^2 + z^2 - 0.25",
                                                   std::pow(std::sqrt(x* x + y * y) - 2.0L, 2) + z * z - 0.25L)));

#undef TAUT_CASE

}  // namespace
}  // namespace taut
