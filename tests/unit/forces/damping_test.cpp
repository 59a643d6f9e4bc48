// Damping flows against their closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "taut/forces.hpp"

namespace taut {
namespace {

using Order = ForceField::Order;
constexpr double rounding = 8.0 * std::numeric_limits<double>::epsilon();

// Particle 0 is fixed; 1, 2 and 3 move with masses 1, 4 and 0.5.
Model four_particles() {
  ModelBuilder builder(3);
  builder.add(ParticleSpec{.fixed = true});
  builder.add(ParticleSpec{.position = {1.0, 0.0, 0.0}, .velocity = {1.0, 2.0, 3.0}});
  builder.add(ParticleSpec{.position = {4.0, 4.0, 0.0}, .velocity = {-2.0, 0.5, 1.0}, .mass = 4.0});
  builder.add(ParticleSpec{.position = {0.0, 0.0, 2.0}, .velocity = {0.0, -1.0, 1.5}, .mass = 0.5});
  return builder.build().value();
}

std::vector<Vec3> damped(const Model& model, const ForceField& field, double duration, Order order) {
  auto velocity = model.velocities();
  field.damp(model.positions().data(), velocity.data(), duration, order);
  return velocity;
}

void expect_near(const Vec3& a, const Vec3& b, double tolerance) {
  for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(a[axis], b[axis], tolerance);
}

TEST(Drag, DecaysExponentiallyByMass) {
  const Model model = four_particles();
  const ForceField field = ForceField::make(model, {.drags = {{.on = {}, .coefficient = 2.0}}}).value();
  for (const double duration : {1e-3, 0.75, 50.0}) {
    const auto velocity = damped(model, field, duration, Order::forward);
    for (std::size_t i = 0; i < 4; ++i) {
      expect_near(velocity[i], std::exp(-2.0 * model.inverse_masses()[i] * duration) * model.velocities()[i], rounding);
    }
  }
}

TEST(Drag, SlowsOnlyItsParticles) {
  const Model model = four_particles();
  const ForceField field = ForceField::make(model, {.drags = {{.on = {0, 3}, .coefficient = 2.0}}}).value();
  const auto velocity = damped(model, field, 1.0, Order::forward);
  EXPECT_EQ(velocity[1], model.velocities()[1]);
  EXPECT_EQ(velocity[2], model.velocities()[2]);
  EXPECT_LT(norm(velocity[3]), norm(model.velocities()[3]));
}

TEST(Dashpot, DecaysTheRelativeVelocityAlongItselfOnly) {
  const Model model = four_particles();
  const ForceSpecs specs = {.springs = {{.i = 1, .j = 2, .stiffness = 1.0, .damping = 3.0}}};
  const ForceField field = ForceField::make(model, specs).value();
  const Vec3 u = {0.6, 0.8, 0.0};
  const Vec3 before = model.velocities()[2] - model.velocities()[1];
  for (const double duration : {1e-3, 0.5, 100.0}) {
    const auto velocity = damped(model, field, duration, Order::forward);
    const Vec3 after = velocity[2] - velocity[1];
    EXPECT_NEAR(dot(u, after), std::exp(-3.0 * 1.25 * duration) * dot(u, before), rounding);
    expect_near(cross(u, after), cross(u, before), rounding);
    expect_near(velocity[1] + 4.0 * velocity[2], model.velocities()[1] + 4.0 * model.velocities()[2], rounding);
  }
}

TEST(Dashpot, LeavesAFixedEndAtRest) {
  const Model model = four_particles();
  const ForceSpecs specs = {.springs = {{.i = 3, .j = 0, .stiffness = 1.0, .damping = 3.0}}};
  const auto velocity = damped(model, ForceField::make(model, specs).value(), 0.25, Order::forward);
  EXPECT_EQ(velocity[0], Vec3{});
  expect_near(velocity[3], {0.0, -1.0, 1.5 * std::exp(-3.0 * 2.0 * 0.25)}, rounding);
}

TEST(Dashpot, DoesNothingWhereItHasNoDirection) {
  const Model model = four_particles();
  const ForceSpecs specs = {.springs = {{.i = 1, .j = 2, .stiffness = 1.0, .damping = 3.0}}};
  const ForceField field = ForceField::make(model, specs).value();
  const std::vector<Vec3> together(4, Vec3{1.0, 1.0, 1.0});
  auto velocity = model.velocities();
  field.damp(together.data(), velocity.data(), 1.0, Order::forward);
  EXPECT_EQ(velocity, model.velocities());
}

ForceSpecs drag_and_dashpots() {
  ForceSpecs specs;
  specs.drags = {{.on = {1}, .coefficient = 1.0}};
  specs.springs = {{.i = 1, .j = 2, .stiffness = 1.0, .damping = 2.0},
                   {.i = 3, .j = 1, .stiffness = 1.0, .damping = 1.5}};
  return specs;
}

TEST(Damping, BackwardUndoesForwardWithTheOppositeDuration) {
  const Model model = four_particles();
  const ForceField field = ForceField::make(model, drag_and_dashpots()).value();
  auto velocity = damped(model, field, 0.3, Order::forward);
  field.damp(model.positions().data(), velocity.data(), -0.3, Order::backward);
  for (std::size_t i = 0; i < 4; ++i) expect_near(velocity[i], model.velocities()[i], rounding);
}

TEST(Damping, OrderMattersWhereFlowsDoNotCommute) {
  const Model model = four_particles();
  const ForceField field = ForceField::make(model, drag_and_dashpots()).value();
  const auto forward = damped(model, field, 0.3, Order::forward);
  const auto backward = damped(model, field, 0.3, Order::backward);
  EXPECT_GT(norm(forward[1] - backward[1]), 1e-3);
}

// One flow at a time in the stated order: drag, then the dashpots as given.
TEST(Damping, ForwardIsDragThenDashpots) {
  const Model model = four_particles();
  const ForceSpecs all = drag_and_dashpots();
  const ForceSpecs parts[] = {{.drags = all.drags}, {.springs = {all.springs[0]}}, {.springs = {all.springs[1]}}};
  auto velocity = model.velocities();
  for (const ForceSpecs& part : parts) {
    ForceField::make(model, part).value().damp(model.positions().data(), velocity.data(), 0.3, Order::forward);
  }
  EXPECT_EQ(velocity, damped(model, ForceField::make(model, all).value(), 0.3, Order::forward));
}

TEST(Damping, ForceIsTheInitialSlopeOfTheFlow) {
  const Model model = four_particles();
  ForceSpecs specs = drag_and_dashpots();
  specs.springs.push_back({.i = 0, .j = 3, .stiffness = 1.0, .damping = 0.5});
  const ForceField field = ForceField::make(model, specs).value();
  std::vector<Vec3> force(4, Vec3{1.0, 0.0, 0.0});
  ForceWorkspace work(field);
  field.add_damping(model.positions().data(), model.velocities().data(), 0.0, force.data(), work);
  EXPECT_EQ(force[0], (Vec3{1.0, 0.0, 0.0})) << "nothing is added to a fixed particle";
  // A central difference errs by h^2 v'''/6 < 1e-9 here, and by rounding, epsilon v/h = 1e-11.
  const double h = 1e-5, tolerance = 1e-8;
  const auto later = damped(model, field, h, Order::forward), earlier = damped(model, field, -h, Order::forward);
  for (std::size_t i = 1; i < 4; ++i) {
    const Vec3 acceleration = (0.5 / h) * (later[i] - earlier[i]);
    expect_near(force[i] - Vec3{1.0, 0.0, 0.0}, model.masses()[i] * acceleration, tolerance);
  }
}

}  // namespace
}  // namespace taut
