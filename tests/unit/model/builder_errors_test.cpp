// Every sentence with which a builder refuses its input.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "taut/model.hpp"

namespace taut {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr auto curve = ShapeFamily::curve;
constexpr auto surface = ShapeFamily::surface;

struct Case {
  const char* name;
  int dimension;
  std::function<void(ModelBuilder&)> add;
  const char* key;
  const char* message;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

// Particles 0 pivot and 1 anchor are fixed; 2 left, 3 right and 4 are free; 4 stands where right does.
ModelBuilder five_particles(int dimension) {
  ModelBuilder builder(dimension);
  builder.add(ParticleSpec{.name = "pivot", .fixed = true});
  builder.add(ParticleSpec{.name = "anchor", .position = {5.0, 0.0, 0.0}, .fixed = true});
  builder.add(ParticleSpec{.name = "left", .position = {1.0, 0.0, 0.0}});
  builder.add(ParticleSpec{.name = "right", .position = {3.0, 0.0, 0.0}});
  builder.add(ParticleSpec{.position = {3.0, 0.0, 0.0}});
  return builder;
}

class BuilderErrors : public testing::TestWithParam<Case> {};

TEST_P(BuilderErrors, SayWhereAndWhat) {
  ModelBuilder builder = five_particles(GetParam().dimension);
  GetParam().add(builder);
  const auto model = builder.build();
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().key, GetParam().key);
  EXPECT_EQ(model.error().message, GetParam().message);
}

template <class Spec>
Case refused(const char* name, int dimension, Spec spec, const char* key, const char* message) {
  return {name, dimension, [spec](ModelBuilder& builder) { builder.add(spec); }, key, message};
}

std::string name_of(const testing::TestParamInfo<Case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Particles, BuilderErrors,
    testing::Values(Case{"dimension", 4, [](ModelBuilder&) {}, "dimension", "found 4, expected 2 or 3"},
                    refused("duplicate_name", 3, ParticleSpec{.name = "left"}, "particles[5].name",
                            "\"left\" is already the name of particle 2"),
                    refused("origin", 3, ParticleSpec{.mass = 0.0, .origin = "chains[0]"}, "chains[0].mass",
                            "found 0, expected a positive number"),
                    refused("position_nan", 3, ParticleSpec{.position = {0.0, nan, 1.0}}, "particles[5].position",
                            "found (0, nan, 1), expected finite numbers"),
                    refused("position_plane", 2, ParticleSpec{.position = {0.0, 0.0, 1.5}}, "particles[5].position",
                            "found z = 1.5, expected 0 in two dimensions"),
                    refused("velocity_infinite", 3, ParticleSpec{.velocity = {-infinity, 0.0, 0.0}},
                            "particles[5].velocity", "found (-inf, 0, 0), expected finite numbers"),
                    refused("velocity_plane", 2, ParticleSpec{.velocity = {0.0, 0.0, -1.0}}, "particles[5].velocity",
                            "found z = -1, expected 0 in two dimensions"),
                    refused("mass_negative", 3, ParticleSpec{.mass = -1.5}, "particles[5].mass",
                            "found -1.5, expected a positive number"),
                    refused("mass_infinite", 3, ParticleSpec{.mass = infinity}, "particles[5].mass",
                            "found inf, expected a positive number"),
                    refused("mass_tiny", 3, ParticleSpec{.mass = 1e-310}, "particles[5].mass",
                            "found 1e-310, expected a number whose inverse is finite"),
                    refused("velocity_fixed", 2, ParticleSpec{.velocity = {1.0, 0.0, 0.0}, .fixed = true},
                            "particles[5].velocity", "found (1, 0), expected zero for a fixed particle"),
                    refused("velocity_driven", 3,
                            ParticleSpec{.velocity = {1.0, 0.0, 0.0}, .fixed = true, .path = {"t", "", ""}},
                            "particles[5].velocity",
                            "found (1, 0, 0), expected zero for a driven particle (its path gives the velocity)"),
                    refused("path_free", 3, ParticleSpec{.path = {"t", "", ""}}, "particles[5].path",
                            "found a path on a particle that is free, expected fixed = true with it"),
                    refused("path_plane", 2, ParticleSpec{.fixed = true, .path = {"", "", "t"}}, "particles[5].path.z",
                            "found \"t\", expected none in two dimensions"),
                    refused("path_infinite", 3, ParticleSpec{.fixed = true, .path = {"", "1/t", ""}},
                            "particles[5].path.y", "\"1/t\" is inf at t = 0, expected a finite number"),
                    refused("path_speed", 3, ParticleSpec{.fixed = true, .path = {"sqrt(t)", "", ""}},
                            "particles[5].path.x",
                            "\"sqrt(t)\" has the derivative inf at t = 0, expected a finite number")),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Distances, BuilderErrors,
    testing::Values(
        refused("index", 3, DistanceSpec{.i = 2, .j = 7}, "constraints[0].between",
                "found particle 7, expected an index from 0 to 4 (particles: 5)"),
        refused("index_negative", 3, DistanceSpec{.i = -1, .j = 2}, "constraints[0].between",
                "found particle -1, expected an index from 0 to 4 (particles: 5)"),
        refused("itself", 3, DistanceSpec{.i = 2, .j = 2}, "constraints[0].between",
                "found left twice, expected two different particles"),
        refused("fixed", 3, DistanceSpec{.i = 0, .j = 1}, "constraints[0].between",
                "the distance acts on fixed particles only (pivot, anchor), expected at least one that moves"),
        refused("coincident", 3, DistanceSpec{.i = 3, .j = 4}, "constraints[0].length",
                "right and particle 4 start at the same place, expected a length or different positions"),
        refused("length_zero", 3, DistanceSpec{.i = 2, .j = 3, .length = 0.0}, "constraints[0].length",
                "found 0, expected a positive number"),
        refused("length_nan", 3, DistanceSpec{.i = 2, .j = 3, .length = nan}, "constraints[0].length",
                "found nan, expected a positive number"),
        refused("length_huge", 3, DistanceSpec{.i = 2, .j = 3, .length = 1e200}, "constraints[0].length",
                "found 1e+200, expected a number whose square is a finite double above zero"),
        refused("origin", 3, DistanceSpec{.i = 2, .j = 3, .length = -1.0, .origin = "constraints[7]"},
                "constraints[7].length", "found -1, expected a positive number"),
        Case{"duplicate_name", 3,
             [](ModelBuilder& builder) {
               builder.add(DistanceSpec{.i = 0, .j = 2, .name = "rod"});
               builder.add(DistanceSpec{.i = 2, .j = 3});
               builder.add(DistanceSpec{.i = 0, .j = 3, .name = "rod"});
             },
             "constraints[2].name", "\"rod\" is already the name of constraint 0"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Angles, BuilderErrors,
    testing::Values(
        refused("index", 3, AngleSpec{.a = 2, .b = 3, .c = 5, .degrees = 90.0}, "constraints[0].between",
                "found particle 5, expected an index from 0 to 4 (particles: 5)"),
        refused("itself", 3, AngleSpec{.a = 2, .b = 3, .c = 2, .degrees = 90.0}, "constraints[0].between",
                "found particle 2 twice, expected different particles"),
        refused("fixed_ends", 3, AngleSpec{.a = 0, .b = 2, .c = 1, .degrees = 90.0}, "constraints[0].between",
                "the angle acts on fixed particles only (pivot, anchor), expected at least one that moves"),
        refused("straight", 3, AngleSpec{.a = 0, .b = 2, .c = 3, .degrees = 180.0}, "constraints[0].degrees",
                "found 180, expected less than 180: a straight angle held by a distance is singular (use type = "
                "\"linear\" to keep the middle particle between the ends)"),
        refused("zero", 3, AngleSpec{.a = 0, .b = 2, .c = 3, .degrees = 0.0}, "constraints[0].degrees",
                "found 0, expected an angle between 0 and 180, both excluded"),
        refused("nan", 3, AngleSpec{.a = 0, .b = 2, .c = 3, .degrees = nan}, "constraints[0].degrees",
                "found nan, expected an angle between 0 and 180, both excluded"),
        refused("coincident", 3, AngleSpec{.a = 0, .b = 3, .c = 4, .degrees = 90.0}, "constraints[0].between",
                "particle 4 and right start at the same place, expected a length or different positions"),
        Case{"bad_side", 3,
             [](ModelBuilder& builder) {
               builder.add(AngleSpec{.a = 0, .b = 2, .c = 3, .degrees = 90.0});
               builder.add(DistanceSpec{.i = 0, .j = 2, .length = -1.0});
             },
             "constraints[1].length", "found -1, expected a positive number"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Shapes, BuilderErrors,
    testing::Values(
        refused("index", 2, ShapeSpec{.family = curve, .on = 9, .shape = "bean"}, "constraints[0].on",
                "found particle 9, expected an index from 0 to 4 (particles: 5)"),
        refused("fixed", 2, ShapeSpec{.family = curve, .on = 0, .shape = "bean"}, "constraints[0].on",
                "the curve acts on fixed particles only (pivot), expected at least one that moves"),
        refused("misspelt", 2, ShapeSpec{.family = curve, .on = 2, .shape = "elipse"}, "constraints[0].shape",
                "no curve is called \"elipse\" (did you mean \"ellipse\"?)"),
        refused("unknown", 2, ShapeSpec{.family = curve, .on = 2, .shape = "moebius"}, "constraints[0].shape",
                "no curve is called \"moebius\" (there are parabola, circle, ellipse, superellipse, stadium, bean)"),
        refused("family", 3, ShapeSpec{.family = curve, .on = 2, .shape = "sphere", .parameters = {{"r", 1.0}}},
                "constraints[0].shape", "\"sphere\" is a surface, expected a curve (use type = \"surface\")"),
        refused("curve_in_space", 3, ShapeSpec{.family = curve, .on = 2, .shape = "circle", .parameters = {{"r", 1.0}}},
                "constraints[0].shape",
                "the curve \"circle\" lies in a plane, expected dimension = 2 (in three dimensions hold the particle "
                "on two surfaces that meet in it, such as a cylinder and a plane)"),
        refused("surface_in_plane", 2,
                ShapeSpec{.family = surface, .on = 2, .shape = "sphere", .parameters = {{"r", 1.0}}},
                "constraints[0].shape", "the surface \"sphere\" needs dimension = 3, found 2"),
        refused("missing", 2, ShapeSpec{.family = curve, .on = 2, .shape = "ellipse", .parameters = {{"a", 1.0}}},
                "constraints[0].b", "missing, expected a positive number: the ellipse needs it"),
        refused("superfluous", 2,
                ShapeSpec{.family = curve, .on = 2, .shape = "stadium", .parameters = {{"r", 1.0}, {"y", 1.0}}},
                "constraints[0].y", "the stadium has no parameter \"y\" (there are r, y0)"),
        refused("no_parameters", 2, ShapeSpec{.family = curve, .on = 2, .shape = "bean", .parameters = {{"a", 1.0}}},
                "constraints[0].a", "the bean has no parameter \"a\" (there are none)"),
        refused("negative", 2, ShapeSpec{.family = curve, .on = 2, .shape = "circle", .parameters = {{"r", -1.0}}},
                "constraints[0].r", "found -1, expected a positive number"),
        refused(
            "pointed", 2,
            ShapeSpec{
                .family = curve, .on = 2, .shape = "superellipse", .parameters = {{"a", 1.0}, {"b", 1.0}, {"n", 1.5}}},
            "constraints[0].n", "found 1.5, expected at least 2 (below it the curvature is infinite on the axes)"),
        refused("spindle", 3,
                ShapeSpec{.family = surface, .on = 2, .shape = "torus", .parameters = {{"R", 2.0}, {"r", 3.0}}},
                "constraints[0].r", "found 3, expected less than R = 2 (the torus would cut itself)"),
        refused("center", 2, ShapeSpec{.family = curve, .on = 2, .shape = "bean", .center = {0.0, 0.0, 1.0}},
                "constraints[0].center", "found z = 1, expected 0 in two dimensions"),
        refused("normal_zero", 3, ShapeSpec{.family = surface, .on = 2, .shape = "plane", .normal = {}},
                "constraints[0].normal", "found (0, 0, 0), expected another vector than zero"),
        refused("normal_plane", 2, ShapeSpec{.family = surface, .on = 2, .shape = "plane"}, "constraints[0].normal",
                "found z = 1, expected 0 in two dimensions")),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Relations, BuilderErrors,
    testing::Values(
        refused("implicit_none", 3, ImplicitSpec{.on = {}, .equation = "x"}, "constraints[0].on",
                "found no particle, expected at least one"),
        refused("implicit_twice", 3, ImplicitSpec{.on = {2, 3, 2}, .equation = "x1"}, "constraints[0].on",
                "found particle 2 twice, expected different particles"),
        refused("implicit_fixed", 3, ImplicitSpec{.on = {1}, .equation = "x"}, "constraints[0].on",
                "the equation acts on fixed particles only (anchor), expected at least one that moves"),
        refused("implicit_plane", 2, ImplicitSpec{.on = {2}, .equation = "x^2 + z"}, "constraints[0].equation",
                "\"x^2 + z\" uses z, but in two dimensions there are only x and y"),
        refused("implicit_time_only", 3, ImplicitSpec{.on = {2}, .equation = "t - 1"}, "constraints[0].equation",
                "\"t - 1\" depends on no coordinate of a particle that moves"),
        refused("implicit_fixed_only", 3, ImplicitSpec{.on = {2, 0}, .equation = "x2"}, "constraints[0].equation",
                "\"x2\" depends on no coordinate of a particle that moves"),
        refused("implicit_parameter", 3, ImplicitSpec{.on = {2}, .equation = "a*x", .parameters = {{"a", nan}}},
                "constraints[0].parameters.a", "found nan, expected a finite number"),
        refused("implicit_hidden", 3, ImplicitSpec{.on = {2}, .equation = "x - y", .parameters = {{"y", 1.0}}},
                "constraints[0].parameters.y", "\"y\" names a variable, expected another name for a parameter"),
        refused("linear_none", 3, LinearSpec{.on = {}, .weights = {}}, "constraints[0].on",
                "found no particle, expected at least one"),
        refused("linear_fixed", 3, LinearSpec{.on = {0}, .weights = {1.0}}, "constraints[0].on",
                "the linear relation acts on fixed particles only (pivot), expected at least one that moves"),
        refused("linear_count", 3, LinearSpec{.on = {2, 3}, .weights = {1.0}}, "constraints[0].weights",
                "found 1, expected 2, one for each particle"),
        refused("linear_zero", 3, LinearSpec{.on = {0, 2}, .weights = {1.0, 0.0}}, "constraints[0].weights",
                "found only zeros for the particles that move, expected another number"),
        refused("linear_nan", 3, LinearSpec{.on = {2, 3}, .weights = {1.0, nan}}, "constraints[0].weights",
                "found nan, expected a finite number"),
        refused("linear_offset", 2, LinearSpec{.on = {2}, .weights = {1.0}, .offset = {0.0, 0.0, 2.0}},
                "constraints[0].offset", "found z = 2, expected 0 in two dimensions")),
    name_of);

// The sentence is the formula's own (tests/unit/formula); the key is the builder's.
TEST(BuilderSentences, GiveTheKeyOfABadFormula) {
  ModelBuilder path = five_particles(3);
  path.add(ParticleSpec{.fixed = true, .path = {"", "sin(", ""}});
  EXPECT_EQ(path.build().error().key, "particles[5].path.y");
  EXPECT_NE(path.build().error().message.find("\"sin(\""), std::string::npos);
  ModelBuilder equation = five_particles(2);
  equation.add(ImplicitSpec{.on = {2}, .equation = "x + q"});
  EXPECT_EQ(equation.build().error().key, "constraints[0].equation");
  EXPECT_NE(equation.build().error().message.find("\"x + q\""), std::string::npos);
}

TEST(BuilderSentences, SayThatThereAreNoParticles) {
  ModelBuilder builder(3);
  builder.add(DistanceSpec{.i = 0, .j = 1});
  EXPECT_EQ(builder.build().error().message, "found particle 0, but there are no particles");
}

}  // namespace
}  // namespace taut
