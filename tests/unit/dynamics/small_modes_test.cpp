#include "dynamics/small_modes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace taut {
namespace {

class Modes : public testing::TestWithParam<std::size_t> {};

// The matrix again from its modes, which are at right angles; one of them is zero.
TEST_P(Modes, MakeUpTheMatrix) {
  const std::size_t n = GetParam();
  std::mt19937 random(static_cast<unsigned>(n));
  std::normal_distribution<double> normal;
  std::vector<double> root(n * n), matrix(n * n, 0.0);
  for (double& entry : root) entry = normal(random);
  std::fill_n(root.begin(), n, 0.0);  // one row less: singular
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < n; ++k) matrix[i * n + j] += root[k * n + i] * root[k * n + j];
  SmallModes modes;
  modes.reserve(n);
  modes.find(n, matrix.data());
  double size = 1.0;
  for (const double entry : matrix) size = std::max(size, std::abs(entry));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      double product = 0.0, sum = 0.0;
      for (std::size_t k = 0; k < n; ++k) {
        product += modes.vector(i)[k] * modes.vector(j)[k];
        sum += modes.value(k) * modes.vector(k)[i] * modes.vector(k)[j];
      }
      EXPECT_NEAR(product, i == j ? 1.0 : 0.0, 1e-13);
      EXPECT_NEAR(sum, matrix[i * n + j], 1e-13 * size);
    }
  double least = size;
  for (std::size_t k = 0; k < n; ++k) least = std::min(least, std::abs(modes.value(k)));
  EXPECT_LT(least, 1e-13 * size);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Modes, testing::Values(1, 2, 3, 7, 20));

TEST(ModesOfADiagonal, AreItsEntries) {
  const double matrix[] = {2.0, 0.0, 0.0, 2.0};
  SmallModes modes;
  modes.reserve(3);
  modes.find(2, matrix);
  EXPECT_EQ(modes.value(0), 2.0);
  EXPECT_EQ(modes.value(1), 2.0);
  EXPECT_EQ(modes.vector(1)[1], 1.0);
}

}  // namespace
}  // namespace taut
