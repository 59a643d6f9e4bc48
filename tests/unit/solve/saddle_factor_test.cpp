// Systems of a constrained equilibrium, against dense solves: positive, indefinite, singular.
#include "solve/saddle_factor.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <limits>

#include "base/philox.hpp"

namespace taut {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Effort = SaddleFactor::Effort;

// An answer that was refined with residuals of twice the digits: every entry is rounded, whatever the condition.
constexpr double refined = 4e-16;

double random(int i, int j) {
  return uniform_pair(4, static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j))[0] - 0.5;
}

// A chain of springs between n points on a line, the ends held by springs of this stiffness; every third point is tied
// to the next but one.
struct System {
  int n = 30, m = 0;
  Matrix dense;

  explicit System(double ends, double middle = 1.0) {
    for (int k = 0; k + 2 < n; k += 3) ++m;
    dense = Matrix::Zero(n + m, n + m);
    const auto spring = [&](int i, int j, double k) {
      dense(i, i) += k;
      dense(j, j) += k;
      dense(i, j) -= k;
      dense(j, i) -= k;
    };
    for (int k = 0; k + 1 < n; ++k) spring(k, k + 1, k == n / 2 ? middle : 1.0 + 0.1 * k);
    dense(0, 0) += ends;
    dense(n - 1, n - 1) += ends;
    for (int k = 0, row = n; k + 2 < n; k += 3, ++row)
      for (const auto& [at, weight] : {std::pair{k, 1.0}, {k + 2, -1.0}}) dense(row, at) = dense(at, row) = weight;
  }
  bool compute(SaddleFactor& factor, Effort effort, bool symmetric = true) const {
    return factor.compute(dense.sparseView(), n, m, 3.0, effort, symmetric);
  }
  double error(const SaddleFactor& factor) const {
    Vector right(n + m);
    for (int k = 0; k < n + m; ++k) right[k] = random(1, k);
    const Vector expected = dense.cast<long double>().fullPivLu().solve(right.cast<long double>()).cast<double>();
    return (factor.solve(right) - expected).norm() / expected.norm();
  }
};

TEST(SaddleFactor, SolvesAPositiveOneWithoutExchanges) {
  SaddleFactor factor;
  const System system(1.0);
  ASSERT_TRUE(system.compute(factor, Effort::quick));
  EXPECT_LE(system.error(factor), refined);
}

// Of condition 1e9, which the dense solve meets with a rounding of 1e-19.
TEST(SaddleFactor, SolvesASoftOneAsWell) {
  SaddleFactor factor;
  const System system(1e-7);
  ASSERT_TRUE(system.compute(factor, Effort::quick));
  EXPECT_LE(system.error(factor), refined + 1e9 * static_cast<double>(std::numeric_limits<long double>::epsilon()));
}

TEST(SaddleFactor, SolvesColumnsTogetherAsAlone) {
  SaddleFactor factor;
  const System system(1e-3);
  ASSERT_TRUE(system.compute(factor, Effort::quick));
  SaddleFactor::Panel right(factor.rows(), SaddleFactor::panel);
  for (int k = 0; k < right.rows(); ++k)  // of several sizes, and one of zeros
    for (int c = 0; c < right.cols(); ++c) right(k, c) = c * random(c, k);
  const SaddleFactor::Panel together = factor.solve(right);
  for (int c = 0; c < right.cols(); ++c) EXPECT_EQ(together.col(c), factor.solve(Vector(right.col(c)))) << c;
}

TEST(SaddleFactor, SolvesAnIndefiniteOneInAnyWay) {
  SaddleFactor factor;
  const System system(1.0, -5.0);
  ASSERT_TRUE(system.compute(factor, Effort::any));
  EXPECT_LE(system.error(factor), 1e-12);
}

TEST(SaddleFactor, ExchangesRowsOfAnUnsymmetricOne) {
  SaddleFactor factor;
  System system(1.0);
  system.dense(3, 7) += 0.4;
  EXPECT_FALSE(system.compute(factor, Effort::quick, false));
  ASSERT_TRUE(system.compute(factor, Effort::any, false));
  EXPECT_LE(system.error(factor), 1e-13);
}

TEST(SaddleFactor, DoesNotTakeAFreeMotionForAStiffOne) {
  SaddleFactor factor;
  EXPECT_FALSE(System(0.0).compute(factor, Effort::quick));
}

}  // namespace
}  // namespace taut
