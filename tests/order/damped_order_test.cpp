// Drag and dashpots do not commute with the constraints; split off symmetrically they keep order two. The closed form
// takes them as they are.
#include "support/order_check.hpp"
#include "support/pendulum_reference.hpp"

namespace taut::test {
namespace {

constexpr double end = 2.0;
constexpr double tolerance = 0.05;  // as in double_pendulum_order_test.cpp
const std::vector<int> step_counts = {160, 320, 640, 1280, 2560};
const IntegratorOptions closed_form = {.method = IntegratorMethod::closed_form, .order = 4};

Truth truth(const PendulumReference::Forces& forces) {
  const PendulumReference reference({{1, 0}, {1, 1}}, {1, 1}, forces);
  const Motion motion = reference.released({30.0 * degree, 45.0 * degree}, end);
  return {end,
          {{}, rounded(motion.r[0]), rounded(motion.r[1])},
          {{}, rounded(motion.v[0]), rounded(motion.v[1])},
          tensions(motion, {1, 1}, forces(end, motion.r, motion.v))};
}

TEST(DampedOrder, IsTwoWithUnequalDragAndRods) {
  System system = make_pendulum({.degrees = {30.0, 45.0}});
  system.forces.drags = {{.on = {1}, .coefficient = 0.25}, {.on = {2}, .coefficient = 2.0}};
  const auto forces = [](Real, const auto&, const std::vector<Plane>& v) {
    return std::vector<Plane>{Plane{0, -Real(g)} - Real(0.25) * v[0], Plane{0, -Real(g)} - Real(2.0) * v[1]};
  };
  expect_order(system, truth(forces), IntegratorMethod::rattle, step_counts, {2.0, tolerance});
  expect_order(system, truth(forces), closed_form, {400, 640, 1000, 1600}, {4.0, tolerance});
}

TEST(DampedOrder, IsTwoWithADashpotAcrossTwoRods) {
  System system = make_pendulum({.degrees = {30.0, 45.0}});
  system.forces.springs = {{.i = 0, .j = 2, .stiffness = 20.0, .rest_length = 1.5, .damping = 3.0}};
  const auto forces = [](Real, const std::vector<Plane>& r, const std::vector<Plane>& v) {
    const Real distance = std::sqrt(dot(r[1], r[1]));
    const Plane u = (1 / distance) * r[1];
    const Real pull = 20 * (distance - Real(1.5)) + 3 * dot(u, v[1]);
    return std::vector<Plane>{{0, -Real(g)}, Plane{0, -Real(g)} - pull * u};
  };
  expect_order(system, truth(forces), IntegratorMethod::rattle, step_counts, {2.0, tolerance});
  expect_order(system, truth(forces), closed_form, {400, 640, 1000, 1600}, {4.0, tolerance});
}

}  // namespace
}  // namespace taut::test
