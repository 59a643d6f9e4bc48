// Constraints that depend on time keep the order: a driven pivot and a circle that breathes.
#include "support/order_check.hpp"
#include "support/pendulum_reference.hpp"

namespace taut::test {
namespace {

constexpr double end = 1.0;
constexpr double tolerance = 0.05;  // as in double_pendulum_order_test.cpp
const IntegratorOptions closed_form = {.method = IntegratorMethod::closed_form, .order = 4};

// Kapitza's pendulum: the pivot at amplitude cos(frequency t). In its frame gravity is -g - y''.
constexpr double amplitude = 0.5, frequency = 10.0;

Truth shaken_pendulum() {
  constexpr Real a = amplitude, w = frequency;
  const auto force = [](Real t) { return Plane{0, -Real(g) + a * w * w * std::cos(w * t)}; };
  const PendulumReference reference({{1}}, {1},
                                    [&](Real t, const auto&, const auto&) { return std::vector<Plane>{force(t)}; });
  const Motion motion = reference.released({2.5}, end, 0.005L);
  const Plane r = {0, a * std::cos(w * Real(end))}, v = {0, -a * w * std::sin(w * Real(end))};
  return {end,
          {rounded(r), rounded(r + motion.r[0])},
          {rounded(v), rounded(v + motion.v[0])},
          tensions(motion, {1}, {force(end)})};
}

TEST(DrivenPivotOrder, IsThatOfTheMethod) {
  const System system = make_shaken_pendulum(0.0, amplitude, frequency);
  const Truth truth = shaken_pendulum();
  expect_order(system, truth, IntegratorMethod::shake, {150, 300, 600, 1200}, {2.0, tolerance});
  expect_order(system, truth, IntegratorMethod::rattle, {150, 300, 600, 1200}, {2.0, tolerance});
  expect_order(system, truth, IntegratorMethod::yoshida4, {200, 300, 450, 700}, {4.0, tolerance});
  expect_order(system, truth, IntegratorMethod::kahan_li6, {50, 62, 77, 96, 120}, {6.0, tolerance});
  expect_order(system, truth, IntegratorMethod::kahan_li8, {28, 32, 36, 40}, {8.0, 2.0 * tolerance});
  expect_order(system, truth, closed_form, {400, 640, 1000, 1600}, {4.0, tolerance});
}

// r = R (cos phi, sin phi), R = 1 + cos(3 t)/5:  R phi'' + 2 R' phi' = -g cos phi, force R'' - R phi'^2 + g sin phi.
Truth breathing_circle() {
  const auto radius = [](Real t) { return 1 + Real(0.2) * std::cos(3 * t); };
  const auto rate = [](Real t) { return -Real(0.2) * 3 * std::sin(3 * t); };
  const auto derivative = [&](Real t, const Reals& y) {
    return Reals{y[1], (-Real(g) * std::cos(y[0]) - 2 * rate(t) * y[1]) / radius(t)};
  };
  const Reals y = integrate(derivative, {0, Real(0.5) / radius(0)}, end, 0.0125L);
  const Real r = radius(end), dr = rate(end), ddr = -Real(0.2) * 9 * std::cos(3 * Real(end));
  const Plane out = {std::cos(y[0]), std::sin(y[0])}, along = {-out.y, out.x};
  const Real force = ddr - r * y[1] * y[1] + Real(g) * out.y;
  return {end, {rounded(r * out)}, {rounded(dr * out + (r * y[1]) * along)}, {static_cast<double>(force)}};
}

TEST(BreathingCircleOrder, IsThatOfTheMethod) {
  const System system = make_breathing_circle(0.0);
  const Truth truth = breathing_circle();
  expect_order(system, truth, IntegratorMethod::shake, {160, 320, 640, 1280}, {2.0, tolerance});
  expect_order(system, truth, IntegratorMethod::rattle, {160, 320, 640, 1280}, {2.0, tolerance});
  expect_order(system, truth, IntegratorMethod::suzuki4, {64, 100, 160, 250}, {4.0, tolerance});
  expect_order(system, truth, IntegratorMethod::kahan_li6, {51, 63, 78, 97}, {6.0, tolerance});
  expect_order(system, truth, IntegratorMethod::kahan_li8, {36, 41, 46, 51}, {8.0, 2.0 * tolerance});
  expect_order(system, truth, closed_form, {400, 640, 1000, 1600}, {4.0, tolerance});
}

}  // namespace
}  // namespace taut::test
