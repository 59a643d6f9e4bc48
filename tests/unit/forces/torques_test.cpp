#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "taut/forces.hpp"

namespace taut {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double degree = pi / 180.0;

Model model_of(const std::vector<Vec3>& places, int dimension) {
  ModelBuilder builder(dimension);
  for (const Vec3& r : places) builder.add(ParticleSpec{.position = r});
  return builder.build().value();
}

struct Joint {
  const char* name;
  int dimension;
  JointMotion kind;
  std::vector<int> between;
};

void PrintTo(const Joint& joint, std::ostream* out) { *out << joint.name; }

class Torques : public testing::TestWithParam<std::tuple<Joint, int>> {
 protected:
  const Joint& joint() const { return std::get<0>(GetParam()); }
  // Velocities, and an axis or an arm that is not short, so that differences can tell.
  void draw() {
    std::mt19937 random(static_cast<unsigned>(std::get<1>(GetParam())));
    std::normal_distribution<double> normal;
    for (std::size_t k = 0; k < 4; ++k)
      for (int axis = 0; axis < joint().dimension; ++axis) {
        r[k][axis] = normal(random) + (axis == static_cast<int>(k) % joint().dimension ? 2.0 : 0.0);
        v[k][axis] = normal(random);
      }
  }
  ForceField field(TorqueSpec spec) const {
    spec.kind = joint().kind;
    spec.between = joint().between;
    return ForceField::make(model_of(r, joint().dimension), {.torques = {spec}}).value();
  }
  std::vector<Vec3> forces(const ForceField& field, double t = 0.0) const {
    std::vector<Vec3> f(4);
    ForceWorkspace work(field);
    field.evaluate(r.data(), t, f.data(), work);
    return f;
  }
  double energy(const ForceField& field, double t = 0.0) const {
    ForceWorkspace work(field);
    return field.potential_energy(r.data(), t, work);
  }
  // The coordinate itself, as the energy of a formula.
  double q() const { return energy(field({.energy = "q"})); }

  std::vector<Vec3> r = std::vector<Vec3>(4), v = r;
};

TEST_P(Torques, AreSlopesOfTheirEnergyAndStiffnessIsTheirs) {
  draw();
  const ForceField all = field({.zero = 0.5, .energy = "cos(q) + 0.4*q^2*t", .stiffness = 2.0, .rest = 20.0});
  const double t = 0.7;
  const std::vector<Vec3> exact = forces(all, t);
  double stiffness[12][12] = {}, largest = 1.0;
  for (const MatrixEntry& e : all.stiffness(r.data(), t)) stiffness[e.row][e.column] += e.value;
  for (const auto& row : stiffness)
    for (const double entry : row) largest = std::max(largest, std::abs(entry));
  constexpr double h = 1e-5;
  for (int k = 0; k < 12; ++k) {
    if (k % 3 >= joint().dimension) continue;
    double& x = r[static_cast<std::size_t>(k / 3)][k % 3];
    const double at = x;
    x = at + h;
    const double above = energy(all, t);
    const std::vector<Vec3> force_above = forces(all, t);
    x = at - h;
    const double below = energy(all, t);
    const std::vector<Vec3> force_below = forces(all, t);
    x = at;
    EXPECT_NEAR(exact[static_cast<std::size_t>(k / 3)][k % 3], (below - above) / (2.0 * h), 1e-7 * largest);
    for (int l = 0; l < 12; ++l) {
      const auto p = static_cast<std::size_t>(l / 3);
      EXPECT_NEAR(stiffness[l][k], (force_below[p][l % 3] - force_above[p][l % 3]) / (2.0 * h), 1e-7 * largest);
      EXPECT_NEAR(stiffness[l][k], stiffness[k][l], 1e-12 * largest);
    }
  }
}

TEST_P(Torques, PushAndTurnTheWholeByNothing) {
  draw();
  const ForceField all = field({.torque = "3 + q", .damping = 2.0});
  std::vector<Vec3> f = forces(all);
  ForceWorkspace work(all);
  all.add_damping(r.data(), v.data(), 0.0, f.data(), work);
  Vec3 sum, moment;
  double size = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    sum += f[i];
    moment += cross(r[i], f[i]);
    size += norm(f[i]);
  }
  EXPECT_GT(size, 1e-3);
  EXPECT_LT(norm(sum), 1e-14 * size);
  EXPECT_LT(norm(moment), 1e-13 * size);
}

