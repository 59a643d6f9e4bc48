// Ranks and kinds of dependence [science, section 2].
#include "solve/redundancy.hpp"

#include "support/frameworks.hpp"

namespace taut::test {
namespace {

struct Count {
  int rank, redundant, singular, contradictory;
  bool operator==(const Count&) const = default;
  friend void PrintTo(const Count& c, std::ostream* out) {
    *out << "rank " << c.rank << ", redundant " << c.redundant << ", singular " << c.singular << ", contradictory "
         << c.contradictory;
  }
};

Count count(const Model& model) {
  const Plan plan = Plan::make(model, {}).value();
  Count found{plan.rank(), 0, 0, 0};
  for (const DependentSet& set : plan.dependent_sets()) {
    found.redundant += set.kind == DependenceKind::redundant;
    found.singular += set.kind == DependenceKind::singular;
    found.contradictory += set.kind == DependenceKind::contradictory;
  }
  return found;
}

Count count(const System& system) { return count(system.model.build().value()); }

TEST(Redundancy, FourCoplanarAtomsWithSixDistances) {
  const std::vector<Vec3> places = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.1, 0.9, 0.0}, {-0.2, 1.2, 0.0}};
  EXPECT_EQ(count(make_framework(3, places, all_pairs(4))), (Count{5, 0, 1, 0}));
  EXPECT_EQ(count(make_framework(2, places, all_pairs(4))), (Count{5, 1, 0, 0}));  // rigid in the plane wherever
}

TEST(Redundancy, FiveAtomsWithTenDistances) {
  EXPECT_EQ(count(make_framework(3, five_places(), all_pairs(5))), (Count{9, 1, 0, 0}));
}

TEST(Redundancy, OctahedronWithFifteenDistances) {
  EXPECT_EQ(count(make_framework(3, octahedron(), all_pairs(6))), (Count{12, 3, 0, 0}));
}

TEST(Redundancy, CollinearTriatomicWithThreeDistances) {
  const std::vector<Vec3> places = {{-1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {1.2, 0.0, 0.0}};
  EXPECT_EQ(count(make_framework(3, places, all_pairs(3))), (Count{2, 0, 1, 0}));
  EXPECT_EQ(count(make_framework(2, places, all_pairs(3))), (Count{2, 0, 1, 0}));
}

TEST(Redundancy, PlanarBenzene) {
  const Pairs bonds = ring_pairs(6, 1), second = ring_pairs(6, 2), third = ring_pairs(6, 3);
  EXPECT_EQ(count(make_framework(3, hexagon(), bonds)), (Count{6, 0, 0, 0}));
  EXPECT_EQ(count(make_framework(3, hexagon(), joined(bonds, second))), (Count{9, 0, 3, 0}));
  EXPECT_EQ(count(make_framework(3, hexagon(), joined(bonds, third))), (Count{8, 0, 1, 0}));
  EXPECT_EQ(count(make_framework(3, hexagon(), all_pairs(6))), (Count{9, 3, 3, 0}));
}

TEST(Redundancy, PatchesOfRigidSquares) {
  for (const int n : {2, 3, 4, 6, 8, 24}) {  // dense up to 6, sparse beyond
    const SquarePatch patch(n, 0.3);
    const int spare = (n - 2) * (n - 2);
    EXPECT_EQ(count(make_framework(2, patch.places, patch.rods)), (Count{5 * n * n - spare, spare, 0, 0})) << n;
  }
}

// Seventeen atoms, twenty bonds and the distances across twenty-nine angles: in the plane more than a rigid body needs.
TEST(Redundancy, FusedRingsWithDependentAngles) {
  const FusedRings rings;
  ASSERT_EQ(rings.places.size(), 17u);
  ASSERT_EQ(rings.rods.size(), 49u);
  EXPECT_EQ(count(make_framework(2, rings.places, rings.rods)), (Count{2 * 17 - 3, 49 - 31, 0, 0}));
  const Count flat = count(make_framework(3, rings.places, rings.rods));
  EXPECT_EQ(flat.rank, 31);
  EXPECT_EQ(flat.redundant, 49 - (3 * 17 - 6));  // what is too much in any case
  EXPECT_EQ(flat.singular, 3 * 17 - 6 - 31);     // what only the plane makes dependent
}

TEST(Redundancy, ACollinearRingLosesRankAndAPlanarOneDoesNot) {
  const std::vector<Vec3> line = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {3.0, 0.0, 0.0}, {2.0, 0.0, 0.0}};
  EXPECT_EQ(count(make_framework(3, line, ring_pairs(4, 1))), (Count{3, 0, 1, 0}));
}

TEST(Redundancy, ADuplicateIsRedundantAndTheFirstOneIsKept) {
  System system = make_framework(3, five_places(), {{0, 1}, {1, 2}, {2, 3}});
  const int again = system.model.add(DistanceSpec{.i = 2, .j = 1});
  const Model model = system.model.build().value();
  const Plan plan = Plan::make(model, {}).value();
  ASSERT_EQ(plan.dependent_sets().size(), 1u);
  const DependentSet& set = plan.dependent_sets().front();
  EXPECT_EQ(set.kind, DependenceKind::redundant);
  EXPECT_EQ(set.row, again);
  EXPECT_EQ(set.others, std::vector<std::int32_t>{1});
  EXPECT_TRUE(set.always);
  EXPECT_EQ(plan.components().front().kind, "path");  // chosen for what is left
  EXPECT_EQ(plan.degrees_of_freedom(model), 12);
  EXPECT_EQ(describe(model, set), "distance 3 (2-1) is redundant: it follows from distance 1 (1-2)");
}

