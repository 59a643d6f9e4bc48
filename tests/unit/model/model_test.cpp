// What a valid builder becomes: particles, rows, names, the start.
#include "taut/model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "taut/state.hpp"

namespace taut {
namespace {

constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon();

ModelBuilder double_pendulum() {
  ModelBuilder builder(2);
  builder.add(ParticleSpec{.name = "pivot", .fixed = true});
  builder.add(ParticleSpec{.name = "bob1", .position = {1.0, 0.0, 0.0}, .mass = 2.0});
  builder.add(ParticleSpec{.position = {1.0, 3.0, 0.0}, .velocity = {0.5, 0.25, 0.0}});
  builder.add(DistanceSpec{.i = 0, .j = 1, .length = 1.25, .name = "upper rod"});
  builder.add(DistanceSpec{.i = 1, .j = 2});
  return builder;
}

ModelBuilder water(double degrees) {
  ModelBuilder builder(3);
  builder.add(ParticleSpec{.name = "h1", .position = {2.0, 0.0, 0.0}});
  builder.add(ParticleSpec{.name = "o"});
  builder.add(ParticleSpec{.name = "h2", .position = {0.0, 3.0, 0.0}});
  builder.add(AngleSpec{.a = 0, .b = 1, .c = 2, .degrees = degrees});
  return builder;
}

TEST(Model, HoldsParticlesWithInverseMasses) {
  const Model model = double_pendulum().build().value();
  EXPECT_EQ(model.dimension(), 2);
  EXPECT_EQ(model.size(), 3);
  EXPECT_EQ(model.free_particles(), 2);
  EXPECT_EQ(model.degrees_of_freedom(), 2);
  EXPECT_EQ(model.masses(), (std::vector<double>{std::numeric_limits<double>::infinity(), 2.0, 1.0}));
  EXPECT_EQ(model.inverse_masses(), (std::vector<double>{0.0, 0.5, 1.0}));
  EXPECT_EQ(model.positions()[2], (Vec3{1.0, 3.0, 0.0}));
  EXPECT_EQ(model.velocities()[2], (Vec3{0.5, 0.25, 0.0}));
}

TEST(Model, TakesTheInitialDistanceWithoutALength) {
  const Model model = double_pendulum().build().value();
  ASSERT_EQ(model.row_count(), 2);
  EXPECT_EQ(model.distances()[0].length, 1.25);
  EXPECT_EQ(model.distances()[1].length, 3.0);
  EXPECT_EQ(model.rows()[1].kind, RowKind::distance);
  EXPECT_EQ(model.rows()[1].constraint, 1);
  EXPECT_EQ(model.row_particles(1), (std::vector<std::int32_t>{1, 2}));
}

TEST(Model, NamesParticlesAndConstraints) {
  const Model model = double_pendulum().build().value();
  EXPECT_EQ(model.particle_name(0), "pivot");
  EXPECT_EQ(model.particle_name(2), "particle 2");
  EXPECT_EQ(model.constraint_name(0), "upper rod");
  EXPECT_EQ(model.constraint_name(1), "distance 1 (bob1-2)");
  EXPECT_EQ(model.row_name(0), "upper rod");
  EXPECT_EQ(water(100.0).build().value().constraint_name(0), "angle 0 (h1-o-h2)");
}

TEST(Model, ShortensTheNamesOfManyParticles) {
  ModelBuilder builder(2);
  LinearSpec spec;
  for (int i = 0; i < 6; ++i) spec.on.push_back(builder.add(ParticleSpec{}));
  spec.weights.assign(6, 1.0);
  builder.add(spec);
  EXPECT_EQ(builder.build().value().constraint_name(0), "linear 0 (0-1-2-3-... 6 in all)");
}

TEST(Builder, FindsParticlesByName) {
  const ModelBuilder builder = double_pendulum();
  EXPECT_EQ(builder.find("bob1"), 1);
  EXPECT_EQ(builder.find("bob2"), std::nullopt);
  EXPECT_EQ(builder.find(""), std::nullopt);
}

TEST(Angle, IsTheDistanceOfItsEnds) {
  const double degrees = 104.52;
  const Model model = water(degrees).build().value();
  ASSERT_EQ(model.row_count(), 1);
  const double expected = std::sqrt(4.0 + 9.0 - 12.0 * std::cos(degrees * std::numbers::pi / 180.0));
  EXPECT_EQ(model.distances()[0].i, 0);
  EXPECT_EQ(model.distances()[0].j, 2);
  EXPECT_NEAR(model.distances()[0].length, expected, rounding * expected);
  EXPECT_STREQ(model.constraints()[0].type, "angle");
}

TEST(Angle, TakesItsSidesFromDistancesWhereverTheyStand) {
  ModelBuilder builder = water(90.0);
  builder.add(DistanceSpec{.i = 1, .j = 0, .length = 6.0});
  builder.add(DistanceSpec{.i = 1, .j = 2, .length = 8.0});
  EXPECT_NEAR(builder.build().value().distances()[0].length, 10.0, rounding * 10.0);
}

TEST(Angle, KeepsItsDigitsWhenSmall) {
  ModelBuilder builder = water(1e-6);
  builder.add(DistanceSpec{.i = 0, .j = 1, .length = 3.0});
  const double expected = 3.0 * std::numbers::pi * 1e-6 / 180.0;
  EXPECT_NEAR(builder.build().value().distances()[0].length, expected, rounding * expected);
}

TEST(Linear, HasOneRowForEachDimension) {
  for (const int dimension : {2, 3}) {
    ModelBuilder builder(dimension);
    for (int i = 0; i < 3; ++i) builder.add(ParticleSpec{});
    builder.add(LinearSpec{.on = {0, 1, 2}, .weights = {0.5, 0.0, -2.0}, .offset = {4.0, 5.0, 0.0}});
    const Model model = builder.build().value();
    ASSERT_EQ(model.row_count(), dimension);
    EXPECT_EQ(model.constraints()[0].rows, dimension);
    EXPECT_EQ(model.linears()[1].axis, 1);
    EXPECT_EQ(model.linears()[1].offset, 5.0);
    EXPECT_EQ(model.row_particles(1), (std::vector<std::int32_t>{0, 2})) << "a zero weight couples nothing";
    EXPECT_EQ(model.linear_terms()[3].weight, -2.0);
  }
}

TEST(Implicit, NumbersTheCoordinatesOfItsParticlesAndTime) {
  ModelBuilder builder(3);
  for (int i = 0; i < 3; ++i) builder.add(ParticleSpec{});
  builder.add(ImplicitSpec{.on = {2, 0}, .equation = "x1 + 10*y1 + 100*z1 + k*x2 + t", .parameters = {{"k", 1000.0}}});
  const Model model = builder.build().value();
  const FormulaRow& row = model.formulas()[0];
  EXPECT_EQ(row.particles, (std::vector<std::int32_t>{2, 0}));
  std::vector<double> scratch(row.formula.scratch_size());
  const double variables[] = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.5};
  ASSERT_EQ(row.formula.variables(), 7);
  EXPECT_EQ(row.formula.value(variables, scratch.data()), 4321.5);
}

TEST(Implicit, KnowsASingleParticleByBothNames) {
  ModelBuilder builder(2);
  builder.add(ParticleSpec{});
  builder.add(ImplicitSpec{.on = {0}, .equation = "x - y1"});
  EXPECT_TRUE(builder.build());
}

TEST(State, StartsDrivenParticlesOnTheirPaths) {
  ModelBuilder builder(3);
  builder.add(ParticleSpec{.position = {9.0, -0.25, 9.0}, .fixed = true, .path = {"1 + 3*t", "", "cos(t)"}});
  builder.add(ParticleSpec{.position = {1.0, -0.25, 3.0}, .velocity = {7.0, 0.0, 0.0}});
  builder.add(DistanceSpec{.i = 0, .j = 1});
  const Model model = builder.build().value();
  const State state = initial_state(model);
  EXPECT_EQ(state.time, 0.0);
  EXPECT_EQ(state.position[0], (Vec3{1.0, -0.25, 1.0}));
  EXPECT_EQ(state.velocity[0], (Vec3{3.0, 0.0, 0.0}));
  EXPECT_EQ(state.velocity[1], (Vec3{7.0, 0.0, 0.0}));
  EXPECT_EQ(state.position_low, std::vector<Vec3>(2));
  EXPECT_EQ(state.velocity_low, std::vector<Vec3>(2));
  EXPECT_EQ(model.distances()[0].length, 2.0) << "measured from where the path starts";
  ASSERT_EQ(model.driven().size(), 1U);
  EXPECT_EQ(model.driven()[0].particle, 0);
}

TEST(ModelBuilder, RemovesMarkedConstraintsAndNumbersTheOthersAnew) {
  ModelBuilder builder = double_pendulum();
  builder.remove_constraints({true});  // and leaves what is not marked
  const Model model = builder.build().value();
  EXPECT_EQ(model.row_count(), 1);
  EXPECT_EQ(model.constraint_name(0), "distance 0 (bob1-2)");
}

}  // namespace
}  // namespace taut
