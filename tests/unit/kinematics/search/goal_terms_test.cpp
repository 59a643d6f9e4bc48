#include "kinematics/search/goal_terms.hpp"

#include <gtest/gtest.h>

#include "support/sample_arms.hpp"

namespace taut {
namespace {

// Of limits, rims, obstacles and limbs near each other, against differences of the terms.
TEST(GoalTerms, KnowTheirDerivatives) {
  constexpr double h = 1e-6;
  constexpr GoalMargins margins{1.5, 1.0};
  for (const auto& [name, arm] : support::sample_arms()) {
    const Goals goals{.obstacles = {{.shape = BallShape{{0.4, 0.9, 0.2}, 0.3}}}, .self_contact = SelfContact::avoided};
    GoalTerms terms(arm, goals), after(arm, goals), before(arm, goals);
    Posture posture(arm), moved(arm);
    std::vector<double> values = support::random_posture(arm, 11);
    if (arm.dimension() == 2)  // a row that does not cross itself
      for (double& value : values) value *= 2.0 / static_cast<double>(values.size());
    posture.set(values);
    terms.evaluate(posture, margins);
    ASSERT_GT(terms.size(), 1) << name;
    for (int v = 0; v < arm.value_count(); ++v) {
      std::vector<double> step(static_cast<std::size_t>(arm.value_count()));
      const auto move = [&](double by, GoalTerms& to) {
        step[static_cast<std::size_t>(v)] = by;
        moved.move(posture, step);
        to.evaluate(moved, margins);
        ASSERT_EQ(to.size(), terms.size()) << name;
      };
      move(h, after);
      move(-h, before);
      for (int k = 0; k < terms.size(); ++k)
        EXPECT_NEAR((after.residual(k) - before.residual(k)) / (2.0 * h), terms.row(k)[v], 1e-6) << name << " " << k;
    }
  }
}

TEST(GoalTerms, KeepBallsFromTheirRims) {
  const Arm arm = support::row_of_limbs(3, 2, 1.0);
  const Goals goals;
  GoalTerms terms(arm, goals);
  Posture posture(arm);
  const auto swung = [&](double by) {
    posture.set(std::vector<double>{0.0, 0.0, by, 0.0, 0.0, 0.0});
    terms.evaluate(posture, {0.1, 0.2});
    return terms.size() == 1 ? terms.residual(0) : -1.0 - terms.size();
  };
  EXPECT_EQ(swung(0.79), -1.0);
  EXPECT_NEAR(swung(0.9), 0.5, 1e-12);
  EXPECT_NEAR(swung(1.0), 1.0, 1e-12);
}

}  // namespace
}  // namespace taut
