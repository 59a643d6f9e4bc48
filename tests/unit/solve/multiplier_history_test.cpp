// First guesses by extrapolation of lambda/h in time.
#include <gtest/gtest.h>

#include <cmath>

#include "solve/solver.hpp"

namespace taut {
namespace {

// lambda/h as functions of time, one a row: a constant, a line and a parabola.
constexpr std::size_t rows = 3;
double rate(std::size_t row, double t) { return row == 0 ? 2.0 : row == 1 ? 1.0 - 3.0 * t : 0.5 + t - 4.0 * t * t; }

void pass_stage(MultiplierHistory& history, double time, double h) {
  double* lambda = history.predict(time, h);
  for (std::size_t row = 0; row < rows; ++row) lambda[row] = h * rate(row, time);
  history.keep();
}

constexpr double rounding = 1e-14;

class Extrapolation : public testing::Test {
 protected:
  Extrapolation() { history.resize(rows); }
  MultiplierHistory history;
};

TEST_F(Extrapolation, StartsFromZero) {
  const double* guess = history.predict(0.0, 0.1);
  for (std::size_t row = 0; row < rows; ++row) EXPECT_EQ(guess[row], 0.0);
}

TEST_F(Extrapolation, OfOneStageIsExactForConstants) {
  pass_stage(history, 0.0, 0.1);
  EXPECT_NEAR(history.predict(0.2, 0.3)[0], 0.3 * rate(0, 0.2), rounding);
}

TEST_F(Extrapolation, OfTwoStagesIsExactForLines) {
  for (const double time : {0.0, 0.1}) pass_stage(history, time, 0.1);
  EXPECT_NEAR(history.predict(0.2, 0.1)[1], 0.1 * rate(1, 0.2), rounding);
}

TEST_F(Extrapolation, OfThreeEqualStagesIsExactForParabolas) {
  for (const double time : {0.0, 0.1, 0.2}) pass_stage(history, time, 0.1);
  const double* guess = history.predict(0.3, 0.1);
  for (std::size_t row = 0; row < rows; ++row) EXPECT_NEAR(guess[row], 0.1 * rate(row, 0.3), rounding);
}

// Stages of different lengths, one of them backwards, as in a composition.
TEST_F(Extrapolation, OfThreeUnequalStagesIsExactForParabolas) {
  pass_stage(history, 0.05, 0.1);
  pass_stage(history, 0.02, -0.06);
  pass_stage(history, 0.12, 0.2);
  const double* guess = history.predict(0.16, 0.04);
  for (std::size_t row = 0; row < rows; ++row) EXPECT_NEAR(guess[row], 0.04 * rate(row, 0.16), rounding);
}

// Where three stages would magnify errors without bound, fewer are used.
TEST_F(Extrapolation, StaysTameFarAhead) {
  for (const double time : {0.0, 1e-6, 2e-6}) pass_stage(history, time, 1e-6);
  EXPECT_LT(std::abs(history.predict(10.0, 1.0)[2]), 10.0);
}

TEST_F(Extrapolation, ForgetsOnRequest) {
  pass_stage(history, 0.0, 0.1);
  history.forget();
  EXPECT_EQ(history.predict(0.1, 0.1)[0], 0.0);
}

TEST_F(Extrapolation, SurvivesSavingAndRestoring) {
  for (const double time : {0.0, 0.1, 0.2}) pass_stage(history, time, 0.1);
  std::vector<double> memory;
  history.save(memory);
  ASSERT_EQ(memory.size(), history.memory_size());
  MultiplierHistory other;
  other.resize(rows);
  other.restore(memory);
  const double *a = history.predict(0.3, 0.1), *b = other.predict(0.3, 0.1);
  for (std::size_t row = 0; row < rows; ++row) EXPECT_EQ(a[row], b[row]);
}

}  // namespace
}  // namespace taut
