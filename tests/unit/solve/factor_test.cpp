// The sparse factor against dense LU, on random patterns.
#include "solve/factor.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <random>

#include "support/dense_algebra.hpp"

namespace taut {
namespace {

using Symmetry = SparseFactor::Symmetry;

struct RandomMatrix {
  std::vector<std::vector<std::int32_t>> neighbours;
  Eigen::MatrixXd dense;
};

// Diagonally dominant, so that its condition is near 3 and solutions agree to a few epsilon; up to four entries a row.
RandomMatrix random_matrix(int n, Symmetry symmetry, std::mt19937& random) {
  std::uniform_real_distribution<double> value(-1.0, 1.0);
  std::uniform_int_distribution<std::int32_t> index(0, n - 1);
  RandomMatrix matrix{std::vector<std::vector<std::int32_t>>(static_cast<std::size_t>(n)), Eigen::MatrixXd::Zero(n, n)};
  for (std::int32_t i = 0; i < n; ++i)
    for (int entry = 0; entry < 2; ++entry) {
      const std::int32_t j = index(random);
      if (i == j) continue;
      matrix.neighbours[static_cast<std::size_t>(i)].push_back(j);
      matrix.neighbours[static_cast<std::size_t>(j)].push_back(i);
      matrix.dense(i, j) = value(random);
      matrix.dense(j, i) = symmetry == Symmetry::symmetric ? matrix.dense(i, j) : value(random);
    }
  for (int i = 0; i < n; ++i)
    matrix.dense(i, i) = 1.0 + 2.0 * matrix.dense.row(i).cwiseAbs().sum() + 2.0 * matrix.dense.col(i).cwiseAbs().sum();
  return matrix;
}

void assemble(const RandomMatrix& matrix, SparseFactor& factor) {
  for (std::int32_t i = 0; i < matrix.dense.rows(); ++i) {
    factor.diagonal()[static_cast<std::size_t>(factor.position(i))] = matrix.dense(i, i);
    for (const std::int32_t j : matrix.neighbours[static_cast<std::size_t>(i)]) {
      const SparseFactor::Slot at = factor.slot(i, j);
      (at.transposed ? factor.upper() : factor.lower())[static_cast<std::size_t>(at.slot)] = matrix.dense(i, j);
    }
  }
}

TEST(SparseFactor, MultipliesByTheMatrixThatWasAssembled) {
  std::mt19937 random(8);
  for (const int n : {1, 7, 40}) {
    const RandomMatrix matrix = random_matrix(n, Symmetry::symmetric, random);
    SparseFactor factor(matrix.neighbours);
    assemble(matrix, factor);
    const Eigen::VectorXd x = Eigen::VectorXd::Random(n), expected = matrix.dense * x;
    Eigen::VectorXd y(n);
    for (const bool factored : {false, true}) {
      if (factored) {
        ASSERT_EQ(factor.factorise(Symmetry::symmetric), -1);
      }
      factor.multiply(x.data(), y.data());
      EXPECT_LE((y - expected).norm(), 1e-14 * expected.norm());
    }
  }
}

class RandomFactor : public testing::TestWithParam<Symmetry> {};

TEST_P(RandomFactor, SolvesAsDenseLUDoes) {
  constexpr double tolerance = 1e-14;
  std::mt19937 random(7);
  for (const int n : {1, 2, 5, 20, 60}) {
    const RandomMatrix matrix = random_matrix(n, GetParam(), random);
    SparseFactor factor(matrix.neighbours);
    assemble(matrix, factor);
    ASSERT_EQ(factor.factorise(GetParam()), -1);
    for (int side = 0; side < 3; ++side) {
      Eigen::VectorXd x = Eigen::VectorXd::Random(n);
      const Eigen::VectorXd expected = test::dense_solution(matrix.dense, x);
      factor.solve(x.data());
      EXPECT_LT((x - expected).lpNorm<Eigen::Infinity>(), tolerance) << n << " rows";
    }
  }
}

// The same factor takes new values without a trace of the old ones.
TEST_P(RandomFactor, CanBeUsedAgain) {
  std::mt19937 random(11);
  RandomMatrix matrix = random_matrix(30, GetParam(), random);
  SparseFactor factor(matrix.neighbours);
  for (const double scale : {1.0, 3.0, 0.5}) {
    matrix.dense *= scale;
    assemble(matrix, factor);
    ASSERT_EQ(factor.factorise(GetParam()), -1);
    Eigen::VectorXd x = Eigen::VectorXd::Ones(30);
    factor.solve(x.data());
    EXPECT_LT((matrix.dense * x - Eigen::VectorXd::Ones(30)).lpNorm<Eigen::Infinity>(), 1e-14);
  }
}

INSTANTIATE_TEST_SUITE_P(, RandomFactor, testing::Values(Symmetry::symmetric, Symmetry::unsymmetric),
                         [](const auto& instance) {
                           return instance.param == Symmetry::symmetric ? "symmetric" : "unsymmetric";
                         });

TEST(Factor, ReportsARowThatDependsOnAnother) {
  SparseFactor factor({{1}, {0, 2}, {1}});
  const Eigen::Matrix3d singular{{1.0, 2.0, 0.0}, {2.0, 4.0, 0.0}, {0.0, 0.0, 1.0}};
  assemble({{{1}, {0, 2}, {1}}, singular}, factor);
  const std::int32_t row = factor.factorise(Symmetry::symmetric);
  EXPECT_TRUE(row == 0 || row == 1) << row;
}

// A Gram matrix of five vectors in three dimensions: two rows are left out, and the others solved as if alone.
TEST(Factor, LeavesOutDependentRows) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> value(-1.0, 1.0);
  const Eigen::MatrixXd vectors = Eigen::MatrixXd::NullaryExpr(5, 3, [&] { return value(random); });
  const std::vector<std::vector<std::int32_t>> all = {
      {1, 2, 3, 4}, {0, 2, 3, 4}, {0, 1, 3, 4}, {0, 1, 2, 4}, {0, 1, 2, 3}};
  SparseFactor factor(all);
  assemble({all, vectors * vectors.transpose()}, factor);
  const std::vector<std::int32_t> dropped = factor.factorise_dropping(1e-12);
  ASSERT_EQ(dropped.size(), 2u);
  const Eigen::Vector3d force{0.3, -0.7, 0.2};
  Eigen::VectorXd x = vectors * force;
  factor.solve(x.data());
  for (const std::int32_t row : dropped) EXPECT_EQ(x[row], 0.0);
  EXPECT_LE((vectors.transpose() * x - force).norm(), 1e-12);
}

// Elimination from the leaves of a star fills nothing; in the order given, the centre first would fill everything.
TEST(Factor, OrdersAStarWithoutFill) {
  constexpr std::int32_t leaves = 20;
  std::vector<std::vector<std::int32_t>> star(leaves + 1);
  for (std::int32_t leaf = 1; leaf <= leaves; ++leaf) {
    star[0].push_back(leaf);
    star[static_cast<std::size_t>(leaf)].push_back(0);
  }
  EXPECT_EQ(SparseFactor(star).fill(), static_cast<std::size_t>(leaves));
}

// A ring of n rows: n entries and one row of fill, n - 3 more.
TEST(Factor, OrdersARingWithOneRowOfFill) {
  constexpr std::int32_t n = 50;
  std::vector<std::vector<std::int32_t>> ring(n);
  for (std::int32_t k = 0; k < n; ++k) ring[static_cast<std::size_t>(k)] = {(k + 1) % n, (k + n - 1) % n};
  EXPECT_EQ(SparseFactor(ring).fill(), static_cast<std::size_t>(n + n - 3));
}

}  // namespace
}  // namespace taut
