// Every integrator on the double pendulum, 30 and 45 degrees from rest, against angles in long double.
//
// An error expands as C h^p (1 + c h^2 + ...): the step counts start where the fitted order is off by less than 0.02,
// and end where round-off, 3e-15, is below a percent of the error.
#include "support/double_pendulum_truth.hpp"

namespace taut::test {
namespace {

constexpr double end = 2.0;

struct Case {
  IntegratorMethod method;
  std::vector<int> step_counts;
};

class DoublePendulumOrder : public testing::TestWithParam<Case> {};

TEST_P(DoublePendulumOrder, IsThatOfTheMethod) {
  constexpr double tolerance = 0.05;
  const double order = integrator_info(GetParam().method).order;
  expect_order(make_regular_double_pendulum(), double_pendulum_truth(end), GetParam().method, GetParam().step_counts,
               {order, tolerance});
}

INSTANTIATE_TEST_SUITE_P(, DoublePendulumOrder,
                         testing::Values(Case{IntegratorMethod::shake, {160, 320, 640, 1280, 2560}},
                                         Case{IntegratorMethod::rattle, {160, 320, 640, 1280, 2560}},
                                         Case{IntegratorMethod::yoshida4, {128, 200, 320, 500, 800}},
                                         Case{IntegratorMethod::suzuki4, {64, 100, 160, 250, 400}},
                                         Case{IntegratorMethod::yoshida6, {100, 128, 160, 200, 250}},
                                         Case{IntegratorMethod::kahan_li6, {64, 80, 100, 128, 160}},
                                         Case{IntegratorMethod::kahan_li8, {40, 48, 56, 64}}),
                         [](const auto& instance) { return test_name(integrator_info(instance.param.method).name); });

// A reference is worth what its own error is: another step changes nothing that counts.
TEST(PendulumReference, HasConverged) {
  const Reals angles = {30.0 * degree, 45.0 * degree};
  const PendulumReference reference = PendulumReference::unit(2, g);
  const Motion coarse = reference.released(angles, end, 0.025L), fine = reference.released(angles, end, 0.0125L);
  constexpr Real tolerance = 1e-17L;
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_LT(std::abs(coarse.r[k].x - fine.r[k].x), tolerance);
    EXPECT_LT(std::abs(coarse.r[k].y - fine.r[k].y), tolerance);
  }
}

}  // namespace
}  // namespace taut::test
