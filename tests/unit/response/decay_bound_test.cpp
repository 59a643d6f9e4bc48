// The factor by which the response of an infinite chain decays, from below and above (docs/freely-jointed-chain.md,
// section 4): the leading eigenvalue of K f(t) = <(1 - t') f(t')>, t' = 1 - c^2 / (1 + t), on 0 <= t <= 1. With z = 1 -
// t
//   K z^k = mu_k / (2 - z)^(k+1),   mu_k = <c^(2k+2)>.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "taut/freely_jointed.hpp"

namespace taut {
namespace {

double mu(int dimension, int k) {
  if (dimension == 3) return 1.0 / (2 * k + 3);
  double product = 1.0;
  for (int j = 1; j <= k + 1; ++j) product *= (2.0 * j - 1.0) / (2.0 * j);
  return product;
}

double value(const std::vector<double>& f, double z) {
  double sum = 0.0;
  for (auto a = f.rbegin(); a != f.rend(); ++a) sum = sum * z + *a;
  return sum;
}

double applied(int dimension, const std::vector<double>& f, double z) {
  double sum = 0.0, power = 1.0;
  for (std::size_t k = 0; k < f.size(); ++k) {
    power /= 2.0 - z;
    sum += f[k] * mu(dimension, static_cast<int>(k)) * power;
  }
  return sum;
}

// Polynomials by coefficients from the constant one on.
std::vector<double> product(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> c(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) c[i + j] += a[i] * b[j];
  return c;
}

// (2 - z)^(n+1) (K f - kappa f), n the degree of f.
std::vector<double> excess(int dimension, const std::vector<double>& f, double kappa) {
  std::vector<double> power = {1.0};
  std::vector<double> sum(2 * f.size());
  for (std::size_t k = f.size(); k-- > 0;) {
    for (std::size_t i = 0; i < power.size(); ++i) sum[i] += f[k] * mu(dimension, static_cast<int>(k)) * power[i];
    power = product(power, {2.0, -1.0});
  }
  const std::vector<double> subtracted = product(f, power);
  for (std::size_t i = 0; i < subtracted.size(); ++i) sum[i] -= kappa * subtracted[i];
  return sum;
}

double binomial(std::size_t n, std::size_t k) {
  double b = 1.0;
  for (std::size_t j = 1; j <= k; ++j) b *= static_cast<double>(n - k + j) / static_cast<double>(j);
  return b;
}

// The least Bernstein coefficient of this degree on [0, 1]: a polynomial is nowhere below it.
double lower_bound_on_unit_interval(const std::vector<double>& polynomial, std::size_t degree) {
  double least = polynomial.front();
  for (std::size_t i = 1; i <= degree; ++i) {
    double coefficient = 0.0;
    for (std::size_t k = 0; k <= std::min(i, polynomial.size() - 1); ++k)
      coefficient += polynomial[k] * binomial(i, k) / binomial(degree, k);
    least = std::min(least, coefficient);
  }
  return least;
}

// f > 0 and K f > f / 5, so c_d > const kappa^d with kappa > 1/5. By hand: with v = 1 + t the excess is
// (v^3 - 3 v^2 + 5 v / 3 + 1) / 5, which on [1, 2] is least at v = 5/3, where it is 2 / 135.
TEST(DecayInSpace, IsSlowerThanOneFifth) {
  const std::vector<double> f = {1.0, 1.0};  // 2 - t
  EXPECT_NEAR(value(excess(3, f, 0.2), 1.0 / 3.0), 2.0 / 135.0, 1e-15);
  EXPECT_GT(lower_bound_on_unit_interval(excess(3, f, 0.2), 12), 0.005);
}

// The largest denominator on [1, 2] is 4: kappa = 1/5 + (2/27) / (5 * 4).
TEST(DecayInSpace, IsAtLeastOneFifthAndAnother270th) {
  const double kappa = 1.0 / 5.0 + 1.0 / 270.0;
  for (int k = 0; k <= 1000; ++k) EXPECT_GT(applied(3, {1.0, 1.0}, 1e-3 * k), kappa * value({1.0, 1.0}, 1e-3 * k));
  EXPECT_GT(infinite_chain(3, 0)->factor, kappa);
}

// The argument for 1/5 would give 1/3 in the plane. No linear f shows more (K f = f / 3 at t = 1/2 for all of them);
// this one does.
TEST(DecayInThePlane, IsSlowerThanOneThird) {
  EXPECT_GT(lower_bound_on_unit_interval(excess(2, {2.0, 1.0, 2.0}, 1.0 / 3.0), 7), 0.008);
  EXPECT_NEAR(applied(2, {1.0, 0.7}, 0.5), value({1.0, 0.7}, 0.5) / 3.0, 1e-15);
}

TEST(DecayBound, WouldFailForAFactorThatIsTooLarge) {
  EXPECT_LT(lower_bound_on_unit_interval(excess(3, {1.0, 1.0}, 0.21), 12), 0.0);
}

// In powers of z, K is S diag(mu) with S_jk = binomial(j + k, j) / 2^(j+k+1) = int x^(j+k) / (j! k!) e^-2x dx, a Gram
// matrix: K is similar to a symmetric positive one, and its sections give lower bounds that grow with their size.
Eigen::MatrixXd section(int dimension, int size) {
  Eigen::MatrixXd K(size, size);
  for (int j = 0; j < size; ++j)
    for (int k = 0; k < size; ++k)
      K(j, k) = std::sqrt(mu(dimension, j) * mu(dimension, k)) * std::ldexp(1.0, -(j + k + 1)) *
                binomial(static_cast<std::size_t>(j + k), static_cast<std::size_t>(j));
  return K;
}

double leading_eigenvalue(int dimension, int size) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(section(dimension, size)).eigenvalues().maxCoeff();
}

TEST(DecayInSpace, ExceedsOneFifthInASectionOfThree) {
  EXPECT_NEAR(leading_eigenvalue(3, 2), 0.1953, 0.5e-4);
  EXPECT_NEAR(leading_eigenvalue(3, 3), 0.2035, 0.5e-4);
  EXPECT_NEAR(leading_eigenvalue(3, 60), 0.20781956305199, 0.5e-14);
}

class DecayIn : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Dimensions, DecayIn, testing::Values(2, 3));

