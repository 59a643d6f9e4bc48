// Every built-in shape against points that lie on it, worked out by hand, and points off it.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "taut/model.hpp"

namespace taut {
namespace {

struct Sample {
  Vec3 point;  // from the center
  double sigma;
};

struct Case {
  ShapeFamily family;
  const char* shape;
  Parameters parameters;
  double size;
  std::vector<Sample> samples;
  Vec3 normal = {0.0, 0.0, 1.0};
  int dimension = 0;  // 0: that of the family
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.shape; }

int dimension_of(const Case& c) {
  if (c.dimension != 0) return c.dimension;
  return c.family == ShapeFamily::curve ? 2 : 3;
}

Model build(const Case& c, const Vec3& center) {
  ModelBuilder builder(dimension_of(c));
  builder.add(ParticleSpec{});
  builder.add(ShapeSpec{
      .family = c.family, .on = 0, .shape = c.shape, .parameters = c.parameters, .center = center, .normal = c.normal});
  return builder.build().value();
}

double sigma(const QuadricRow& row, const Vec3& r) {
  const Vec3 x = r - row.center;
  return row.q.x * x.x * x.x + row.q.y * x.y * x.y + row.q.z * x.z * x.z + dot(row.p, x) + row.c;
}

double sigma(const FormulaRow& row, const Vec3& r) {
  std::vector<double> scratch(row.formula.scratch_size());
  const double variables[] = {r.x, r.y, r.z, 0.0};
  return row.formula.value(variables, scratch.data());
}

double sigma(const Model& model, const Vec3& r) {
  return model.rows()[0].kind == RowKind::quadric ? sigma(model.quadrics()[0], r) : sigma(model.formulas()[0], r);
}

double size_of(const Model& model) {
  return model.rows()[0].kind == RowKind::quadric ? model.quadrics()[0].size : model.formulas()[0].size;
}

class Shapes : public testing::TestWithParam<Case> {};

TEST_P(Shapes, HaveTheEquationOfTheTable) {
  // Terms are of order ten at most, the center of order one: a few hundred roundings.
  const double tolerance = 500.0 * std::numeric_limits<double>::epsilon();
  const double z = dimension_of(GetParam()) == 2 ? 0.0 : -0.75;
  for (const Vec3& center : {Vec3{}, Vec3{0.5, 1.25, z}}) {
    const Model model = build(GetParam(), center);
    for (const auto& [point, expected] : GetParam().samples) {
      EXPECT_NEAR(sigma(model, center + point), expected, tolerance) << point.x << ' ' << point.y << ' ' << point.z;
    }
  }
}

TEST_P(Shapes, KnowTheirSize) { EXPECT_DOUBLE_EQ(size_of(build(GetParam(), {})), GetParam().size); }

constexpr auto curve = ShapeFamily::curve;
constexpr auto surface = ShapeFamily::surface;
const double root_half = std::sqrt(0.5);

INSTANTIATE_TEST_SUITE_P(
    All, Shapes,
    testing::Values(
        Case{curve, "parabola", {{"a", 0.5}}, 2.0, {{{2.0, 2.0, 0.0}, 0.0}, {{0.0, 1.0, 0.0}, -1.0}}},
        Case{curve, "circle", {{"r", 2.0}}, 2.0, {{{0.0, -2.0, 0.0}, 0.0}, {{4.0, 0.0, 0.0}, 3.0}}},
        Case{curve,
             "ellipse",
             {{"a", 2.0}, {"b", 4.0}},
             4.0,
             {{{2.0 * root_half, 4.0 * root_half, 0.0}, 0.0}, {{0.0, 8.0, 0.0}, 3.0}}},
        Case{curve,
             "superellipse",
             {{"n", 2.5}, {"a", 3.0}, {"b", 2.0}},
             3.0,
             {{{-3.0, 0.0, 0.0}, 0.0},
              {{0.0, -2.0, 0.0}, 0.0},
              {{-3.0 * std::pow(0.5, 0.4), 2.0 * std::pow(0.5, 0.4), 0.0}, 0.0},
              {{3.0, -2.0, 0.0}, 1.0}}},
        Case{curve,
             "stadium",
             {{"r", 2.0}, {"y0", 3.0}},
             5.0,
             {{{2.0, 1.0, 0.0}, 0.0},
              {{-2.0, -3.0, 0.0}, 0.0},
              {{0.0, 5.0, 0.0}, 0.0},
              {{0.0, -5.0, 0.0}, 0.0},
              {{0.0, 0.0, 0.0}, -1.0}}},
        Case{curve,
             "bean",
             {},
             1.0,
             {{{0.0, 0.0, 0.0}, 0.0},
              {{1.0, 0.0, 0.0}, 0.0},
              {{2.0 / 3.0, 2.0 / 3.0, 0.0}, 0.0},
              {{-1.0, 1.0, 0.0}, 5.0}}},
        Case{surface, "plane", {}, 0.0, {{{4.0, -3.0, 7.0}, 0.0}, {{3.0, 4.0, 0.0}, 5.0}}, {6.0, 8.0, 0.0}},
        Case{surface, "plane", {}, 0.0, {{{4.0, -3.0, 0.0}, 0.0}, {{3.0, 4.0, 0.0}, 5.0}}, {3e-200, 4e-200, 0.0}, 2},
        Case{surface, "sphere", {{"r", 3.0}}, 3.0, {{{1.0, -2.0, 2.0}, 0.0}, {{0.0, 0.0, 6.0}, 3.0}}},
        Case{surface,
             "ellipsoid",
             {{"a", 1.0}, {"b", 2.0}, {"c", 4.0}},
             4.0,
             {{{1.0, 0.0, 0.0}, 0.0}, {{0.0, 2.0, 0.0}, 0.0}, {{0.0, 0.0, 4.0}, 0.0}, {{1.0, 2.0, 4.0}, 2.0}}},
        Case{surface, "paraboloid", {{"a", 0.25}}, 4.0, {{{2.0, 4.0, 5.0}, 0.0}, {{0.0, 0.0, 1.0}, -1.0}}},
        Case{surface,
             "hyperboloid",
             {{"a", 2.0}, {"c", 3.0}},
             3.0,
             {{{0.0, 2.0, 0.0}, 0.0}, {{2.0, 2.0, 3.0}, 0.0}, {{0.0, 0.0, 3.0}, -2.0}}},
        Case{surface, "hyperboloid2", {{"a", 2.0}, {"c", 3.0}}, 3.0, {{{0.0, 0.0, -3.0}, 0.0}, {{2.0, 2.0, 0.0}, 3.0}}},
        Case{surface, "funnel", {{"a", 4.0}}, 2.0, {{{3.0, 4.0, -0.8}, 0.0}, {{0.0, 2.0, 0.0}, -2.0}}},
        Case{surface, "cylinder", {{"r", 5.0}}, 5.0, {{{3.0, -4.0, 11.0}, 0.0}, {{0.0, 0.0, 1.0}, -25.0}}},
        Case{surface,
             "torus",
             {{"R", 5.0}, {"r", 1.0}},
             6.0,
             {{{3.0, 4.0, 1.0}, 0.0}, {{0.0, 6.0, 0.0}, 0.0}, {{5.0, 0.0, 0.0}, -1.0}}}),
    [](const auto& test) { return std::string(test.param.shape) + "_" + std::to_string(test.index); });

TEST(BuiltInShapes, AreThoseOfTheTable) {
  std::vector<std::string> names;
  for (const ShapeInfo& info : built_in_shapes()) names.push_back(info.name);
  EXPECT_EQ(names, (std::vector<std::string>{"parabola", "circle", "ellipse", "superellipse", "stadium", "bean",
                                             "plane", "sphere", "ellipsoid", "paraboloid", "hyperboloid",
                                             "hyperboloid2", "funnel", "cylinder", "torus"}));
}

}  // namespace
}  // namespace taut
