// A formula constraint (the funnel) and a linear relation, each against its own generalised coordinates.
#include "support/order_check.hpp"
#include "support/pendulum_reference.hpp"

namespace taut::test {
namespace {

constexpr double end = 2.0;
constexpr double tolerance = 0.05;  // as in double_pendulum_order_test.cpp

// z = -1/rho with q = 1 + 1/rho^4:  q rho'' = 2 rho'^2/rho^5 + rho phi'^2 - g/rho^2,  phi' = L/rho^2.
// The force along the unit gradient (x/rho^3, y/rho^3, -1)/sqrt(q) is -(z'' + g) sqrt(q).
Truth funnel() {
  const Real momentum = 2 * Real(1.8);
  const auto radial = [&](Real rho, Real rate) {
    const Real q = 1 + 1 / std::pow(rho, Real(4));
    const Real spin = momentum / (rho * rho);
    return (2 * rate * rate / std::pow(rho, Real(5)) + rho * spin * spin - Real(g) / (rho * rho)) / q;
  };
  const auto derivative = [&](Real, const Reals& y) {
    return Reals{y[1], radial(y[0], y[1]), momentum / (y[0] * y[0])};
  };
  const Reals y = integrate(derivative, {2, 0, 0}, end, 0.0125L);
  const Real rho = y[0], rate = y[1], spin = momentum / (rho * rho);
  const Plane out = {std::cos(y[2]), std::sin(y[2])}, along = {-out.y, out.x};
  const Plane v = rate * out + (rho * spin) * along;
  const Real lift = radial(rho, rate) / (rho * rho) - 2 * rate * rate / (rho * rho * rho);
  const Real force = -(lift + Real(g)) * std::sqrt(1 + 1 / std::pow(rho, Real(4)));
  return {end,
          {{static_cast<double>(rho * out.x), static_cast<double>(rho * out.y), static_cast<double>(-1 / rho)}},
          {{static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(rate / (rho * rho))}},
          {static_cast<double>(force)}};
}

TEST(FunnelOrder, IsThatOfTheMethod) {
  const Truth truth = funnel();
  expect_order(make_funnel(), truth, IntegratorMethod::rattle, {320, 640, 1280, 2560}, {2.0, tolerance});
  expect_order(make_funnel(), truth, IntegratorMethod::suzuki4, {100, 160, 250, 400}, {4.0, tolerance});
  expect_order(make_funnel(), truth, IntegratorMethod::kahan_li6, {100, 128, 160, 200}, {6.0, tolerance});
  expect_order(make_funnel(), truth, IntegratorMethod::kahan_li8, {50, 56, 64, 72}, {8.0, 2.0 * tolerance});
}

// A double pendulum whose lower rod carries a third mass at its middle, kept there by a linear relation:
// r_1/2 - r_c + r_2/2 = 0 holds the middle with a force F, and each end with -F/2.
System loaded_rod() {
  System system = make_pendulum({.degrees = {30.0, 45.0}});
  const Vec3 middle = 0.5 * (system.model.particle(1).position + system.model.particle(2).position);
  system.model.add(ParticleSpec{.name = "middle", .position = middle, .mass = 2.0});
  system.model.add(LinearSpec{.on = {1, 3, 2}, .weights = {0.5, -1.0, 0.5}});
  return system;
}

Truth loaded_rod_truth() {
  const Plane weight = {0, -Real(g)};
  const PendulumReference reference({{1, 0}, {1, 1}, {1, Real(0.5)}}, {1, 1, 2}, [&](Real, const auto&, const auto&) {
    return std::vector<Plane>{weight, weight, 2 * weight};
  });
  const Motion motion = reference.released({30.0 * degree, 45.0 * degree}, end);
  const Plane hold = 2 * (motion.a[2] - weight), end_load = weight - Real(0.5) * hold;
  std::vector<double> forces = tensions(motion, {1, 1}, {end_load, end_load});
  const Vec3 along_gradient = -std::sqrt(1.5) * rounded(hold);  // |(1/2, -1, 1/2)| = sqrt(3/2)
  forces.insert(forces.end(), {along_gradient.x, along_gradient.y});
  return {end,
          {{}, rounded(motion.r[0]), rounded(motion.r[1]), rounded(motion.r[2])},
          {{}, rounded(motion.v[0]), rounded(motion.v[1]), rounded(motion.v[2])},
          forces};
}

TEST(LinearRelationOrder, IsThatOfTheMethod) {
  const Truth truth = loaded_rod_truth();
  expect_order(loaded_rod(), truth, IntegratorMethod::rattle, {160, 320, 640, 1280}, {2.0, tolerance});
  expect_order(loaded_rod(), truth, IntegratorMethod::suzuki4, {64, 100, 160, 250}, {4.0, tolerance});
  expect_order(loaded_rod(), truth, IntegratorMethod::kahan_li8, {40, 48, 56, 64}, {8.0, 2.0 * tolerance});
}

}  // namespace
}  // namespace taut::test
