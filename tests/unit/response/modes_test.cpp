// Spectra that can be written down.
#include "taut/modes.hpp"

#include <cmath>
#include <numbers>

#include "support/systems.hpp"

namespace taut::test {
namespace {

struct Built {
  Model model;
  ForceField forces;
  explicit Built(const System& system)
      : model(system.model.build().value()), forces(ForceField::make(model, system.forces).value()) {}
};

TEST(NormalModes, OfADoublePendulumAreTwoMinusAndPlusRootTwo) {
  const Built pendulum(make_pendulum({.degrees = {0.0, 0.0}}));
  const NormalModes modes = normal_modes(pendulum.model, pendulum.forces, 2).value();
  EXPECT_NEAR(modes.modes[0].value, g * (2.0 - std::numbers::sqrt2), 1e-13 * g);
  EXPECT_NEAR(modes.modes[1].value, g * (2.0 + std::numbers::sqrt2), 1e-13 * g);
  EXPECT_NEAR(modes.modes[0].motion[2].x / modes.modes[0].motion[1].x, 1.0 + std::numbers::sqrt2, 1e-13);
  EXPECT_LE(modes.residual, 1e-15);
  for (const Mode& mode : modes.modes) EXPECT_GT(mode.motion[1].x, 0.0);
}

// A bead at the lowest point of a curve with curvature c: omega^2 = g c, whether the curve is built in or typed.
TEST(NormalModes, OfABeadFollowTheCurvature) {
  for (const bool typed : {false, true}) {
    System bead{ModelBuilder(2), {.gravity = {0.0, -g, 0.0}}};
    bead.model.add(ParticleSpec{.position = {0.0, -2.0, 0.0}});
    if (typed)
      bead.model.add(ImplicitSpec{.on = {0}, .equation = "x^2 + y^2 - 4"});
    else
      bead.model.add(ShapeSpec{.family = ShapeFamily::curve, .on = 0, .shape = "circle", .parameters = {{"r", 2.0}}});
    const Built built(bead);
    EXPECT_NEAR(normal_modes(built.model, built.forces, 1).value().modes[0].value, g / 2.0, 1e-13 * g) << typed;
  }
}

TEST(NormalModes, OfAPendulumUpsideDownGrow) {
  const Built pendulum(make_pendulum({.degrees = {180.0}, .lengths = {2.0}}));
  EXPECT_NEAR(normal_modes(pendulum.model, pendulum.forces, 1).value().modes[0].value, -g / 2.0, 1e-13 * g);
}

TEST(NormalModes, AwayFromEquilibriumSayHowFar) {
  const Built pendulum(make_pendulum({.degrees = {30.0}}));
  EXPECT_NEAR(normal_modes(pendulum.model, pendulum.forces, 1).value().residual, 0.5, 1e-15);
}

// Two masses on a spring vibrate at k / m_red, and move freely otherwise.
TEST(NormalModes, OfAFreeMoleculeStartWithSixZeros) {
  System molecule{ModelBuilder(3)};
  molecule.model.add(ParticleSpec{.mass = 1.0});
  molecule.model.add(ParticleSpec{.position = {1.0, 0.0, 0.0}, .mass = 3.0});
  molecule.forces.springs = {{.i = 0, .j = 1, .stiffness = 6.0, .rest_length = 1.0}};
  const Built built(molecule);
  const NormalModes modes = normal_modes(built.model, built.forces, 6).value();
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(modes.modes[k].value, 0.0, 1e-14);
  EXPECT_NEAR(modes.modes[5].value, 6.0 * (1.0 + 1.0 / 3.0), 1e-13);
}

TEST(ResponseModes, OfUnitDragAreOnesAsManyAsDegreesOfFreedom) {
  const Built pendulum(make_pendulum({.degrees = {20.0, 50.0, 80.0}}));
  Response e = Response::make(pendulum.model, pendulum.forces, {}).value();
  for (const Mode& mode : response_modes(e, 3).value()) EXPECT_NEAR(mode.value, 1.0, 1e-13);
  EXPECT_EQ(response_modes(e, 4).error().message, "found 4 modes asked for, expected at most the 3 degrees of freedom");
  EXPECT_EQ(response_modes(e, 0).error().message, "expected at least one mode, found 0");
}

// A rod pushed along itself moves with both masses, pushed across at one end with that mass alone.
TEST(GroupResponse, IsAnInverseMass) {
  System dimer{ModelBuilder(2)};
  dimer.model.add(ParticleSpec{.mass = 2.0});
  dimer.model.add(ParticleSpec{.position = {1.0, 0.0, 0.0}, .mass = 3.0});
  dimer.model.add(DistanceSpec{.i = 0, .j = 1});
  const Built built(dimer);
  Response n = Response::make(built.model, built.forces, {.kind = ResponseKind::acceleration}).value();
  const int one[] = {0}, both[] = {0, 1};
  EXPECT_NEAR(1.0 / group_response(n, one)[0][0], 5.0, 1e-14);
  EXPECT_NEAR(1.0 / group_response(n, one)[1][1], 2.0, 1e-14);
  EXPECT_NEAR(1.0 / group_response(n, both)[0][0], 5.0, 1e-14);
}

}  // namespace
}  // namespace taut::test
