// Flat sets held by distances alone, replaced by the regular formulation.
#include "solve/regular.hpp"

#include "solve/flat_set.hpp"
#include "support/frameworks.hpp"

namespace taut::test {
namespace {

Expected<RegularFormulation> regular(const System& system) {
  const Model model = system.model.build().value();
  return regular_formulation(system.model, model, Plan::make(model, {}).value());
}

// The system in its regular formulation; it must not need a second one.
System made_regular(const System& system) {
  RegularFormulation found = regular(system).value();
  const Model model = found.model.build().value();
  EXPECT_TRUE(Plan::make(model, {}).value().dependent_sets().empty());
  return {std::move(found.model), system.forces};
}

int freedom(const System& system) {
  const Model model = system.model.build().value();
  return Plan::make(model, {}).value().degrees_of_freedom(model);
}

System linear_triatomic() {
  return make_framework(3, {{-1.0, 0.2, 0.0}, {0.0, 0.2, 0.0}, {1.2, 0.2, 0.0}}, all_pairs(3));
}

System benzene() { return make_framework(3, hexagon(), all_pairs(6)); }

System fused_rings() {
  const FusedRings rings;
  return make_framework(3, rings.places, rings.rods);
}

TEST(RegularFormulation, ALinearTriatomicKeepsFiveDegreesOfFreedom) {
  EXPECT_EQ(freedom(made_regular(linear_triatomic())), 5);
}

TEST(RegularFormulation, BenzeneWithAllDistancesIsARigidBody) {
  EXPECT_EQ(freedom(made_regular(benzene())), 6);
  EXPECT_EQ(regular(benzene())->notes,
            std::vector<std::string>{"15 distances hold 6 particles in a plane and are singular there; replaced by the "
                                     "distances of particle 3, particle 0, particle 1 and linear relations for the "
                                     "others"});
}

TEST(RegularFormulation, FusedRingsWithAllAnglesAreOneRigidBody) { EXPECT_EQ(freedom(made_regular(fused_rings())), 6); }

TEST(RegularFormulation, TwoPlatesWithACommonEdgeStayHinged) {
  System system = make_framework(
      3, {{0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {1.0, 0.1, 0.0}, {1.1, 1.2, 0.0}, {-1.0, 0.0, 0.0}, {-0.9, 1.1, 0.0}}, {});
  for (const auto& [i, j] : all_pairs(6))
    if (i < 2 || (i < 4) == (j < 4)) system.model.add(DistanceSpec{.i = i, .j = j});
  const System plates = {regular(system).value().model, system.forces};
  EXPECT_EQ(freedom(plates), 7);  // six of a body and the hinge
}

TEST(RegularFormulation, WhatIsAttachedStays) {
  System system = benzene();
  const int tail = system.model.add(ParticleSpec{.position = {1.5, 0.3, 0.8}});
  system.model.add(DistanceSpec{.i = 0, .j = tail, .name = "tail"});
  const Model model = made_regular(system).model.build().value();
  EXPECT_EQ(Plan::make(model, {}).value().degrees_of_freedom(model), 8);
  EXPECT_EQ(model.constraint_name(0), "tail");
}

TEST(RegularFormulation, RefusesAStretchedChain) {
  System system{ModelBuilder(3)};
  for (int k = 0; k < 4; ++k)
    system.model.add(ParticleSpec{.position = {1.0 * k, 0.0, 0.0}, .fixed = k == 0 || k == 3});
  for (int k = 0; k < 3; ++k) system.model.add(DistanceSpec{.i = k, .j = k + 1});
  const auto found = regular(system);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().key, "solver.regularise");
  EXPECT_NE(found.error().message.find("only sets of particles that move"), std::string::npos);
}

TEST(RegularFormulation, RefusesASetThatIsNotRigidInItsPlane) {
  const auto found = regular(make_framework(3, hexagon(), joined(ring_pairs(6, 1), ring_pairs(6, 3))));
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().message.find("no rigid plane or line"), std::string::npos) << found.error().message;
}

// A flat net of triangles can fold along each of its lines: no plane may take its place.
TEST(RegularFormulation, RefusesANetThatCanFold) {
  std::vector<Vec3> places;
  Pairs rods;
  const auto at = [](int i, int j) { return 4 * i + j; };
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      places.push_back({j + 0.5 * i, std::sqrt(0.75) * i, 0.0});
      if (j < 3) rods.emplace_back(at(i, j), at(i, j + 1));
      if (i < 3) rods.emplace_back(at(i, j), at(i + 1, j));
      if (i < 3 && j > 0) rods.emplace_back(at(i, j), at(i + 1, j - 1));
    }
  const auto found = regular(make_framework(3, places, rods));
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().message.find("it may bend"), std::string::npos) << found.error().message;
}

// A rigid body without forces: energy, angular momentum and all the distances that were replaced stay.
TEST(RegularFormulation, MovesAsARigidBody) {
  for (const System& system : {linear_triatomic(), benzene(), fused_rings()}) {
    Simulation s = Simulation::started(made_regular(system), {.method = IntegratorMethod::kahan_li8, .step = 0.02});
    const double energy = s.energy();
    s.step(200);
    EXPECT_NEAR(s.energy(), energy, 1e-12 * energy);
    const Model distances = system.model.build().value();
    for (const DistanceRow& d : distances.distances())
      EXPECT_NEAR(norm(s.position(static_cast<std::size_t>(d.j)) - s.position(static_cast<std::size_t>(d.i))), d.length,
                  1e-13);
  }
}

}  // namespace
}  // namespace taut::test
