#include "dynamics/locking.hpp"

#include "support/systems.hpp"

namespace taut::test {
namespace {

// A crank that is turned drives a slider by a rod: it goes round where the rod is longer than the crank.
System slider_crank(double rod) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.position = {1.0, 0.0, 0.0}, .fixed = true, .path = {"cos(t)", "sin(t)", ""}});
  system.model.add(ParticleSpec{.name = "slider", .position = {1.0 + rod, 0.0, 0.0}});
  system.model.add(DistanceSpec{.i = 0, .j = 1, .length = rod, .name = "rod"});
  system.model.add(ImplicitSpec{.on = {1}, .equation = "y", .name = "guide"});
  return system;
}

std::optional<double> locking(const System& system, double until, std::int32_t row = 0) {
  const Model model = system.model.build().value();
  return locking_time(model, row, initial_state(model), until);
}

TEST(Locking, IsWhereTheBranchEnds) {
  const std::optional<double> at = locking(slider_crank(0.8), 2.0);  // sin t = 0.8
  ASSERT_TRUE(at.has_value());
  EXPECT_NEAR(*at, std::asin(0.8), 1e-7);
}

TEST(Locking, IsNotWhereTheMotionGoesOn) {
  EXPECT_FALSE(locking(slider_crank(1.2), 6.0).has_value());
  EXPECT_FALSE(locking(slider_crank(0.8), 0.9).has_value()) << "not yet";
}

// A formula of t does the same as a driven particle.
TEST(Locking, OfConstraintsThatDependOnTime) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.position = {0.0, 1.0, 0.0}});
  system.model.add(ShapeSpec{.family = ShapeFamily::curve, .on = 0, .shape = "circle", .parameters = {{"r", 1.0}}});
  system.model.add(ImplicitSpec{.on = {0}, .equation = "x - t"});
  const std::optional<double> at = locking(system, 3.0);
  ASSERT_TRUE(at.has_value());
  EXPECT_NEAR(*at, 1.0, 1e-7);
}

// Without a drive a step that fails has other reasons, and so has one whose path is not a number.
TEST(Locking, IsOfDrivenMechanismsAlone) {
  EXPECT_FALSE(locking(make_pendulum({.degrees = {90.0, 90.0}}), 100.0).has_value());
  System system = slider_crank(0.8);
  system.model = ModelBuilder(2);
  system.model.add(ParticleSpec{.fixed = true, .path = {"0", "1 - sqrt(1 - t)", ""}});
  system.model.add(ParticleSpec{.position = {1.0, 0.0, 0.0}});
  system.model.add(DistanceSpec{.i = 0, .j = 1});
  EXPECT_FALSE(locking(system, 2.0).has_value());
}

}  // namespace
}  // namespace taut::test
