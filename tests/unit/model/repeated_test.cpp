#include <gtest/gtest.h>

#include "support/random_systems.hpp"

namespace taut::test {
namespace {

// Copies of a system with every kind of constraint move as it does, each by itself.
TEST(Repeated, EveryCopyMovesAsTheOriginal) {
  System system = RandomSystemMaker(7, 3).make(Topology::tree, 6, Extras::all_kinds).build();
  system.forces.springs.push_back({.i = 0, .j = 3, .stiffness = 3.0, .rest_length = 0.4});
  system.forces.potentials.push_back({.on = {2, 4}, .energy = "(x1 - x2)^2"});
  system.forces.constants.push_back({.on = 2, .force = {0.1, 0.2, 0.3}});
  system.forces.formulas.push_back({.on = 1, .force = {"x", "-y", "0"}});
  system.forces.angles.push_back({.a = 0, .b = 2, .c = 4, .stiffness = 1.5, .degrees = 80.0});
  system.forces.dihedrals.push_back(
      {.a = 1, .b = 0, .c = 3, .d = 5, .form = DihedralForm::opls, .coefficients = {0.3, -0.2, 0.5, 0.1}});
  system.forces.torques = {{.between = {1, 0, 3, 5}, .stiffness = 0.8, .rest = 25.0},
                           {.between = {4, 2, 0, 3}, .torque = "cos(q) - 0.2*w", .damping = 0.3}};
  system.forces.drags = {{.on = {1}, .coefficient = 0.3}, {.on = {}, .coefficient = 0.1}};
  constexpr int copies = 3;
  const Model one = system.model.build().value(), many = one.repeated(copies);
  ASSERT_EQ(many.size(), copies * one.size());
  ASSERT_EQ(many.row_count(), copies * one.row_count());
  const auto moved = [](const Model& model, const ForceSpecs& specs) {
    const ForceField forces = ForceField::make(model, specs).value();
    const Plan plan = Plan::make(model, tight()).value();
    Integrator integrator = Integrator::make(model, forces, plan, {.step = 1e-3}).value();
    State state = initial_state(model);
    EXPECT_TRUE(integrator.start(state).ok());
    for (int k = 0; k < 20; ++k) EXPECT_TRUE(integrator.step(state).ok());
    return state.position;
  };
  const std::vector<Vec3> alone = moved(one, system.forces);
  const std::vector<Vec3> together = moved(many, repeated(system.forces, one.size(), copies));
  for (std::size_t i = 0; i < together.size(); ++i) EXPECT_LT(norm(together[i] - alone[i % alone.size()]), 1e-12) << i;
}

}  // namespace
}  // namespace taut::test