// A formula of q alone is the force of its integral; rates count as they change the coordinate.
TEST_P(Torques, OfFormulasAreThoseOfEnergiesAndOfRates) {
  draw();
  const std::vector<Vec3> by_energy = forces(field({.energy = "q^3/3 - 2*q"})),
                          by_torque = forces(field({.torque = "2 - q^2"}));
  for (std::size_t i = 0; i < 4; ++i) EXPECT_LT(norm(by_energy[i] - by_torque[i]), 1e-13 * (1.0 + norm(by_energy[i])));

  constexpr double h = 1e-6;
  const std::vector<Vec3> here = r;
  const auto moved = [&](double by) {
    for (std::size_t i = 0; i < 4; ++i) r[i] = here[i] + by * v[i];
    return q();
  };
  const double w = (moved(h) - moved(-h)) / (2.0 * h);
  moved(0.0);
  const auto with_rates = [&](const ForceField& field) {
    std::vector<Vec3> f = forces(field);
    ForceWorkspace work(field);
    field.add_damping(r.data(), v.data(), 0.0, f.data(), work);
    return f;
  };
  const ForceField damped = field({.damping = 3.0}), servo = field({.torque = "1 - 3*w"});
  const std::vector<Vec3> unit = forces(field({.torque = "1"}));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_LT(norm(with_rates(damped)[i] - (-3.0 * w) * unit[i]), 1e-8 * (1.0 + std::abs(w)) * (1.0 + norm(unit[i])));
    EXPECT_LT(norm(with_rates(servo)[i] - (1.0 - 3.0 * w) * unit[i]),
              1e-8 * (1.0 + std::abs(w)) * (1.0 + norm(unit[i])));
    EXPECT_LT(norm(forces(servo)[i] - unit[i]), 1e-14 * (1.0 + norm(unit[i]))) << "at rest";
  }
  double largest = 0.0;
  for (const MatrixEntry& entry : damped.resistance(r.data())) {
    const auto i = static_cast<std::size_t>(entry.row / 3), j = static_cast<std::size_t>(entry.column / 3);
    EXPECT_NEAR(entry.value, 3.0 * unit[i][entry.row % 3] * unit[j][entry.column % 3],
                1e-13 * (1.0 + std::abs(entry.value)));
    largest = std::max(largest, std::abs(entry.value));
  }
  EXPECT_GT(largest, 0.0);
}

INSTANTIATE_TEST_SUITE_P(Random, Torques,
                         testing::Combine(testing::Values(Joint{"plane_turn", 2, JointMotion::turn, {2, 0, 3}},
                                                          Joint{"space_turn", 3, JointMotion::turn, {3, 1, 0, 2}},
                                                          Joint{"plane_shift", 2, JointMotion::shift, {1, 3, 0}},
                                                          Joint{"space_shift", 3, JointMotion::shift, {0, 2, 1}}),
                                          testing::Range(1, 9)));

double coordinate(const std::vector<Vec3>& places, int dimension, TorqueSpec spec) {
  spec.energy = "q";
  const Model model = model_of(places, dimension);
  const ForceField field = ForceField::make(model, {.torques = {spec}}).value();
  ForceWorkspace work(field);
  return field.potential_energy(places.data(), 0.0, work);
}

TEST(JointCoordinates, TurnCounterclockwiseInThePlane) {
  for (double degrees = -179.0; degrees < 180.0; degrees += 17.0) {
    const double phi = degrees * degree;
    const std::vector<Vec3> places = {
        {2.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.0 + 3.0 * std::cos(phi), 3.0 * std::sin(phi), 0.0}};
    EXPECT_NEAR(coordinate(places, 2, {.between = {0, 1, 2}}), phi, 1e-14);
    EXPECT_NEAR(coordinate(places, 2, {.between = {2, 1, 0}}), -phi, 1e-14);
  }
}

