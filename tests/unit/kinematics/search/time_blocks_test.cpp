#include "kinematics/search/time_blocks.hpp"

#include <gtest/gtest.h>

#include "base/random_stream.hpp"

namespace taut {
namespace {

// The solution put back into the equations.
TEST(TimeBlocks, SolveTheirEquations) {
  constexpr std::size_t n = 5;
  constexpr int last = 7;
  RandomStream random(3, 0, 0);
  TimeBlocks blocks(n, last + 1);
  std::vector<std::vector<double>> diagonal(last + 1), right(last + 1);
  for (int t = 1; t <= last; ++t) {
    const auto k = static_cast<std::size_t>(t);
    std::vector<double> matrix(n * n), root(n * n);
    for (double& x : root) x = random.normal();
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        matrix[i * n + j] = i == j ? 2.5 : 0.0;
        for (std::size_t m = 0; m < n; ++m) matrix[i * n + j] += root[i * n + m] * root[j * n + m];
      }
    diagonal[k] = matrix;
    for (std::size_t i = 0; i < n; ++i) right[k].push_back(blocks.at(t)[i] = random.normal());
    ASSERT_TRUE(blocks.eliminate(t, matrix.data()));
  }
  blocks.substitute(last);
  for (int t = 1; t <= last; ++t)
    for (std::size_t i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(t);
      double sum = -right[k][i];
      for (std::size_t j = 0; j < n; ++j) sum += diagonal[k][i * n + j] * blocks.at(t)[j];
      if (t > 1) sum -= blocks.at(t - 1)[i];
      if (t < last) sum -= blocks.at(t + 1)[i];
      EXPECT_NEAR(sum, 0.0, 1e-12) << t << " " << i;
    }
}

TEST(TimeBlocks, TellWhenTheyAreNotPositive) {
  TimeBlocks blocks(1, 3);
  double matrix = 0.5;
  ASSERT_TRUE(blocks.eliminate(1, &matrix));
  matrix = 1.9;  // less than 1 / 0.5
  EXPECT_FALSE(blocks.eliminate(2, &matrix));
}

}  // namespace
}  // namespace taut
