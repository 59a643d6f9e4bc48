// Systems with more constraints than they need: they move as those without the spare ones, and their forces are the
// smallest that do so.
#include <Eigen/Core>

#include "support/dense_algebra.hpp"
#include "support/dense_constraints.hpp"
#include "support/frameworks.hpp"

namespace taut::test {
namespace {

struct Case {
  const char* name;
  System system;
  int freedom;
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
};

System with_duplicates() {
  System system = make_framework(3, five_places(), {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  for (int copy = 0; copy < 2; ++copy) system.model.add(DistanceSpec{.i = 2, .j = 1});
  system.forces.gravity = {0.0, 0.0, -9.81};
  return system;
}

System with_repeated_surface() {
  System system{ModelBuilder(3), {.gravity = {0.0, 0.0, -9.81}}};
  system.model.add(ParticleSpec{.position = {1.0, 0.0, 0.0}, .velocity = {0.0, 1.0, 0.5}});
  system.model.add(ParticleSpec{.position = {1.0, 1.0, 0.5}});
  system.model.add(ShapeSpec{.family = ShapeFamily::surface, .on = 0, .shape = "cylinder", .parameters = {{"r", 1.0}}});
  system.model.add(ImplicitSpec{.on = {0}, .equation = "sqrt(x^2 + y^2) - 1"});
  system.model.add(DistanceSpec{.i = 0, .j = 1});
  return system;
}

// In the chair-like shape of saturated rings: every atom a little off the plane.
System puckered_rings() {
  FusedRings rings;
  for (std::size_t k = 0; k < rings.places.size(); ++k)
    rings.places[k].z = 0.25 * std::sin(2.0 + 5.0 * static_cast<double>(k));
  return make_framework(3, rings.places, rings.rods);
}

std::vector<Case> cases() {
  const SquarePatch patch(4, 0.4);
  const FusedRings rings;
  return {{"duplicates", with_duplicates(), 11},
          {"five_atoms_ten_distances", make_framework(3, five_places(), all_pairs(5)), 6},
          {"octahedron_fifteen_distances", make_framework(3, octahedron(), all_pairs(6)), 6},
          {"planar_quadrangle_six_distances",
           make_framework(2, {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.1, 0.9, 0.0}, {-0.2, 1.2, 0.0}}, all_pairs(4)), 3},
          {"patch_of_squares", make_framework(2, patch.places, patch.rods), 4},
          {"fused_rings_in_the_plane", make_framework(2, rings.places, rings.rods), 3},
          {"puckered_fused_rings", puckered_rings(), 6},
          {"repeated_surface", with_repeated_surface(), 4}};
}

std::vector<Case> free_cases() {
  std::vector<Case> free = cases();
  std::erase_if(free, [](const Case& c) { return c.system.forces.gravity != Vec3{}; });
  return free;
}

class RedundantMotion : public testing::TestWithParam<Case> {};
class FreeRedundantMotion : public testing::TestWithParam<Case> {};

Vec3 momentum(const Simulation& s) {
  Vec3 sum{};
  for (std::size_t i = 0; i < s.state.velocity.size(); ++i) sum += s.model->masses()[i] * s.velocity(i);
  return sum;
}

Vec3 angular_momentum(const Simulation& s) {
  Vec3 sum{};
  for (std::size_t i = 0; i < s.state.velocity.size(); ++i)
    sum += s.model->masses()[i] * cross(s.position(i), s.velocity(i));
  return sum;
}

TEST_P(RedundantMotion, HasItsTrueDegreesOfFreedom) {
  const Model model = GetParam().system.model.build().value();
  EXPECT_EQ(Plan::make(model, {}).value().degrees_of_freedom(model), GetParam().freedom);
}

TEST_P(RedundantMotion, KeepsAllConstraintsAndTheEnergy) {
  Simulation s = Simulation::started(GetParam().system, {.method = IntegratorMethod::kahan_li8, .step = 0.02});
  const double energy = s.energy();
  for (int k = 0; k < 200; ++k) {
    s.step();
    const Integrator::Violations violations = s.integrator->violations(s.state);
    ASSERT_LE(violations.position, 1e-13);
    ASSERT_LE(violations.velocity, 1e-13);
  }
  EXPECT_NEAR(s.energy(), energy, 1e-12 * (1.0 + std::abs(energy)));
}

TEST_P(FreeRedundantMotion, KeepsMomentum) {
  Simulation s = Simulation::started(GetParam().system, {.step = 0.01});
  const Vec3 p = momentum(s), l = angular_momentum(s);
  s.step(500);
  EXPECT_LE(norm(momentum(s) - p), 1e-12);
  EXPECT_LE(norm(angular_momentum(s) - l), 1e-11);
}

// f of least norm with B^T f = B^T f', rows in units of their forces: the pseudo-inverse.
TEST_P(RedundantMotion, ForcesHaveTheLeastNorm) {
  Simulation s = Simulation::started(GetParam().system, {.step = 0.01});
  s.step(30);
  const std::vector<double> found = s.constraint_forces();
  const DenseConstraints dense(*s.model);
  Eigen::MatrixXd b = dense.jacobian(s.state.position, s.state.time);
  Eigen::VectorXd f(b.rows());
  for (Eigen::Index k = 0; k < b.rows(); ++k) {
    const bool rod = s.model->rows()[static_cast<std::size_t>(k)].kind == RowKind::distance;
    const double unit = rod ? s.model->row_size(static_cast<int>(k)) : -b.row(k).norm();
    b.row(k) /= unit;
    f[k] = found[static_cast<std::size_t>(k)];
  }
  for (int i = 0; i < s.model->size(); ++i)
    if (s.model->inverse_masses()[static_cast<std::size_t>(i)] == 0.0) b.middleCols<3>(3 * i).setZero();
  const auto [expected, rank] = smallest_solution(b.transpose(), b.transpose() * f, 1e-8);
  const Eigen::VectorXd values = singular_values(b);
  const double condition = values[0] / values[rank - 1];
  // A has the square of it, and sums over some fifty rows round.
  EXPECT_LE((f - expected).norm(), 1e-13 * condition * condition * expected.norm());
  EXPECT_GT(f.norm(), 0.1);
}

INSTANTIATE_TEST_SUITE_P(Systems, RedundantMotion, testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.name; });

INSTANTIATE_TEST_SUITE_P(Systems, FreeRedundantMotion, testing::ValuesIn(free_cases()),
                         [](const auto& tested) { return tested.param.name; });

// Five atoms with ten distances against nine of them.
TEST(RedundantMotionAgreement, MovesAsWithoutTheSpareConstraint) {
  const IntegratorOptions options{.method = IntegratorMethod::kahan_li8, .step = 0.02};
  Pairs nine = all_pairs(5);
  nine.pop_back();
  Simulation spare = Simulation::started(make_framework(3, five_places(), all_pairs(5)), options);
  Simulation exact = Simulation::started(make_framework(3, five_places(), nine), options);
  spare.step(100);
  exact.step(100);
  EXPECT_LE(largest_difference(spare.state.position, exact.state.position), 1e-15);
}

}  // namespace
}  // namespace taut::test
