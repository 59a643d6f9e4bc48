// Forces against the slope of their energy, energies against hand calculation.
#include <gtest/gtest.h>

#include <cmath>

#include "taut/forces.hpp"

namespace taut {
namespace {

// Particle 0 is fixed; 1, 2 and 3 move with masses 1, 2 and 0.5.
Model four_particles(int dimension) {
  const double z = dimension == 2 ? 0.0 : 1.0;
  ModelBuilder builder(dimension);
  builder.add(ParticleSpec{.name = "pivot", .position = {0.1, -0.2, 0.3 * z}, .fixed = true});
  builder.add(ParticleSpec{.position = {1.0, 0.5, -0.25 * z}});
  builder.add(ParticleSpec{.position = {-0.5, 2.0, 0.75 * z}, .mass = 2.0});
  builder.add(ParticleSpec{.position = {0.3, -1.0, 1.5 * z}, .mass = 0.5});
  return builder.build().value();
}

struct Evaluated {
  std::vector<Vec3> force;
  ForceField::Energies energies;
  double total;
};

Evaluated evaluate(const ForceField& field, const std::vector<Vec3>& position, double time) {
  ForceWorkspace work(field);
  Evaluated result{std::vector<Vec3>(position.size(), Vec3{7.0, 7.0, 7.0}), {}, 0.0};
  field.evaluate(position.data(), time, result.force.data(), work);
  result.energies = field.energies(position.data(), time, work);
  result.total = field.potential_energy(position.data(), time, work);
  return result;
}

struct Case {
  const char* name;
  int dimension;
  ForceSpecs specs;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

ForceSpecs everything() {
  ForceSpecs specs;
  specs.gravity = {0.5, -9.81, 0.25};
  specs.springs = {{.i = 0, .j = 1, .stiffness = 3.0, .rest_length = 0.5}, {.i = 2, .j = 1, .stiffness = 2.0}};
  specs.constants = {{.on = 3, .force = {1.0, 2.0, 3.0}}};
  specs.potentials = {{.on = {1, 3}, .energy = "k*cos(x1 - x2) + y1*z2^2 + t*x1", .parameters = {{"k", 1.5}}}};
  return specs;
}

class ConservativeForces : public testing::TestWithParam<Case> {};

// Central differences with step h err by h^2 U'''/6 + epsilon U/h: 1e-10 and 2e-10 at h = 1e-5 for the U, U''' < 20
// here.
TEST_P(ConservativeForces, AreMinusTheSlopeOfTheEnergy) {
  const double h = 1e-5, tolerance = 1e-9, time = 0.7;
  const Model model = four_particles(GetParam().dimension);
  const ForceField field = ForceField::make(model, GetParam().specs).value();
  const auto at_start = evaluate(field, model.positions(), time);
  EXPECT_EQ(at_start.force[0], Vec3{}) << "fixed";
  for (std::size_t i = 1; i < at_start.force.size(); ++i) {
    for (int axis = 0; axis < GetParam().dimension; ++axis) {
      auto ahead = model.positions(), behind = model.positions();
      ahead[i][axis] += h;
      behind[i][axis] -= h;
      const double slope = (evaluate(field, ahead, time).total - evaluate(field, behind, time).total) / (2.0 * h);
      EXPECT_NEAR(at_start.force[i][axis], -slope, tolerance) << "particle " << i << ", axis " << axis;
    }
    if (GetParam().dimension == 2) {
      EXPECT_EQ(at_start.force[i].z, 0.0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, ConservativeForces,
    testing::Values(Case{"gravity", 3, {.gravity = {1.0, -9.81, 0.5}}},
                    Case{"spring", 3, {.springs = {{.i = 1, .j = 2, .stiffness = 4.0, .rest_length = 1.0}}}},
                    Case{"spring_of_no_length", 3, {.springs = {{.i = 3, .j = 2, .stiffness = 4.0}}}},
                    Case{"spring_to_fixed", 3, {.springs = {{.i = 0, .j = 2, .stiffness = 4.0, .rest_length = 3.0}}}},
                    Case{"constant", 3, {.constants = {{.on = 2, .force = {1.0, -2.0, 3.0}}}}},
                    Case{"potential", 3, {.potentials = {{.on = {2, 1}, .energy = "exp(-x1*y2) + z1^3*z2"}}}},
                    Case{"potential_of_one", 3, {.potentials = {{.on = {3}, .energy = "sin(x)*y + z^2"}}}},
                    Case{"potential_in_plane", 2, {.potentials = {{.on = {0, 3}, .energy = "(x1 - x2)^2*y2"}}}},
                    Case{"everything", 3, everything()}),
    [](const auto& test) { return test.param.name; });

TEST(ForceField, AddsUpItsEnergies) {
  ModelBuilder builder(3);
  builder.add(ParticleSpec{.position = {0.0, 0.0, 100.0}, .fixed = true});
  builder.add(ParticleSpec{.position = {3.0, 4.0, 0.0}, .mass = 2.0});
  builder.add(ParticleSpec{.position = {0.0, 4.0, 0.0}});
  ForceSpecs specs;
  specs.gravity = {0.0, -10.0, -1.0};
  specs.springs = {{.i = 1, .j = 2, .stiffness = 6.0, .rest_length = 1.0}, {.i = 2, .j = 1, .stiffness = 2.0}};
  specs.constants = {{.on = 1, .force = {1.0, 1.0, 0.0}}};
  specs.potentials = {{.on = {2}, .energy = "x + 2*y + 100*t"}};
  const Model model = builder.build().value();
  const auto result = evaluate(ForceField::make(model, specs).value(), model.positions(), 0.5);
  EXPECT_EQ(result.energies.gravity, 2.0 * 10.0 * 4.0 + 10.0 * 4.0) << "the fixed particle has none";
  EXPECT_EQ(result.energies.springs, 0.5 * 6.0 * 4.0 + 0.5 * 2.0 * 9.0);
  EXPECT_EQ(result.energies.constants, -7.0);
  EXPECT_EQ(result.energies.potentials, 58.0);
  EXPECT_EQ(result.total, 120.0 + 21.0 - 7.0 + 58.0);
}

TEST(ForceField, EvaluatesFormulasOfPlaceAndTime) {
  const Model model = four_particles(3);
  ForceSpecs specs;
  specs.formulas = {{.on = 2, .force = {"a*t + x", "", "y*z"}, .parameters = {{"a", 10.0}}}};
  const auto result = evaluate(ForceField::make(model, specs).value(), model.positions(), 3.0);
  EXPECT_EQ(result.force[2], (Vec3{29.5, 0.0, 1.5}));
  EXPECT_EQ(result.force[1], Vec3{});
  EXPECT_EQ(result.total, 0.0);
}

TEST(ForceField, PullsNothingWhereASpringHasNoDirection) {
  const Model model = four_particles(3);
  const ForceSpecs specs = {.springs = {{.i = 1, .j = 2, .stiffness = 4.0, .rest_length = 1.0}}};
  const auto result = evaluate(ForceField::make(model, specs).value(), std::vector<Vec3>(4), 0.0);
  EXPECT_EQ(result.force[1], Vec3{});
  EXPECT_EQ(result.total, 2.0);
}

TEST(ForceField, KnowsWhatItDependsOn) {
  struct Expectation {
    const char* name;
    ForceSpecs specs;
    bool state, damping, conserves;
  };
  const Expectation table[] = {
      {"uniform",
       {.gravity = {0.0, -1.0, 0.0}, .constants = {{.on = 1, .force = {1.0, 0.0, 0.0}}}},
       false,
       false,
       true},
      {"spring", {.springs = {{.i = 1, .j = 2, .stiffness = 1.0}}}, true, false, true},
      {"damped spring", {.springs = {{.i = 1, .j = 2, .stiffness = 1.0, .damping = 1.0}}}, true, true, false},
      {"potential", {.potentials = {{.on = {1, 2}, .energy = "x1*x2"}}}, true, false, true},
      {"potential of t", {.potentials = {{.on = {1, 2}, .energy = "x1*x2*t"}}}, true, false, false},
      {"formula", {.formulas = {{.on = 1, .force = {"y", "", ""}}}}, true, false, false},
      {"drag", {.drags = {{.on = {}, .coefficient = 1.0}}}, false, true, false},
      {"no drag", {.drags = {{.on = {}, .coefficient = 0.0}}}, false, false, true},
  };
  const Model model = four_particles(3);
  for (const auto& [name, specs, state, damping, conserves] : table) {
    SCOPED_TRACE(name);
    const ForceField field = ForceField::make(model, specs).value();
    EXPECT_EQ(field.depends_on_state(), state);
    EXPECT_EQ(field.has_damping(), damping);
    EXPECT_EQ(field.conserves_energy(), conserves);
  }
}

}  // namespace
}  // namespace taut
