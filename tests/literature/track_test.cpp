// A car at 50 km/h on closed tracks, a = 25, b = 25 * 5/6 [vesely2013, problem 4; science, section 6]: lap times, and
// the lateral acceleration as the constraint force on unit mass.
#include "support/systems.hpp"

namespace taut::test {
namespace {

constexpr double speed = 50.0 / 3.6, a = 25.0, b = a * 5.0 / 6.0;
constexpr double superellipse_length = 150.264088370836, ellipse_length = 144.287316579368;
constexpr double straight = 9.682197236;  // of the stadium as long as the superellipse, with r = b

System superellipse(const Vec3& position, const Vec3& velocity) {
  return make_track({"superellipse", {{"a", a}, {"b", b}, {"n", 2.5}}, position, velocity});
}
System ellipse(const Vec3& position, const Vec3& velocity) {
  return make_track({"ellipse", {{"a", a}, {"b", b}}, position, velocity});
}
System stadium(const Vec3& position, const Vec3& velocity) {
  return make_track({"stadium", {{"r", b}, {"y0", 0.5 * straight}}, position, velocity});
}

// After a lap of this length.
Vec3 after_lap(const System& track, double length) {
  constexpr int steps = 4000;
  Simulation s = Simulation::started(track, {.method = IntegratorMethod::kahan_li6, .step = length / speed / steps});
  s.step(steps);
  return s.position(0);
}

double lateral(const System& track) {
  Simulation s = Simulation::started(track, {.step = 1e-3});
  return std::abs(s.constraint_forces()[0]);
}

// Smooth tracks: kahan-li6 has no error left, and the printed length has 15 digits.
TEST(Ellipse, HasThePrintedLength) {
  EXPECT_LT(norm(after_lap(ellipse({a, 0.0, 0.0}, {0.0, speed, 0.0}), ellipse_length) - Vec3{a, 0.0, 0.0}), 1e-11);
}

// A step of v h = 0.04 m meets the cusp of curvature on each axis, sqrt(distance), once: it errs by less than
// (v h)^3.5 kappa' = 1e-7.
TEST(Superellipse, HasThePrintedLength) {
  EXPECT_LT(norm(after_lap(superellipse({a, 0.0, 0.0}, {0.0, speed, 0.0}), superellipse_length) - Vec3{a, 0.0, 0.0}),
            1e-7);
}

// The curvature jumps by 1/b at four joints: the step over one errs by less than (v h)^2/(8 b), 1e-5 m.
TEST(Stadium, HasTheLengthOfTheSuperellipse) {
  const Vec3 start = {b, 0.0, 0.0};
  EXPECT_LT(norm(after_lap(stadium(start, {0.0, speed, 0.0}), superellipse_length) - start), 4e-5);
}

TEST(Ellipse, PushesAsPrintedOnTheAxes) {
  EXPECT_NEAR(lateral(ellipse({a, 0.0, 0.0}, {0.0, speed, 0.0})), 11.1111, 5e-5);
  EXPECT_NEAR(lateral(ellipse({0.0, b, 0.0}, {speed, 0.0, 0.0})), 6.430041, 5e-7);
}

TEST(Stadium, PushesOnTheArcsOnly) {
  EXPECT_EQ(lateral(stadium({b, 1.0, 0.0}, {0.0, speed, 0.0})), 0.0);
  EXPECT_NEAR(lateral(stadium({0.0, b + 0.5 * straight, 0.0}, {speed, 0.0, 0.0})), 9.259259259, 5e-10);
}

TEST(Superellipse, DoesNotPushOnTheAxes) {
  EXPECT_EQ(lateral(superellipse({a, 0.0, 0.0}, {0.0, speed, 0.0})), 0.0);
  EXPECT_EQ(lateral(superellipse({0.0, b, 0.0}, {speed, 0.0, 0.0})), 0.0);
}

// A state and the force there, where the force along the lap is greatest.
struct Peak {
  Vec3 position;
  double force = 0.0;
};

Peak greatest_force(const System& track, double step, int steps) {
  Simulation s = Simulation::started(track, {.method = IntegratorMethod::kahan_li6, .step = step});
  Peak peak;
  for (int k = 0; k < steps; ++k) {
    s.step();
    const double force = std::abs(s.constraint_forces()[0]);
    if (force > peak.force) peak = {s.position(0), force};
  }
  return peak;
}

// A sample is at most half a step, v h/2 = 1 mm, from the peak; there the force is flat and misses by less than 1e-7.
TEST(Superellipse, PushesMostWherePrinted) {
  const double step = superellipse_length / speed / 75000;
  const Peak peak = greatest_force(superellipse({a, 0.0, 0.0}, {0.0, speed, 0.0}), step, 75000 / 4);
  EXPECT_NEAR(peak.force, 12.3583435409, 1e-7);
  EXPECT_NEAR(peak.position.x, 21.6289, 1e-3);
  EXPECT_NEAR(peak.position.y, 12.9357, 1e-3);
}

// From the right end of the bean (1, 0), up and past its bulge, at unit speed: the force is the curvature.
TEST(Bean, CurvesMostWherePrinted) {
  const System bean = make_track({"bean", {}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}});
  const Peak peak = greatest_force(bean, 1e-4, 10000);
  EXPECT_NEAR(peak.force, 3.706929595, 1e-7);
  EXPECT_NEAR(peak.position.x, 0.847053, 1e-4);
  EXPECT_NEAR(peak.position.y, 0.613570, 1e-4);
}

}  // namespace
}  // namespace taut::test
