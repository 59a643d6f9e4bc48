#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "taut/forces.hpp"

namespace taut {
namespace {

const std::vector<double> butane = {9.28, 12.16, -13.12, -3.06, 26.24, -31.5};

ModelBuilder four(const std::vector<Vec3>& position) {
  ModelBuilder builder(3);
  for (const Vec3& r : position) builder.add(ParticleSpec{.position = r});
  return builder;
}

ForceField field(const Model& model, const ForceSpecs& specs) { return ForceField::make(model, specs).value(); }

std::vector<Vec3> random_places(std::mt19937& random) {
  std::normal_distribution<double> normal;
  std::vector<Vec3> places;
  for (int k = 0; k < 4; ++k) places.push_back({normal(random), normal(random), normal(random)});
  return places;
}

// Four places with this dihedral; 180 degrees is trans.
std::vector<Vec3> turned(double degrees) {
  const double phi = degrees * std::numbers::pi / 180.0;
  return {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, {std::cos(phi), std::sin(phi), 1.2}};
}

double energy_at(const ForceSpecs& specs, const std::vector<Vec3>& places) {
  const Model model = four(places).build().value();
  const ForceField forces = field(model, specs);
  ForceWorkspace work(forces);
  return forces.potential_energy(places.data(), 0.0, work);
}

TEST(Bonded, RyckaertBellemansIsZeroNearTransAndHighInCis) {
  const ForceSpecs specs{.dihedrals = {{0, 1, 2, 3, DihedralForm::ryckaert_bellemans, butane}}};
  double trans = 0.0, cis = 0.0;
  for (std::size_t n = 0; n < 6; ++n) trans += butane[n], cis += (n % 2 == 0 ? 1.0 : -1.0) * butane[n];
  EXPECT_NEAR(energy_at(specs, turned(180.0)), trans, 1e-13);
  EXPECT_NEAR(energy_at(specs, turned(0.0)), cis, 1e-13);
  EXPECT_NEAR(trans, 0.0, 1e-13);
  EXPECT_NEAR(cis, 44.8, 1e-12);
}

TEST(Bonded, OplsIsItsCosines) {
  const std::vector<double> k = {3.0, -1.2, 0.7, 0.4};
  const ForceSpecs specs{.dihedrals = {{0, 1, 2, 3, DihedralForm::opls, k}}};
  for (double degrees = -170.0; degrees < 180.0; degrees += 25.0) {
    const double phi = degrees * std::numbers::pi / 180.0;
    const double expected = 0.5 * (k[0] * (1.0 + std::cos(phi)) + k[1] * (1.0 - std::cos(2.0 * phi)) +
                                   k[2] * (1.0 + std::cos(3.0 * phi)) + k[3] * (1.0 - std::cos(4.0 * phi)));
    EXPECT_NEAR(energy_at(specs, turned(degrees)), expected, 1e-13);
  }
}

TEST(Bonded, AngleIsHarmonic) {
  const ForceSpecs specs{.angles = {{0, 1, 2, 5.0, 60.0}}};
  EXPECT_NEAR(energy_at(specs, turned(0.0)), 2.5 * std::pow(std::numbers::pi / 6.0, 2), 1e-14);
}

class BondedForces : public testing::TestWithParam<int> {};

// Against differences of the energy, and differences of the forces against the exact second derivatives.
TEST_P(BondedForces, AreSlopesAndStiffnessTheirs) {
  std::mt19937 random(static_cast<unsigned>(GetParam()));
  std::vector<Vec3> r = random_places(random);
  const Model model = four(r).build().value();
  const ForceSpecs specs{.angles = {{0, 1, 2, 2.0, 100.0}},
                         .dihedrals = {{0, 1, 2, 3, DihedralForm::ryckaert_bellemans, butane},
                                       {3, 2, 1, 0, DihedralForm::opls, {1.0, 2.0, 3.0, 4.0}}}};
  const ForceField all = field(model, specs);
  ForceWorkspace work(all);
  const auto energy = [&] { return all.potential_energy(r.data(), 0.0, work); };
  const auto force = [&] {
    std::vector<Vec3> f(4);
    all.evaluate(r.data(), 0.0, f.data(), work);
    return f;
  };
  const std::vector<Vec3> exact = force();
  double stiffness[12][12] = {}, largest = 0.0;
  for (const MatrixEntry& e : all.stiffness(r.data(), 0.0)) {
    stiffness[e.row][e.column] += e.value;
    largest = std::max(largest, std::abs(e.value));
  }
  EXPECT_GT(largest, 0.0);
  constexpr double h = 1e-6;
  for (int k = 0; k < 12; ++k) {
    double& x = r[static_cast<std::size_t>(k / 3)][k % 3];
    const double at = x;
    x = at + h;
    const double above = energy();
    const std::vector<Vec3> force_above = force();
    x = at - h;
    const double below = energy();
    const std::vector<Vec3> force_below = force();
    x = at;
    EXPECT_NEAR(exact[static_cast<std::size_t>(k / 3)][k % 3], (below - above) / (2.0 * h), 1e-7 * (1.0 + largest));
    for (int l = 0; l < 12; ++l) {
      const auto p = static_cast<std::size_t>(l / 3);
      EXPECT_NEAR(stiffness[l][k], (force_below[p][l % 3] - force_above[p][l % 3]) / (2.0 * h), 1e-6 * (1.0 + largest));
    }
  }
  Vec3 sum, moment;
  for (std::size_t i = 0; i < 4; ++i) sum += exact[i], moment += cross(r[i], exact[i]);
  EXPECT_LT(norm(sum), 1e-12 * (1.0 + largest));
  EXPECT_LT(norm(moment), 1e-12 * (1.0 + largest));
}

INSTANTIATE_TEST_SUITE_P(Random, BondedForces, testing::Range(1, 9));

TEST(Bonded, StraightAnglesHaveNoDirection) {
  const std::vector<Vec3> straight = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {2.0, 0.0, 0.0}, {3.0, 0.0, 0.0}};
  const Model model = four(straight).build().value();
  const ForceField all = field(model, {.angles = {{0, 1, 2, 2.0, 180.0}},
                                       .dihedrals = {{0, 1, 2, 3, DihedralForm::ryckaert_bellemans, butane}}});
  std::vector<Vec3> f(4);
  ForceWorkspace work(all);
  all.evaluate(straight.data(), 0.0, f.data(), work);
  for (const Vec3& each : f) EXPECT_EQ(each, Vec3{});
}

}  // namespace
}  // namespace taut
