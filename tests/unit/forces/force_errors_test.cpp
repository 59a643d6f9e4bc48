// Every sentence with which a force field refuses its input.
#include <gtest/gtest.h>

#include <limits>

#include "taut/forces.hpp"

namespace taut {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Case {
  const char* name;
  ForceSpecs specs;
  const char* key;
  const char* message;
  int dimension = 3;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

Model four_particles(int dimension) {
  ModelBuilder builder(dimension);
  builder.add(ParticleSpec{.name = "pivot", .fixed = true});
  builder.add(ParticleSpec{.name = "anchor", .position = {1.0, 0.0, 0.0}, .fixed = true});
  builder.add(ParticleSpec{.position = {2.0, 1.0, 0.0}});
  builder.add(ParticleSpec{.position = {0.0, 1.0, 0.0}});
  return builder.build().value();
}

class ForceErrors : public testing::TestWithParam<Case> {};

TEST_P(ForceErrors, SayWhereAndWhat) {
  const auto field = ForceField::make(four_particles(GetParam().dimension), GetParam().specs);
  ASSERT_FALSE(field);
  EXPECT_EQ(field.error().key, GetParam().key);
  EXPECT_EQ(field.error().message, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    All, ForceErrors,
    testing::Values(Case{"gravity_nan",
                         {.gravity = {0.0, nan, 0.0}},
                         "forces.gravity",
                         "found (0, nan, 0), expected finite numbers"},
                    Case{"gravity_plane",
                         {.gravity = {0.0, 0.0, -9.81}},
                         "forces.gravity",
                         "found z = -9.81, expected 0 in two dimensions",
                         2},
                    Case{"spring_index",
                         {.springs = {{.i = 2, .j = 4, .stiffness = 1.0}}},
                         "forces.springs[0].between",
                         "found particle 4, expected an index from 0 to 3 (particles: 4)"},
                    Case{"spring_itself",
                         {.springs = {{.i = 2, .j = 2, .stiffness = 1.0}}},
                         "forces.springs[0].between",
                         "found particle 2 twice, expected different particles"},
                    Case{"spring_fixed",
                         {.springs = {{.i = 0, .j = 1, .stiffness = 1.0}}},
                         "forces.springs[0].between",
                         "the force acts on fixed particles only (pivot, anchor), expected at least one that moves"},
                    Case{"spring_stiffness",
                         {.springs = {{.i = 2, .j = 3, .stiffness = 0.0}}},
                         "forces.springs[0].stiffness",
                         "found 0, expected a positive number"},
                    Case{"spring_rest_length",
                         {.springs = {{.i = 2, .j = 3, .stiffness = 1.0, .rest_length = -1.0}}},
                         "forces.springs[0].rest_length",
                         "found -1, expected zero or a positive number"},
                    Case{"spring_damping",
                         {.springs = {{.i = 2, .j = 3, .stiffness = 1.0, .damping = nan}}},
                         "forces.springs[0].damping",
                         "found nan, expected zero or a positive number"},
                    Case{"spring_origin",
                         {.springs = {{.i = 2, .j = 3, .stiffness = -2.0, .origin = "forces.springs[5]"}}},
                         "forces.springs[5].stiffness",
                         "found -2, expected a positive number"},
                    Case{"constant_fixed",
                         {.constants = {{.on = 0, .force = {1.0, 0.0, 0.0}}}},
                         "forces.constants[0].on",
                         "the force acts on fixed particles only (pivot), expected at least one that moves"},
                    Case{"constant_plane",
                         {.constants = {{.on = 2, .force = {1.0, 0.0, 2.0}}}},
                         "forces.constants[0].force",
                         "found z = 2, expected 0 in two dimensions",
                         2},
                    Case{"formula_index",
                         {.formulas = {{.on = -3, .force = {"x", "", ""}}}},
                         "forces.formulas[0].on",
                         "found particle -3, expected an index from 0 to 3 (particles: 4)"},
                    Case{"formula_none",
                         {.formulas = {{.on = 2, .force = {}}}},
                         "forces.formulas[0].force",
                         "found no formula, expected one for at least one component"},
                    Case{"formula_component",
                         {.formulas = {{.on = 2, .force = {"x", "", "y"}}}},
                         "forces.formulas[0].z",
                         "found \"y\", expected none in two dimensions",
                         2},
                    Case{"formula_plane",
                         {.formulas = {{.on = 2, .force = {"z", "", ""}}}},
                         "forces.formulas[0].x",
                         "\"z\" uses z, but in two dimensions there are only x and y",
                         2},
                    Case{"formula_parameter",
                         {.formulas = {{.on = 2, .force = {"a", "", ""}, .parameters = {{"a", nan}}}}},
                         "forces.formulas[0].parameters.a",
                         "found nan, expected a finite number"},
                    Case{"potential_none",
                         {.potentials = {{.on = {}, .energy = "x"}}},
                         "forces.potentials[0].on",
                         "found no particle, expected at least one"},
                    Case{"potential_twice",
                         {.potentials = {{.on = {2, 2}, .energy = "x1"}}},
                         "forces.potentials[0].on",
                         "found particle 2 twice, expected different particles"},
                    Case{"potential_constant",
                         {.potentials = {{.on = {2}, .energy = "t"}}},
                         "forces.potentials[0].energy",
                         "\"t\" depends on no coordinate of a particle that moves"},
                    Case{"torque_of_three_in_space",
                         {.torques = {{.between = {0, 2, 3}, .stiffness = 1.0}}},
                         "forces.torques[0].between",
                         "found 3, expected 4 particles of a turn in space: an end, two on the axis, the other end"},
                    Case{"torque_of_four_in_the_plane",
                         {.torques = {{.between = {0, 1, 2, 3}, .stiffness = 1.0}}},
                         "forces.torques[0].between",
                         "found 4, expected 3 particles of a turn in the plane: an end, the joint, the other end",
                         2},
                    Case{"shift_of_four",
                         {.torques = {{.between = {0, 1, 2, 3}, .kind = JointMotion::shift, .stiffness = 1.0}}},
                         "forces.torques[0].between",
                         "found 4, expected 3 particles of a shift: two that a direction is between, and the one that "
                         "shifts"},
                    Case{"torque_of_nothing",
                         {.torques = {{.between = {0, 2, 3}}}},
                         "forces.torques[0].torque",
                         "missing; expected it, or energy, stiffness or damping",
                         2},
                    Case{"torque_rest",
                         {.torques = {{.between = {0, 2, 3}, .stiffness = 1.0, .rest = 180.0}}},
                         "forces.torques[0].rest",
                         "found 180, expected less than half a turn from zero",
                         2},
                    Case{"torque_damping",
                         {.torques = {{.between = {0, 2, 3}, .damping = -1.0}}},
                         "forces.torques[0].damping",
                         "found -1, expected zero or a positive number",
                         2},
                    Case{"torque_energy_of_time",
                         {.torques = {{.between = {0, 2, 3}, .energy = "t"}}},
                         "forces.torques[0].energy",
                         "\"t\" does not depend on q",
                         2},
                    Case{"torque_parameter",
                         {.torques = {{.between = {0, 2, 3}, .torque = "w", .parameters = {{"w", 1.0}}}}},
                         "forces.torques[0].parameters.w",
                         "\"w\" names a variable, expected another name for a parameter",
                         2},
                    Case{"drag_coefficient",
                         {.drags = {{.on = {}, .coefficient = -0.5}}},
                         "forces.drags[0].coefficient",
                         "found -0.5, expected zero or a positive number"},
                    Case{"drag_fixed",
                         {.drags = {{.on = {1, 0}, .coefficient = 0.5}}},
                         "forces.drags[0].on",
                         "the force acts on fixed particles only (anchor, pivot), expected at least one that moves"}),
    [](const auto& test) { return test.param.name; });

TEST(ForceSentences, RefuseAJointWithoutACoordinate) {
  ModelBuilder builder(3);
  for (const double x : {0.0, 1.0, 2.0}) builder.add(ParticleSpec{.position = {x, 0.0, 0.0}});
  builder.add(ParticleSpec{.position = {0.0, 1.0, 0.0}});
  builder.add(ParticleSpec{.position = {0.0, 1.0, 0.0}});
  const auto refusal = [&](const TorqueSpec& torque) {
    const auto field = ForceField::make(builder.build().value(), {.torques = {torque}});
    return field ? "" : field.error().key + ": " + field.error().message;
  };
  EXPECT_EQ(refusal({.between = {3, 0, 1, 2}, .stiffness = 1.0}),
            "forces.torques[0].between: an end is where the joint is, or on its axis, so that there is no angle");
  EXPECT_EQ(refusal({.between = {3, 4, 1}, .kind = JointMotion::shift, .stiffness = 1.0}),
            "forces.torques[0].between: the first two particles are in one place, so that there is no direction");
}

// The sentence is the formula's own (tests/unit/formula); the key is the field's.
TEST(ForceSentences, GiveTheKeyOfABadFormula) {
  const ForceSpecs bad_force = {.formulas = {{.on = 2, .force = {"", "x +", ""}}}};
  const auto force = ForceField::make(four_particles(3), bad_force);
  ASSERT_FALSE(force);
  EXPECT_EQ(force.error().key, "forces.formulas[0].y");
  EXPECT_NE(force.error().message.find("\"x +\""), std::string::npos);
  const ForceSpecs bad_energy = {.potentials = {{.on = {2}, .energy = "x2"}}};
  const auto energy = ForceField::make(four_particles(3), bad_energy);
  ASSERT_FALSE(energy);
  EXPECT_EQ(energy.error().key, "forces.potentials[0].energy");
}

}  // namespace
}  // namespace taut
