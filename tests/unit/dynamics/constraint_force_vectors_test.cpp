// Constraint forces as one number a row and as vectors on particles.
#include "support/systems.hpp"

namespace taut::test {
namespace {

constexpr double rounding = 1e-13;

// The forces of constraints and all others together accelerate every particle that moves.
void expect_balance(const Simulation& s, const std::vector<ConstraintForce>& vectors,
                    const std::vector<Vec3>& acceleration) {
  std::vector<Vec3> sum(s.state.position.size());
  ForceWorkspace work(*s.forces);
  s.forces->evaluate(s.state.position.data(), s.state.time, sum.data(), work);
  for (const ConstraintForce& one : vectors) sum[static_cast<std::size_t>(one.particle)] += one.force;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    if (!(s.model->inverse_masses()[i] > 0.0)) continue;
    EXPECT_LT(norm(sum[i] - s.model->masses()[i] * acceleration[i]), rounding * (1.0 + norm(sum[i]))) << i;
  }
}

TEST(ConstraintForces, PullAtBothEndsOfARod) {
  Simulation s = Simulation::started(make_pendulum({.degrees = {0.0}, .masses = {2.0}}), {});
  const std::vector<double> tension = s.constraint_forces();
  EXPECT_NEAR(tension[0], 2.0 * g, rounding);
  const std::vector<ConstraintForce> vectors = constraint_force_vectors(*s.model, s.state, tension);
  ASSERT_EQ(vectors.size(), 2u);
  EXPECT_EQ(vectors[0].particle, 0);  // what the pivot bears
  EXPECT_LT(norm(vectors[0].force - Vec3{0.0, -2.0 * g, 0.0}), rounding);
  EXPECT_LT(norm(vectors[1].force - Vec3{0.0, 2.0 * g, 0.0}), rounding);
  expect_balance(s, vectors, {{}, {}});
}

// The same constraint, to a fixed particle and to a place: a force along y that carries the weight.
TEST(ConstraintForces, OfFormulasCountTheParticlesThatMove) {
  const auto force = [](const ImplicitSpec& spec) {
    System system{ModelBuilder(2), {.gravity = {0.0, -g, 0.0}}};
    system.model.add(ParticleSpec{.position = {-1.0, 3.0, 0.0}, .fixed = true});
    system.model.add(ParticleSpec{.position = {0.5, 1.0, 0.0}});
    system.model.add(spec);
    Simulation s = Simulation::started(system, {});
    const std::vector<double> forces = s.constraint_forces();
    expect_balance(s, constraint_force_vectors(*s.model, s.state, forces), {{}, {}});
    return forces[0];
  };
  EXPECT_NEAR(force({.on = {1}, .equation = "y - 1"}), g, rounding);
  EXPECT_NEAR(force({.on = {0, 1}, .equation = "y2 - y1 + 2"}), g, rounding);
  EXPECT_NEAR(force({.on = {0, 1}, .equation = "7*(y2 - y1 + 2)"}), g, rounding);
  EXPECT_NEAR(force({.on = {1, 0}, .equation = "y2 - y1 - 2"}), -g, rounding) << "its gradient points down";
}

TEST(ConstraintForces, OfALinearRelationToAFixedParticle) {
  System system{ModelBuilder(2), {.gravity = {0.0, -g, 0.0}}};
  system.model.add(ParticleSpec{.position = {0.0, 0.0, 0.0}, .fixed = true});
  system.model.add(ParticleSpec{.position = {0.5, 1.0, 0.0}});
  system.model.add(LinearSpec{.on = {0, 1}, .weights = {-1.0, 1.0}, .offset = {0.5, 1.0, 0.0}});
  Simulation s = Simulation::started(system, {});
  const std::vector<double> forces = s.constraint_forces();
  EXPECT_NEAR(forces[0], 0.0, rounding);
  EXPECT_NEAR(forces[1], g, rounding);
  expect_balance(s, constraint_force_vectors(*s.model, s.state, forces), {{}, {}});
}

// Two movers share a constraint: the number is the norm of the force on both.
TEST(ConstraintForces, OfTwoMoversHaveTheNormOfBoth) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.position = {1.0, 0.0, 0.0}});
  system.model.add(ParticleSpec{.position = {-1.0, 0.0, 0.0}});
  system.model.add(ImplicitSpec{.on = {0, 1}, .equation = "x1 + x2"});
  system.forces.constants = {{.on = 0, .force = {3.0, 0.0, 0.0}}, {.on = 1, .force = {3.0, 0.0, 0.0}}};
  Simulation s = Simulation::started(system, {});
  const std::vector<double> forces = s.constraint_forces();
  EXPECT_NEAR(forces[0], -3.0 * std::sqrt(2.0), rounding);
  const std::vector<ConstraintForce> vectors = constraint_force_vectors(*s.model, s.state, forces);
  for (const ConstraintForce& one : vectors) EXPECT_LT(norm(one.force - Vec3{-3.0, 0.0, 0.0}), rounding);
}

}  // namespace
}  // namespace taut::test
