// Overdamped motion against closed solutions. A bob of weight m g on a rod of unit length, drag c, at the angle theta
// from the vertical: c theta' = -m g sin(theta), so that tan(theta/2) falls like exp(-m g t / c).
#include "support/order_check.hpp"

namespace taut::test {
namespace {

constexpr double end = 1.0, mass = 1.5, drag = 12.0, weight = mass * g, start = 2.0;
constexpr double tolerance = 0.05;

IntegratorOptions of_order(int order) { return {.method = IntegratorMethod::overdamped, .order = order}; }
const std::vector<int> step_counts = {200, 400, 800, 1600, 3200};

// The angle that theta' = -rate sin(theta) leads to.
double fallen(double theta, double rate_times_time) {
  return 2.0 * std::atan(std::tan(0.5 * theta) * std::exp(-rate_times_time));
}

Vec3 out(double theta) { return hanging(theta); }
Vec3 along(double theta) { return {std::cos(theta), std::sin(theta), 0.0}; }

System make_bob(const Vec3& position) {
  System system{ModelBuilder(2), {.gravity = {0.0, -g, 0.0}, .drags = {{.on = {}, .coefficient = drag}}}};
  system.model.add(ParticleSpec{.position = position, .mass = mass});
  return system;
}

void expect_orders(const System& system, const Truth& truth) {
  for (const int order : {1, 2}) expect_order(system, truth, of_order(order), step_counts, {1.0 * order, tolerance});
}

TEST(OverdampedOrder, OfAPendulum) {
  System system = make_bob(out(start));
  system.model.add(ParticleSpec{.fixed = true});
  system.model.add(DistanceSpec{.i = 0, .j = 1, .length = 1.0});
  const double theta = fallen(start, weight / drag * end), rate = -weight / drag * std::sin(theta);
  expect_orders(system, {end, {out(theta), {}}, {rate * along(theta), {}}, {weight * std::cos(theta)}});
}

// The pivot moves sideways with the speed u: c (theta' + u cos(theta)) = -m g sin(theta), or theta' = -a sin(theta + p)
// with a^2 = (m g / c)^2 + u^2 and tan(p) = c u / (m g).
TEST(OverdampedOrder, OfAPendulumWithADrivenPivot) {
  constexpr double u = 0.8;
  System system = make_bob(out(start));
  system.model.add(ParticleSpec{.fixed = true, .path = {std::to_string(u) + "*t", "0"}});
  system.model.add(DistanceSpec{.i = 0, .j = 1, .length = 1.0});
  const double a = std::hypot(weight / drag, u), p = std::atan2(drag * u, weight);
  const double theta = fallen(start + p, a * end) - p, rate = -a * std::sin(theta + p);
  const Vec3 pivot = {u * end, 0.0, 0.0}, carried = {u, 0.0, 0.0};
  expect_orders(system, {end,
                         {pivot + out(theta), pivot},
                         {carried + rate * along(theta), carried},
                         {weight * std::cos(theta) - drag * u * std::sin(theta)}});
}

// A circle that grows, R = 1 + t/2: c R theta' = -m g sin(theta), and the circle pushes with c R' - m g cos(theta).
TEST(OverdampedOrder, OnACircleThatGrows) {
  System system = make_bob(out(start));
  system.model.add(ImplicitSpec{.on = {0}, .equation = "x^2 + y^2 - (1 + t/2)^2"});
  const double radius = 1.0 + 0.5 * end;
  const double theta = fallen(start, weight / drag * 2.0 * std::log(radius));
  const Vec3 velocity = 0.5 * out(theta) - (weight / drag * std::sin(theta)) * along(theta);
  expect_orders(system, {end, {radius * out(theta)}, {velocity}, {0.5 * drag - weight * std::cos(theta)}});
}

}  // namespace
}  // namespace taut::test