TEST(Redundancy, ADependentRowBetweenTwoPinnedParticlesIsSolvedWithThem) {
  System system{ModelBuilder(2)};
  for (const double x : {0.0, 3.0}) {
    const int left = system.model.add(ParticleSpec{.position = {x - 1.0, 0.0, 0.0}, .fixed = true});
    const int right = system.model.add(ParticleSpec{.position = {x + 1.0, 0.0, 0.0}, .fixed = true});
    const int top = system.model.add(ParticleSpec{.position = {x, 1.0, 0.0}});
    system.model.add(DistanceSpec{.i = left, .j = top});
    system.model.add(DistanceSpec{.i = right, .j = top});
  }
  system.model.add(DistanceSpec{.i = 2, .j = 5});
  const Plan plan = Plan::make(system.model.build().value(), {}).value();
  ASSERT_EQ(plan.components().size(), 1u);
  EXPECT_TRUE(plan.components()[0].keeps_all);
  EXPECT_EQ(plan.components()[0].dependent, std::vector<std::int32_t>{4});
  EXPECT_EQ(plan.rank(), 4);
}

TEST(Redundancy, EquationsWithTheSameZeros) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.position = {0.6, 0.8, 0.0}});
  system.model.add(ShapeSpec{.family = ShapeFamily::curve, .on = 0, .shape = "circle", .parameters = {{"r", 1.0}}});
  system.model.add(ImplicitSpec{.on = {0}, .equation = "(x^2 + y^2 - 1)*(2 + x + sin(3*t))"});
  EXPECT_EQ(count(system), (Count{1, 1, 0, 0}));
}

TEST(Redundancy, TwoCurvesThatTouchAreSingular) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.position = {1.0, 0.0, 0.0}});
  system.model.add(ShapeSpec{.family = ShapeFamily::curve, .on = 0, .shape = "circle", .parameters = {{"r", 1.0}}});
  system.model.add(ImplicitSpec{.on = {0}, .equation = "x - 1"});
  EXPECT_EQ(count(system), (Count{1, 0, 1, 0}));
}

TEST(Redundancy, AVanishingGradientIsSingular) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{});
  system.model.add(ShapeSpec{.family = ShapeFamily::curve, .on = 0, .shape = "bean"});
  EXPECT_EQ(count(system), (Count{0, 0, 1, 0}));
}

TEST(Redundancy, AStretchedChainBetweenFixedPointsIsSingular) {
  System system{ModelBuilder(3)};
  for (int k = 0; k <= 4; ++k)
    system.model.add(ParticleSpec{.position = {1.0 * k, 0.0, 0.0}, .fixed = k == 0 || k == 4});
  for (int k = 0; k < 4; ++k) system.model.add(DistanceSpec{.i = k, .j = k + 1});
  EXPECT_EQ(count(system), (Count{3, 0, 1, 0}));
}

TEST(Redundancy, LinearRelationsThatRepeatOneAnother) {
  System system = make_framework(3, {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {2.0, 0.0, 0.0}}, {{0, 2}});
  system.model.add(LinearSpec{.on = {0, 1, 2}, .weights = {0.5, -1.0, 0.5}});
  EXPECT_EQ(count(system), (Count{4, 0, 0, 0}));
  system.model.add(DistanceSpec{.i = 0, .j = 1});
  EXPECT_EQ(count(system), (Count{4, 1, 0, 0}));
}

TEST(Redundancy, DifferentLengthsForTheSamePairContradict) {
  System system = make_framework(3, five_places(), {{0, 1}, {1, 2}});
  const double length = norm(five_places()[2] - five_places()[1]);
  system.model.add(DistanceSpec{.i = 1, .j = 2, .length = 1.1 * length, .name = "other"});
  const Model model = system.model.build().value();
  EXPECT_EQ(count(model), (Count{2, 0, 0, 1}));
  const Plan plan = Plan::make(model, {}).value();
  EXPECT_EQ(plan.refusal(model)->message, "other contradicts distance 1 (1-2): they cannot hold together");
}

TEST(Redundancy, ATriangleThatCannotCloseContradicts) {
  System system = make_framework(3, {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.5, 0.8, 0.0}}, {{0, 1}, {1, 2}});
  system.model.add(DistanceSpec{.i = 0, .j = 2, .length = 3.0});
  EXPECT_EQ(count(system).contradictory, 1);
}

TEST(Redundancy, AStartThatIsOffButCanBeMendedDoesNotContradict) {
  System system = make_framework(3, {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.5, 0.8, 0.0}}, {{0, 1}, {1, 2}});
  system.model.add(DistanceSpec{.i = 0, .j = 2, .length = 1.5});
  EXPECT_EQ(count(system), (Count{3, 0, 0, 0}));
}

TEST(Redundancy, SixthDistanceOfATetrahedronThatTheOthersExclude) {
  System system = make_framework(3, {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {1.0, 1.0, 0.0}},
                                 {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}});
  system.model.add(DistanceSpec{.i = 0, .j = 3, .length = 2.0});
  EXPECT_EQ(count(system).contradictory, 1);
}

}  // namespace
}  // namespace taut::test