TEST(JointCoordinates, TurnRightHandedAboutAnAxis) {
  for (double degrees = -179.0; degrees < 180.0; degrees += 17.0) {
    const double phi = degrees * degree;
    const std::vector<Vec3> places = {
        {1.0, 0.0, 0.4}, {0.0, 0.0, 0.0}, {0.0, 0.0, 2.0}, {std::cos(phi), std::sin(phi), 1.2}};
    EXPECT_NEAR(coordinate(places, 3, {.between = {0, 1, 2, 3}}), phi, 1e-14);
    EXPECT_NEAR(coordinate(places, 3, {.between = {0, 2, 1, 3}}), -phi, 1e-14);
  }
}

TEST(JointCoordinates, ShiftAlongADirection) {
  const std::vector<Vec3> places = {
      {1.0, 1.0, 0.0}, {4.0, 5.0, 0.0}, {1.0 + 0.6 * 2.5 - 0.8, 1.0 + 0.8 * 2.5 + 0.6, 0.0}};
  EXPECT_NEAR(coordinate(places, 2, {.between = {0, 1, 2}, .kind = JointMotion::shift}), 2.5, 1e-14);
  EXPECT_NEAR(coordinate(places, 2, {.between = {0, 1, 2}, .kind = JointMotion::shift, .zero = 1.0}), 1.5, 1e-14);
}

// The cut is opposite to the zero, wherever that is.
TEST(JointCoordinates, AreWithinHalfATurnOfTheirZero) {
  for (const double zero : {-170.0, 90.0, 180.0, 400.0})
    for (const double beyond : {-175.0, -90.0, 0.0, 100.0, 179.0}) {
      const double phi = (zero + beyond) * degree;
      const std::vector<Vec3> places = {{1.0, 0.0, 0.0}, {}, {std::cos(phi), std::sin(phi), 0.0}};
      EXPECT_NEAR(coordinate(places, 2, {.between = {0, 1, 2}, .zero = zero}), beyond * degree, 1e-13);
    }
}

TEST(TorquesKnow, WhatTheyConserve) {
  const std::vector<Vec3> places = {{1.0, 0.0, 0.0}, {}, {0.0, 1.0, 0.0}};
  const Model model = model_of(places, 2);
  const auto with = [&](TorqueSpec spec) {
    spec.between = {0, 1, 2};
    return ForceField::make(model, {.torques = {spec}}).value();
  };
  EXPECT_TRUE(with({.stiffness = 1.0}).conserves_energy());
  EXPECT_TRUE(with({.energy = "cos(q)"}).conserves_energy());
  EXPECT_FALSE(with({.energy = "cos(q)*t"}).conserves_energy());
  EXPECT_FALSE(with({.torque = "q"}).conserves_energy());
  EXPECT_FALSE(with({.stiffness = 1.0, .damping = 1.0}).conserves_energy());
  EXPECT_TRUE(with({.torque = "w"}).conserves_momentum());
  EXPECT_TRUE(with({.torque = "w"}).has_rate_torques());
  EXPECT_TRUE(with({.torque = "w"}).has_damping());
  EXPECT_FALSE(with({.torque = "q*t"}).has_rate_torques());
  EXPECT_TRUE(with({.damping = 1.0}).has_rate_torques());
  EXPECT_TRUE(with({.torque = "q"}).has_formula_forces());
  EXPECT_FALSE(with({.stiffness = 1.0}).has_formula_forces());
  EXPECT_TRUE(with({.stiffness = 1.0}).depends_on_state());
}

TEST(TorquesKnow, WhomTheyTie) {
  const std::vector<Vec3> places = {{1.0, 0.0, 0.0}, {}, {0.0, 1.0, 0.0}};
  const Model model = model_of(places, 2);
  const ForceField field =
      ForceField::make(model, {.torques = {{.between = {2, 1, 0}, .stiffness = 2.0, .rest = 90.0}}}).value();
  EXPECT_EQ(field.ties().size(), 2u);
  EXPECT_EQ(field.bonds().size(), 2u);
  std::vector<double> shares(3, 0.0);
  ForceWorkspace work(field);
  field.add_energy_shares(places.data(), 0.0, shares.data(), work);
  EXPECT_NEAR(shares[2], pi * pi, 1e-13);  // it is at -90 degrees
  EXPECT_EQ(shares[0], 0.0);
  EXPECT_NEAR(field.energies(places.data(), 0.0, work).torques, pi * pi, 1e-13);
}

}  // namespace
}  // namespace taut
