#include "response/joint_rule.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "response/joint_step.hpp"

namespace taut {
namespace {

// <c^2k> of the cosine of a free joint: 1 / (2 k + 1) in space, (1/2)(3/4) ... in the plane.
double moment(int dimension, int k) {
  if (dimension == 3) return 1.0 / (2 * k + 1);
  double product = 1.0;
  for (int j = 1; j <= k; ++j) product *= (2.0 * j - 1.0) / (2.0 * j);
  return product;
}

// Average of c^2k over the rule for joints at which xi ends at X: c = tanh(xi) / tanh(X).
double rule_moment(const JointRule& rule, double X, int k) {
  double sum = 0.0, all = 0.0;
  for (int q = 0; q < rule.size(); ++q) {
    all += rule.weight(q, X);
    sum += rule.weight(q, X) * std::pow(std::tanh(rule.abscissa(q) * X) / std::tanh(X), 2 * k);
  }
  return sum / all;
}

TEST(JointRule, AveragesPowersOfTheCosine) {
  for (const int dimension : {2, 3})
    for (const double X : {1e-3, 0.5, 2.0, 4.0})
      for (const int k : {0, 1, 2, 5})
        EXPECT_NEAR(rule_moment(JointRule(dimension, 40), X, k), moment(dimension, k), 1e-14)
            << dimension << " dimensions, X = " << X << ", k = " << k;
}

TEST(EvenChebyshev, TurnsMomentsIntoWeights) {  // of the point x = 1/3: T_2j(x) = cos(2 j arccos x)
  const EvenChebyshev functions(12);
  std::vector<double> moments;
  for (int j = 0; j < functions.size(); ++j) moments.push_back(std::cos(2 * j * std::acos(1.0 / 3.0)));
  const std::vector<double> weights = functions.weights(moments);
  for (const int power : {0, 2, 10, 22}) {
    double sum = 0.0;
    for (std::size_t a = 0; a < weights.size(); ++a) sum += weights[a] * std::pow(functions.points()[a], power);
    EXPECT_NEAR(sum, std::pow(1.0 / 3.0, power), 1e-15);
  }
}

// From a single bead with drag D to a second with drag 1: m' = 1 - c^2 / (1 + 1/D).
TEST(JointStep, TakesMomentsOfTheMobilityWithIt) {
  for (const int dimension : {2, 3}) {
    const JointAverage average(dimension, 24);
    const double D = 0.2, u = 1.0 / (1.0 + 1.0 / D);
    EndMobility from(average.functions, 0.0, D);
    const EndMobility to(average.functions, D, 1.0);
    from.weight.assign(24, 1.0 / 24.0);
    for (const JointFactor factor : {JointFactor::none, JointFactor::share}) {
      const int extra = factor == JointFactor::share ? 1 : 0;
      const std::vector<double> weight = JointStep(average, from, to, factor)(from.weight);
      for (const int k : {0, 1, 3}) {  // (1 - m')^k
        double sum = 0.0;
        for (std::size_t a = 0; a < weight.size(); ++a) sum += weight[a] * std::pow(1.0 - to.mobility[a], k);
        EXPECT_NEAR(sum, moment(dimension, k + extra) * std::pow(u, k + extra), 1e-14);
      }
    }
  }
}

}  // namespace
}  // namespace taut
