// Equations of constraints have more than one root: an elbow can be held on either side of its shoulder and hand. A
// solve must find the root on the side where the step began, whatever first guess it starts from.
#include "support/systems.hpp"

namespace taut::test {
namespace {

// Two heavy ends fly apart until the rods between them are straight; the light elbow is snapped through the line, the
// ends rebound. A step cannot resolve the snap, but energy does not come from nothing.
System make_elbow(double light) {
  System system{ModelBuilder(2)};
  constexpr double half = 0.99;
  const Vec3 elbow = {0.0, std::sqrt(1.0 - half * half), 0.0};
  system.model.add(
      ParticleSpec{.name = "left", .position = {-half, 0.0, 0.0}, .velocity = {-1.0, 0.0, 0.0}, .mass = 10.0});
  system.model.add(ParticleSpec{.name = "elbow", .position = elbow, .mass = light});
  system.model.add(
      ParticleSpec{.name = "right", .position = {half, 0.0, 0.0}, .velocity = {1.0, 0.0, 0.0}, .mass = 10.0});
  system.model.add(DistanceSpec{.i = 0, .j = 1, .length = 1.0});
  system.model.add(DistanceSpec{.i = 1, .j = 2, .length = 1.0});
  return system;
}

class Elbow : public testing::TestWithParam<SolverMethod> {};

// A root on the wrong side multiplies the energy step by step; a snap that is met too coarsely shifts it once, by a
// part of the energy that the elbow carries.
TEST_P(Elbow, DoesNotGainEnergyWhenItIsSnapped) {
  constexpr double largest_gain = 2.0;
  for (const double light : {0.1, 0.02, 0.001})
    for (const double step : {2e-3, 1e-3, 5e-4}) {
      SCOPED_TRACE("elbow " + std::to_string(light) + ", step " + std::to_string(step));
      Simulation s = Simulation::started(make_elbow(light), {.step = step}, tight(GetParam()));
      const double start = s.energy();
      s.step(200);
      EXPECT_LT(s.energy(), largest_gain * start);
    }
}

// Without lincs, whose expansion takes a hundred thousand passes for a light particle between heavy ones.
std::vector<SolverMethod> methods_that_converge() {
  std::vector<SolverMethod> methods = methods_for(make_elbow(0.1).model.build().value());
  methods.erase(std::find(methods.begin(), methods.end(), SolverMethod::lincs));
  return methods;
}

INSTANTIATE_TEST_SUITE_P(, Elbow, testing::ValuesIn(methods_that_converge()),
                         [](const auto& instance) { return test_name(solver_name(instance.param)); });

// At rest and far from any force, a pendulum stays where it is, on the side where it is.
TEST(Root, IsTheNearestOneForALongStep) {
  Simulation s = Simulation::started(make_circle(0.5), {.step = 1.0});
  for (int k = 0; k < 20; ++k) {
    const Vec3 before = s.position(1);
    s.step();
    EXPECT_NEAR(dot(before, s.position(1)), std::cos(std::asin(0.5)), 1e-14)
        << "a turn by asin(v h), not its supplement";
  }
}

}  // namespace
}  // namespace taut::test