TEST_P(DecayIn, IsTheLimitOfLowerBounds) {
  const double factor = infinite_chain(GetParam(), 0)->factor;
  double before = 0.0;
  for (const int size : {2, 3, 4, 8, 16, 32}) {
    const double bound = leading_eigenvalue(GetParam(), size);
    EXPECT_GT(bound, before);
    EXPECT_LT(bound, factor);
    before = bound;
  }
  EXPECT_NEAR(leading_eigenvalue(GetParam(), 100), factor, 1e-14);
}

// For f > 0, min K f / f <= factor <= max K f / f [collatz1942], here with the eigenvector of a section for f.
TEST_P(DecayIn, IsEnclosedFromBothSides) {
  constexpr int size = 100;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(section(GetParam(), size));
  std::vector<double> f;
  for (int k = 0; k < size; ++k)
    f.push_back(std::abs(solver.eigenvectors()(k, size - 1)) / std::sqrt(mu(GetParam(), k)));
  double least = 1.0, greatest = 0.0;
  for (int k = 0; k <= 1000; ++k) {
    const double ratio = applied(GetParam(), f, 1e-3 * k) / value(f, 1e-3 * k);
    least = std::min(least, ratio);
    greatest = std::max(greatest, ratio);
  }
  const double factor = infinite_chain(GetParam(), 0)->factor;
  EXPECT_LE(least, factor);
  EXPECT_GE(greatest, factor);
  EXPECT_LT(greatest - least, GetParam() == 3 ? 2e-12 : 4e-9);
}

}  // namespace
}  // namespace taut
